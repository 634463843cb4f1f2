#pragma once
// A folder without git is a project by its path, and may be renamed. The store remembers which
// project a folder was when a session began in it, by what stays with the folder itself
// (files/folder_identity.h); so its sessions are found under the new name. A copy is not taken for
// it.

#include <string>
#include <vector>

#include "store/event_store.h"

namespace clew {

// In the transaction in which a session becomes one of the current project.
Status remember_folder(Transaction& transaction, const std::string& device,
                       const std::string& project);

// The projects that this folder was before: none but for "path:…" as `project`.
std::vector<std::string> former_projects(StoreReader& store, const std::string& device,
                                         const std::string& project);

}  // namespace clew

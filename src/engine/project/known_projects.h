#pragma once
// A project that arrived from another machine may have another id here: a shallow clone goes by the
// address of its remote, a folder without git by its path. The store remembers, for this machine,
// which of its projects such an id means; nothing of it is recorded in a session.

#include <string>
#include <vector>

#include "store/event_store.h"

namespace clew {

// The repository's part of a project's id: git:HASH of git:HASH:web. A path has its folder in
// itself.
std::string repository_of(const std::string& project);

// From now on `project`, as another machine calls it, is the repository or folder `here`.
Status remember_known_project(Transaction& transaction, const std::string& device,
                              const std::string& here, const std::string& project);

// What others call the repository or folder `here`, in its folder `folder`.
std::vector<std::string> known_projects(StoreReader& store, const std::string& device,
                                        const std::string& here, const std::string& folder);

}  // namespace clew

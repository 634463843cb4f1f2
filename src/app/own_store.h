#pragma once
// Whether the store in the user's data folder is the user's own. Decided from what the system says
// of its files, before one of them is opened as a database.

#include <cstdint>
#include <string>

#include "files/file_system.h"

namespace clew {

// Whether a project may have said where the home folder is (project/project_reach.h). Then what is
// in it may have come with the project, and only a store that was made here is believed.
enum class HomeOwnership { kOfPerson, kInProject };

// Why the store in `folder` is not used, as what follows "because"; empty when it is, or when there
// is none yet. `user` is whose files are one's own.
std::string reason_against_store_in(FileSystem& files, const std::string& folder, uint32_t user,
                                    HomeOwnership home);

// Whether `folder`, if it is there, is the user's and closed to everybody else. No checkout makes
// such a folder, unless everything it makes is private.
bool is_absent_or_private(FileSystem& files, const std::string& folder, uint32_t user);

}  // namespace clew

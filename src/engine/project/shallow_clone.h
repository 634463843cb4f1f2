#pragma once
// A shallow clone does not know its first commit, and its project goes by the address of its
// remote, which anybody can write into a folder that they pass on. Sessions of that project are
// shown and continued only where they may have been recorded.

#include <string>
#include <vector>

#include "project/project_identity.h"
#include "store/store_reader.h"

namespace clew {

// Whether one of the latest sessions of the projects `ids` was begun in this checkout or another
// one of its repository, or at a commit that this one has; also when there is no session.
bool is_clone_of_sessions(StoreReader& store, FileSystem& files, GitAnswers& answers,
                          const GitRepository& checkout, const std::vector<std::string>& ids);

}  // namespace clew

#pragma once
// The address of a git repository in the one form that all ways of reaching it (https, ssh, scp
// style) share, so that two clones can be told to be the same project. User names, passwords and
// tokens are never part of it.
//   https://ana:secret@GitHub.com/org/repo.git, git@github.com:org/repo → github.com/org/repo

#include <string>
#include <string_view>

namespace clew {

std::string normalize_remote_url(std::string_view url);

}  // namespace clew

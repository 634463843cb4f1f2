#pragma once
// The address of a repository in the one form that all ways of reaching it share. User names,
// passwords and tokens are never part of it.
//   https://ana:secret@GitHub.com/org/repo.git, git@github.com:org/repo → github.com/org/repo

#include <string>
#include <string_view>

namespace clew {

std::string normalize_remote_url(std::string_view url);

}  // namespace clew

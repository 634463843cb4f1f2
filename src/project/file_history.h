#pragma once
// What git has of a file from before: its contents in the commits that changed it, the newest
// first, as they are stored. Asked of git, a few programs for each file.

#include <functional>
#include <string>
#include <string_view>

#include "project/git_repository.h"

namespace clew {

inline constexpr size_t kMaxEarlierContents = 32;

// `path` is from the root of the repository. Goes on until `take` returns false, all of them or
// kMaxEarlierContents were taken, or git cannot tell more.
void read_earlier_contents(const GitRepository& repository, const std::string& path,
                           const std::function<bool(std::string_view content)>& take);

}  // namespace clew

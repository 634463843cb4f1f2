#pragma once
// What the last commit has of files, as a checkout writes it (checked_out.h). Asked of git: a few
// programs for hundreds of files, and none that the repository's settings name.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "project/checked_out.h"
#include "project/git_repository.h"

namespace clew {

inline constexpr uint64_t kMaxHeadContent = uint64_t{4} << 20;

enum class HeadHas {
  kUnknown,  // git cannot tell
  kNothing,  // the last commit has no such file, or there is no commit yet
  kFile,     // or a link, or a submodule
};

struct HeadFile {
  HeadHas has = HeadHas::kUnknown;
  // Nothing for what is larger than kMaxHeadContent, no plain file, or not for certain.
  std::optional<CheckedOut> content;
};

// `paths` are files, from the root of the repository. Each is taken once at most, with its place
// in `paths`; of those that are not, git knows nothing: it is missing, refuses, or was too slow.
using TakeHeadFile = std::function<void(size_t location, HeadFile file)>;
void read_head_files(FileSystem& files, const GitRepository& repository,
                     const std::vector<std::string>& paths, const TakeHeadFile& take);

}  // namespace clew

#pragma once
// The files of a checkout that may be source code. In a repository git lists them: its index and
// what is untracked and not ignored. Elsewhere the folder is walked, and .gitignore files are
// honoured. Paths are relative, sorted, each once; some may be gone or be no regular files.

#include <optional>
#include <string>
#include <vector>

#include "files/file_system.h"
#include "project/git_repository.h"

namespace clew {

// What is listed without git at most: a person may stand in any folder.
inline constexpr size_t kMaxListedFiles = 200'000;

// kInvalid when there are too many files. `repository` is the one at `root`, if it is one.
Result<std::vector<std::string>> list_sources(FileSystem& files, const std::string& root,
                                              const std::optional<GitRepository>& repository);

}  // namespace clew

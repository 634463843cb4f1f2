#pragma once
// Whether git would leave a file out, told from the .gitignore files alone: no git is run. Exact
// names, * ? and **, /anchored and folder/ patterns and ! are understood; the person's own list of
// ignored files, outside the repository, is not looked at.

#include <string>
#include <string_view>

#include "project/git_repository.h"

namespace clew {

// `path` is a file, relative to the root of the repository.
bool is_git_ignored(FileSystem& files, const GitRepository& repository, const std::string& path);

// One line of a .gitignore file against a path relative to that file's folder.
enum class IgnoreVerdict { kNone, kIgnored, kKept };
enum class PathKind { kFile, kFolder };
IgnoreVerdict judge_ignore_line(std::string_view line, std::string_view path, PathKind kind);

}  // namespace clew

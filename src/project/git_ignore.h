#pragma once
// Whether git would leave a file out, told from the .gitignore files alone: no git is run. Exact
// names, * ? and **, /anchored and folder/ patterns and ! are understood; the person's own list of
// ignored files, outside the repository, is not looked at.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "project/git_repository.h"

namespace clew {

// `path` is a file, relative to the root of the repository.
bool is_git_ignored(FileSystem& files, const GitRepository& repository, const std::string& path);

enum class IgnoreVerdict { kNone, kIgnored, kKept };
enum class PathKind { kFile, kFolder };

// The .gitignore files on the way down to a folder, each read once and asked about many paths. What
// somebody else wrote into them costs a bounded time for each path: patterns made of many stars are
// given up and match nothing, and so do all that come after too many steps.
class IgnoreRules {
 public:
  // How large the next file may be: less than a MiB when those before it were large.
  uint64_t room() const;
  // Takes in the text of a file in `folder`, from the root; empty: the root.
  void push(const std::string& folder, const std::string& text);
  void pop();
  // What the last line says that has something to say of a path from the root.
  IgnoreVerdict judge(std::string_view path, PathKind kind);

 private:
  struct Rule {
    size_t start = 0;  // of the pattern in the text
    size_t size = 0;
    bool keeps = false;
    bool only_folders = false;
    bool is_anchored = false;
  };
  struct IgnoreFile {
    size_t folder = 0;  // the length of its path
    std::string text;
    std::vector<Rule> rules;
  };

  std::vector<IgnoreFile> files_;
  uint64_t bytes_ = 0;  // of all texts there have been
  size_t paths_ = 0;    // judged
  size_t steps_ = 0;
};

}  // namespace clew

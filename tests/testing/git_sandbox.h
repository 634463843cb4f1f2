#pragma once
// Real git repositories for a test: fixed people and dates, nobody's settings.

#include <doctest/doctest.h>

#include <string>
#include <vector>

// Ends the test case, with the reason, on a machine without git.
#define CLEW_NEED_GIT()                       \
  if (!::clew::GitSandbox::available()) {     \
    MESSAGE("skipped: git is not installed"); \
    return;                                   \
  }

namespace clew {

class GitSandbox {
 public:
  static bool available();

  explicit GitSandbox(std::string root) : root_(std::move(root)) {}

  const std::string& root() const { return root_; }
  // Stops the test program when git refuses. Answers what git printed, without the last line end.
  std::string git(const std::vector<std::string>& arguments) const;
  void init() const;  // with the branch "main"
  // Writes the file and commits it; answers the commit.
  std::string commit(const std::string& path, const std::string& content) const;

 private:
  std::string root_;
};

}  // namespace clew

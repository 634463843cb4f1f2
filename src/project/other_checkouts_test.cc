// The other checkouts of a repository, whose list somebody else may have made.

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "project/git_repository.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// A worktree as git makes one: it names the repository, and the repository names it.
void add_worktree(const std::string& root, const std::string& name) {
  const std::string own = root + "/main/.git/worktrees/" + name;
  std::filesystem::create_directories(own);
  std::filesystem::create_directory(root + "/" + name);
  write_text(own + "/HEAD", "ref: refs/heads/" + name + "\n");
  write_text(own + "/commondir", "../..\n");
  write_text(own + "/gitdir", root + "/" + name + "/.git\n");
  write_text(root + "/" + name + "/.git", "gitdir: " + own + "\n");
}

std::vector<GitRepository> others_of(const std::string& root) {
  PosixFileSystem files;
  const auto own = find_repository(files, root + "/main");
  REQUIRE(own.ok());
  REQUIRE(*own);
  return other_checkouts(files, **own);
}

TEST_CASE("worktrees of a repository are found, those that are gone are not") {
  TempFolder temp;
  const std::string root = std::filesystem::canonical(temp.path()).string();
  std::filesystem::create_directories(root + "/main/.git");
  write_text(root + "/main/.git/HEAD", "ref: refs/heads/main\n");
  CHECK(others_of(root).empty());
  for (const char* name : {"a", "b", "c"}) add_worktree(root, name);
  std::filesystem::remove_all(root + "/b");
  const auto others = others_of(root);
  REQUIRE(others.size() == 2);
  CHECK(others[0].root == root + "/a");
  CHECK(others[1].root == root + "/c");
}

TEST_CASE("of a list of worktrees without end a part is looked at") {
  TempFolder temp;
  const std::string root = std::filesystem::canonical(temp.path()).string();
  std::filesystem::create_directories(root + "/main/.git");
  write_text(root + "/main/.git/HEAD", "ref: refs/heads/main\n");
  constexpr size_t kMany = 300;
  for (size_t i = 0; i < kMany; ++i) add_worktree(root, "w" + std::to_string(i));
  CHECK(others_of(root).size() == 256);
}

}  // namespace
}  // namespace clew

#include "project/tree_content.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

class Tree {
 public:
  Tree() {
    git.init();
    git.commit("a/x", "one\n");
    git.commit("b/y", "two\n");
    repository = *find_repository(files, git.root()).value();
  }
  void write(const std::string& path, const std::string& text) {
    write_text(git.root() + "/" + path, text);
  }
  Hash digest(const std::string& below = "", const TreeContent& beside = {}) {
    const auto tracked = read_tracked(files, repository, below);
    REQUIRE(tracked);
    return tree_digest(*tracked, beside);
  }

  TempFolder folder;
  GitSandbox git{folder / "repository"};
  PosixFileSystem files;
  GitRepository repository;
};

TEST_CASE("contents alone make the digest of a tree, committed or not") {
  CLEW_NEED_GIT();
  Tree t;
  const Hash first = t.digest();
  t.write("a/x", "other\n");
  const Hash edited = t.digest();
  CHECK(edited != first);
  t.git.git({"commit", "-qam", "edited"});
  CHECK(t.digest() == edited);
  t.git.git({"commit", "-q", "--amend", "-m", "said otherwise"});
  CHECK(t.digest() == edited);
  std::filesystem::remove(t.git.root() + "/b/y");
  CHECK(t.digest() != edited);
  t.git.git({"checkout", "-q", "b/y"});
  t.write("a/x", "one\n");
  CHECK(t.digest() == first);
}

TEST_CASE("what lies outside of the folder does not count") {
  CLEW_NEED_GIT();
  Tree t;
  const Hash below = t.digest("a");
  t.write("b/y", "other\n");
  CHECK(t.digest("a") == below);
  t.write("a/x", "other\n");
  CHECK(t.digest("a") != below);
}

TEST_CASE("an untracked file counts the same when it is committed, and an ignored one never does") {
  CLEW_NEED_GIT();
  Tree t;
  t.write(".gitignore", "*.log\n");
  t.git.git({"add", ".gitignore"});
  t.write("new", "three\n");
  t.write("made.log", "noise\n");
  const auto untracked = read_untracked(t.files, t.repository, "", 10);
  REQUIRE(untracked);
  CHECK(untracked->size() == 1);
  const Hash with_it = t.digest("", *untracked);
  t.git.git({"add", "new"});
  t.git.git({"commit", "-qm", "new"});
  CHECK(t.digest() == with_it);
  CHECK(t.digest("", read_contents(t.files, t.repository, {"new", "gone"})) == with_it);
  t.write("one more", "x");
  CHECK_FALSE(read_untracked(t.files, t.repository, "", 0));
}

TEST_CASE("line ends that git converts are no other content") {
  CLEW_NEED_GIT();
  Tree t;
  t.git.git({"config", "core.autocrlf", "true"});
  t.write("a/x", "one\r\nmore\r\n");
  const Hash edited = t.digest();
  t.git.git({"commit", "-qam", "converted"});
  CHECK(t.digest() == edited);
}

}  // namespace
}  // namespace clew

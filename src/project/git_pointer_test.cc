#include "project/git_pointer.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "project/git_repository.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("core.worktree is read as git writes it") {
  struct Row {
    const char* config;
    const char* value;
  };
  constexpr Row kRows[] = {
      {"[core]\n\tworktree = ../../../lib\n",                   "../../../lib"},
      {"[CORE]\n\tbare = false\n\tWorkTree=/a\n",               "/a"          },
      {"[core] worktree = /a ; a comment\n",                    "/a"          },
      {"[core]\n\tworktree = \"../a b # c\"\n",                 "../a b # c"  },
      {"[core]\n\tworktree = a\\\"b\\\\c\n",                    "a\"b\\c"     },
      {"[core]\n\tworktree = /a\n\tworktree = /b",              "/b"          },
      {"[core \"x\"]\n\tworktree = /a\n",                       ""            },
      {"[remote \"core\"]\n\tworktree = /a\n[core]\n\tx = y\n", ""            },
      {"[core]\n\tworktree\n",                                  ""            },
      {"[core\nworktree = /a\n",                                ""            },
      {"",                                                      ""            },
  };
  for (const Row& row : kRows) CHECK(core_worktree(row.config) == row.value);
}

TEST_CASE("a worktree is one only where the repository keeps it") {
  CHECK(is_worktree_of("/a/.git/worktrees/b", "/a/.git"));
  CHECK_FALSE(is_worktree_of("/c/.git/worktrees/b", "/a/.git"));
  CHECK_FALSE(is_worktree_of("/a/.git/worktrees/b/c", "/a/.git"));
  CHECK_FALSE(is_worktree_of("/a/.git", "/a/.git"));
}

TEST_CASE("a checkout leads only to a repository that knows of it") {
  CLEW_NEED_GIT();
  TempFolder temp;
  PosixFileSystem files;
  const GitSandbox repo(temp / "repo");
  repo.init();
  repo.commit("a", "1");
  repo.git({"worktree", "add", "--quiet", "-b", "side", temp / "side"});
  const auto side = find_repository(files, temp / "side");
  REQUIRE(side.ok());
  REQUIRE(side->has_value());
  CHECK((*side)->common_dir == temp / "repo/.git");

  fs::create_directories(temp / "clone");
  fs::copy_file(temp / "side/.git", temp / "clone/.git");
  CHECK(find_repository(files, temp / "clone").error().code == ErrorCode::kNotAllowed);
  // What is to be kept out is taken at its word.
  const auto claimed = find_claimed_repository(files, temp / "clone");
  REQUIRE(claimed.ok());
  CHECK((*claimed)->common_dir == temp / "repo/.git");

  fs::create_directories(temp / "linked");
  fs::create_directory_symlink(temp / "repo/.git", temp / "linked/.git");
  CHECK(find_repository(files, temp / "linked").error().code == ErrorCode::kNotAllowed);
  // Its owner says that it is a checkout of it.
  repo.git({"config", "core.worktree", temp / "linked"});
  CHECK(find_repository(files, temp / "linked").ok());
}

}  // namespace clew

#include "project/file_history.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <vector>

#include "files/posix_file_system.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

std::vector<std::string> earlier_contents(const GitSandbox& repo, const std::string& path,
                                          size_t most = 1000) {
  PosixFileSystem files;
  const auto repository = find_repository(files, repo.root());
  REQUIRE(repository.ok());
  std::vector<std::string> out;
  read_earlier_contents(**repository, path, [&](std::string_view content) {
    out.emplace_back(content);
    return out.size() < most;
  });
  return out;
}

}  // namespace

TEST_CASE("what commits made of a file is read, the newest first, whatever stands there now") {
  CLEW_NEED_GIT();
  const TempFolder temp;
  const GitSandbox repo(temp / "repo");
  repo.init();
  CHECK(earlier_contents(repo, "a").empty());  // no commit yet
  repo.commit("a", "one\n");
  repo.commit("b", "other\n");
  repo.commit("a", "");
  repo.git({"rm", "-q", "a"});
  repo.git({"commit", "-q", "-m", "gone"});
  repo.commit("a", "two\n\n");
  std::filesystem::remove(repo.root() + "/a");
  CHECK(earlier_contents(repo, "a") == std::vector<std::string>{"two\n\n", "", "one\n"});
  CHECK(earlier_contents(repo, "a", 1) == std::vector<std::string>{"two\n\n"});
  CHECK(earlier_contents(repo, "none").empty());
  CHECK(earlier_contents(repo, "*").empty());
  CHECK(earlier_contents(repo, "a\nHEAD:b").empty());
}

TEST_CASE("of a file with many commits the newest are read") {
  CLEW_NEED_GIT();
  const TempFolder temp;
  const GitSandbox repo(temp / "repo");
  repo.init();
  for (int i = 0; i < 40; ++i) repo.commit("a", std::to_string(i));
  const auto found = earlier_contents(repo, "a");
  REQUIRE(found.size() == kMaxEarlierContents);
  CHECK(found.front() == "39");
  CHECK(found.back() == "8");
}

}  // namespace clew

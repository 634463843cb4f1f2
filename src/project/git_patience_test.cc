#include "project/git_patience.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include "files/posix_file_system.h"
#include "files/run_process.h"
#include "project/git_answers.h"
#include "project/git_command.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

GitRepository repository_at(const std::string& root) {
  return {root, root + "/.git", root + "/.git"};
}

// Whatever other tests of the program ask of git has its own time.
struct OwnPatience {
  ~OwnPatience() {
    keep_git_silences_in({});
    limit_git_time(hours(24));
  }
};

TEST_CASE("a repository that let the time pass is not asked again, unless with much more time") {
  TempFolder temp;
  const OwnPatience own;
  keep_git_silences_in(temp.path());
  const GitRepository slow = repository_at("/silent/slow");
  limit_git_time(seconds(4));
  CHECK(time_for_git(slow, seconds(3)) == seconds(3));
  note_git_time(slow, seconds(1), GitPromptness::kTimedOut);
  CHECK(time_for_git(slow, seconds(3)) == std::nullopt);
  CHECK(time_for_git(repository_at("/silent/other"), seconds(3)) == seconds(3));
  CHECK_FALSE(fs::is_empty(temp.path()));
  limit_git_time(hours(1));
  CHECK(time_for_git(slow, seconds(3)) == seconds(3));
  note_git_time(slow, seconds(3), GitPromptness::kTimedOut);
  CHECK(time_for_git(slow, kLongestGitTime) == std::nullopt);
}

TEST_CASE("a silence that another process met counts while it lasts") {
  TempFolder temp;
  PosixFileSystem files;
  const OwnPatience own;
  keep_git_silences_in(temp.path());
  GitAnswersInFolder kept(files, temp.path());
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  const int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  const auto time_until = [&](const std::string& name, int64_t until) {
    const GitRepository repository = repository_at("/silent/" + name);
    kept.put("silent " + repository.common_dir, std::to_string(until) + " 30000\n");
    return time_for_git(repository, seconds(3));
  };
  CHECK(time_until("present", now + minutes(4).ms) == std::nullopt);
  CHECK(time_until("past", now - 1) == seconds(3));
  CHECK(time_until("clock set back", now + hours(1).ms) == seconds(3));
  kept.put("silent /silent/damaged/.git", "damaged");
  CHECK(time_for_git(repository_at("/silent/damaged"), seconds(3)) == seconds(3));
}

TEST_CASE("all questions of a process together have their time") {
  const OwnPatience own;
  const GitRepository here = repository_at("/silent/here");
  limit_git_time(seconds(3));
  CHECK(time_for_git(here, seconds(30)) == seconds(3));
  note_git_time(here, seconds(2), GitPromptness::kAnswered);
  CHECK(time_for_git(here, seconds(30)) == seconds(1));
  note_git_time(here, seconds(1), GitPromptness::kAnswered);
  CHECK(time_for_git(here, seconds(30)) == std::nullopt);
}

TEST_CASE("a pipe in the place of a file that git reads is not waited for: git is not run") {
  CLEW_NEED_GIT();
  TempFolder temp;
  PosixFileSystem files;
  const GitSandbox repo(temp / "repo");
  repo.init();
  repo.commit("a", "1");
  const GitRepository here = repository_at(repo.root());
  REQUIRE(pipe_in_repository(files, here).empty());
  for (const char* name : {".git/config", ".git/info/exclude", ".git/HEAD", ".git/index",
                           ".git/packed-refs", ".git/objects/info/alternates", ".gitignore"}) {
    CAPTURE(name);
    const fs::path path = temp / "repo" + "/" + name;
    const fs::path aside = temp / "aside";
    const bool was_there = fs::exists(path);
    if (was_there) fs::rename(path, aside);
    REQUIRE(run_process({
                            .argv = {"mkfifo", path.string()},
                              .folder = {}
    })
                ->succeeded());
    CHECK(pipe_in_repository(files, here) == path.string());
    const uint64_t before = programs_started();
    CHECK_FALSE(run_git(here, {.question = GitQuestion::kListedFiles}).ok());
    CHECK(programs_started() == before);
    fs::remove(path);
    if (was_there) fs::rename(aside, path);
  }
}

}  // namespace
}  // namespace clew

#include "agent_client/working_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Folders {
  Folders() {
    for (const char* folder : {"app/web/src", "app/api", "plain/deep", "other"}) {
      std::filesystem::create_directories(at(folder));
    }
  }
  std::string at(const std::string& path) const { return temp / path; }
  // Both are below the temporary folder, and so is the answer.
  std::string of(const std::string& cwd, const std::string& started) {
    const std::string folder = folder_of_agent(files, at(cwd), at(started));
    return std::filesystem::relative(folder, std::filesystem::canonical(at(""))).string();
  }
  TempFolder temp;
  PosixFileSystem files;
};

TEST_CASE("an agent that goes into a folder stays in the project it was started in") {
  CLEW_NEED_GIT();
  Folders folders;
  CHECK(folders.of("plain/deep", "plain") == "plain");
  const GitSandbox repo(folders.at("app"));
  repo.init();
  repo.commit("web/a", "a\n");
  CHECK(folders.of("app/web/src", "app") == "app");
  CHECK(folders.of("app", "app/web") == "app/web");
  CHECK(folders.of("app/api", "app/web") == "app/web");
  GitSandbox(folders.at("app/web/src")).init();  // a repository inside
  CHECK(folders.of("app/web/src", "app") == "app");
  CHECK(folders.of("app/web/src", "app/api") == "app/api");
}

TEST_CASE("in another worktree it is in the same folder of that") {
  CLEW_NEED_GIT();
  Folders folders;
  const GitSandbox repo(folders.at("app"));
  repo.init();
  repo.commit("web/a", "a\n");
  repo.git({"worktree", "add", "-q", "-b", "one", folders.at("beside")});
  repo.git({"worktree", "add", "-q", "-b", "two", folders.at("app/.trees/inside")});
  CHECK(folders.of("beside/web", "app") == "beside");
  CHECK(folders.of("beside", "app/web") == "beside/web");
  CHECK(folders.of("beside", "app/api") == "beside");  // which has no such folder
  CHECK(folders.of("app/.trees/inside/web", "app") == "app/.trees/inside");
}

TEST_CASE("an agent that goes elsewhere is where it stands") {
  CLEW_NEED_GIT();
  Folders folders;
  GitSandbox(folders.at("app")).init();
  CHECK(folders.of("app/web", ".") == "app/web");  // from a folder of many projects
  CHECK(folders.of("other", "app") == "other");
  CHECK(folders.of("app", "other") == "app");
  CHECK(folders.of("plain/deep", "other") == "plain/deep");
  CHECK(folders.of("app", "gone") == "app");
  CHECK(folder_of_agent(folders.files, "/x", "") == "/x");
  CHECK(folder_of_agent(folders.files, "/x", "relative") == "/x");
}

}  // namespace
}  // namespace clew

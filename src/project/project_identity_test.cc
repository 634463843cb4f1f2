#include "project/project_identity.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <map>

#include "files/posix_file_system.h"
#include "project/remote_url.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

class MemoryCache final : public GitAnswers {
 public:
  std::optional<std::string> get(const std::string& key) override {
    const auto found = values.find(key);
    if (found == values.end()) return std::nullopt;
    return found->second;
  }
  void put(const std::string& key, const std::string& value) override { values[key] = value; }

  std::map<std::string, std::string> values;
};

// While it lives, no program can be found, so that running git would fail.
class NoPrograms {
 public:
  NoPrograms() : before_(::getenv("PATH")) { ::setenv("PATH", "/nonexistent", 1); }
  NoPrograms(const NoPrograms&) = delete;
  ~NoPrograms() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

struct Location {
  ProjectIdentity identify(const std::string& path) {
    const auto identity = identify_project(files, cache, path);
    REQUIRE(identity.ok());
    return *identity;
  }

  TempFolder temp;
  PosixFileSystem files;
  MemoryCache cache;
};

}  // namespace

TEST_CASE("without git the real path is the project, and nothing is run") {
  Location location;
  std::filesystem::create_directories(location.temp / "work");
  std::filesystem::create_symlink("work", location.temp / "link");
  NoPrograms none;
  const std::string real = location.temp / "work";
  CHECK(location.identify(location.temp / "link") == ProjectIdentity{"path:" + real, "path:" + real,
                                                                     "path:" + real, "work", real,
                                                                     "", std::nullopt});
  CHECK(location.cache.values.empty());
  CHECK(identify_project(location.files, location.cache, location.temp / "none").error().code ==
        ErrorCode::kNotFound);
}

TEST_CASE("before the first commit the real path is the project, and nothing is run") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  std::filesystem::create_directories(repo.root() + "/sub");
  NoPrograms none;
  const ProjectIdentity identity = location.identify(repo.root() + "/sub");
  CHECK(identity.id == "path:" + repo.root() + "/sub");
  CHECK(identity.repository == "path:" + repo.root());
  CHECK(identity.root == repo.root());
  CHECK(identity.folder == "sub");
  CHECK(identity.name == "repo/sub");
}

TEST_CASE("the root commit is the project; clones and worktrees share it, folders are apart") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  const std::string first = repo.commit("web/a", "1");
  repo.commit("web/a", "2");
  repo.git({"worktree", "add", "--quiet", "-b", "side", location.temp / "side"});
  repo.git({"clone", "--quiet", "file://" + repo.root(), location.temp / "clone"});

  const ProjectIdentity identity = location.identify(repo.root());
  CHECK(identity.id == "git:" + first);
  CHECK(identity.repository == identity.id);
  CHECK(identity.path_id == "path:" + repo.root());
  CHECK(identity.name == "repo");
  CHECK(location.identify(location.temp / "clone").id == identity.id);

  const ProjectIdentity side = location.identify(location.temp / "side");
  CHECK(side.id == identity.id);
  CHECK(side.name == "repo");
  CHECK(side.root == location.temp / "side");

  const ProjectIdentity web = location.identify(location.temp / "side/web");
  CHECK(web.id == "git:" + first + ":web");
  CHECK(web.repository == identity.id);
  CHECK(web.folder == "web");
  CHECK(web.name == "repo/web");
}

TEST_CASE("what is known is not asked again, and no program is run") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  const std::string first = repo.commit("a", "1");
  const ProjectIdentity before = location.identify(repo.root());
  REQUIRE(location.cache.values.size() == 1);
  repo.git({"checkout", "--quiet", "--orphan", "unborn"});
  NoPrograms none;
  CHECK(location.identify(repo.root()) == before);
  location.cache.values.clear();
  CHECK(location.identify(repo.root()).id == before.path_id);
}

TEST_CASE("a git that cannot be run leaves the path, and that is not remembered") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  const std::string first = repo.commit("a", "1");
  {
    NoPrograms none;
    CHECK(location.identify(repo.root()).id == "path:" + repo.root());
  }
  CHECK(location.identify(repo.root()).id == "git:" + first);
}

TEST_CASE("of several root commits the lowest counts") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  const std::string first = repo.commit("a", "1");
  repo.git({"checkout", "--quiet", "--orphan", "other"});
  const std::string second = repo.commit("b", "1");
  repo.git({"merge", "--quiet", "--allow-unrelated-histories", "-m", "both", "main"});
  CHECK(location.identify(repo.root()).id == "git:" + std::min(first, second));
}

TEST_CASE("a shallow clone goes by its remote, without the password in it") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  repo.commit("a", "1");
  repo.commit("a", "2");
  repo.git({"clone", "--quiet", "--depth=1", "file://" + repo.root(), location.temp / "shallow"});
  CHECK(location.identify(location.temp / "shallow").id == "remote:" + repo.root());

  const GitSandbox shallow(location.temp / "shallow");
  shallow.git({"remote", "set-url", "origin", "https://ana:secret@example.org/team/repo.git"});
  location.cache.values.clear();
  CHECK(location.identify(shallow.root()).id == "remote:example.org/team/repo");
  shallow.git({"remote", "rename", "origin", "upstream"});
  location.cache.values.clear();
  CHECK(location.identify(shallow.root()).id == "remote:example.org/team/repo");
  shallow.git({"remote", "remove", "upstream"});
  location.cache.values.clear();
  CHECK(location.identify(shallow.root()).id == "path:" + shallow.root());
}

TEST_CASE("a repository that took the place of another is not mistaken for it") {
  CLEW_NEED_GIT();
  Location location;
  const GitSandbox repo(location.temp / "repo");
  repo.init();
  repo.commit("a", "1");
  const std::string before = location.identify(repo.root()).id;
  std::filesystem::rename(repo.root(), location.temp / "moved");
  repo.init();
  const std::string other = repo.commit("a", "other");
  CHECK(location.identify(repo.root()).id == "git:" + other);
  CHECK(location.identify(location.temp / "moved").id == before);
}

TEST_CASE("all ways to reach a remote have one form, without names and secrets") {
  struct Row {
    const char* url;
    const char* form;
  };
  constexpr Row kRows[] = {
      {"https://github.com/org/repo.git",             "github.com/org/repo"      },
      {"https://GitHub.com/org/repo/",                "github.com/org/repo"      },
      {"https://ana:p@ss@github.com/org/repo",        "github.com/org/repo"      },
      {"https://x-token@github.com/org/repo.git/",    "github.com/org/repo"      },
      {"ssh://git@github.com/org/repo.git",           "github.com/org/repo"      },
      {"git@github.com:org/repo.git",                 "github.com/org/repo"      },
      {"github.com:/org/repo",                        "github.com/org/repo"      },
      {"ssh://git@example.org:2222/org/repo.git",     "example.org:2222/org/repo"},
      {"https://example.org/repo.git?token=secret#x", "example.org/repo"         },
      {"https://example.org?token=secret",            "example.org"              },
      {"file:///srv/git/repo.git",                    "/srv/git/repo"            },
      {"/srv/git/repo.git",                           "/srv/git/repo"            },
      {"/srv/odd:name",                               "/srv/odd:name"            },
      {"../repo",                                     "../repo"                  },
      {"",                                            ""                         },
  };
  for (const Row& row : kRows) CHECK(normalize_remote_url(row.url) == row.form);
}

}  // namespace clew

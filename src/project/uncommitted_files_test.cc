#include "project/uncommitted_files.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "files/run_process.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<UncommittedFile>;

struct Changes {
  explicit Changes(const std::vector<std::string>& options = {}) {
    fs::create_directories(repo.root());
    std::vector<std::string> words{"init", "--quiet", "--initial-branch=main"};
    words.insert(words.end(), options.begin(), options.end());
    repo.git(words);
  }

  UncommittedFiles all() {
    const auto found = find_repository(files, repo.root());
    REQUIRE(found.ok());
    REQUIRE(found->has_value());
    auto listed = list_uncommitted(files, **found);
    REQUIRE_MESSAGE(listed.ok(), listed.error().message);
    return *listed;
  }
  Files list() {
    const UncommittedFiles listed = all();
    CHECK(listed.complete);
    CHECK(listed.not_compared == 0);
    return listed.files;
  }
  std::string path(const std::string& name) const { return repo.root() + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    write_text(path(name), text);
  }
  // As long ago, relative to the index, as it takes for its time to be believed.
  void age(const std::string& name, int64_t seconds = 1'500'000'000) const {
    REQUIRE(runs({"touch", "-h", "-d", "@" + std::to_string(seconds), path(name)}));
  }

  static bool runs(const std::vector<std::string>& words) {
    ProcessRequest request;
    request.argv = words;
    const auto result = run_process(request);
    return result && result->succeeded();
  }

  TempFolder temp;
  PosixFileSystem files;
  GitSandbox repo{temp / "repo"};
};

}  // namespace

TEST_CASE("uncommitted files are listed by their names, whatever these contain") {
  CLEW_NEED_GIT();
  Changes location;
  for (const char* name : {"changed", "gone", "old name", "same"}) {
    location.repo.commit(name, std::string("content of ") + name + "\n");
  }
  location.write("changed", "other");
  fs::remove(location.path("gone"));
  location.repo.git({"mv", "old name", "new \"name\"\n"});
  location.write("added", "x");
  location.repo.git({"add", "added"});
  location.write("sub/untracked", "x");
  CHECK(location.list() == Files{
                               {UncommittedKind::kAdded,     "added",          ""        },
                               {UncommittedKind::kModified,  "changed",        ""        },
                               {UncommittedKind::kDeleted,   "gone",           ""        },
                               {UncommittedKind::kRenamed,   "new \"name\"\n", "old name"},
                               {UncommittedKind::kUntracked, "sub/untracked",  ""        }
  });
}

TEST_CASE("before the first commit everything in the index was added") {
  CLEW_NEED_GIT();
  for (const char* format : {"sha1", "sha256"}) {
    CAPTURE(std::string(format));
    Changes location({std::string("--object-format=") + format});
    CHECK(location.list().empty());
    location.write("a", "1");
    location.write("b", "2");
    location.repo.git({"add", "a"});
    CHECK(location.list() ==
          Files{
              {UncommittedKind::kAdded,     "a", ""},
              {UncommittedKind::kUntracked, "b", ""}
    });
  }
}

TEST_CASE("a change of the same size is found, whatever the time says") {
  CLEW_NEED_GIT();
  for (const char* format : {"sha1", "sha256"}) {
    CAPTURE(std::string(format));
    Changes location({std::string("--object-format=") + format});
    location.repo.commit("in the same moment", "one");
    location.write("in the same moment", "two");
    location.repo.commit("later", "one");
    location.write("later", "two");
    location.age("later");
    location.write("kept/touched", "same");
    location.repo.commit("kept/touched", "same");
    location.age("kept/touched");
    CHECK(location.list() == Files{
                                 {UncommittedKind::kModified, "in the same moment", ""},
                                 {UncommittedKind::kModified, "later",              ""}
    });
  }
}

TEST_CASE("a file that was written in the same moment as the index is compared by content") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("a", "one");
  const std::string moment = location.temp / "moment";
  REQUIRE(Changes::runs({"touch", "-r", location.path("a"), moment}));
  location.write("a", "two");
  REQUIRE(Changes::runs({"touch", "-r", moment, location.path("a"), location.path(".git/index")}));
  CHECK(location.list() == Files{
                               {UncommittedKind::kModified, "a", ""}
  });
}

TEST_CASE("an empty file that was filled, and one that was emptied, have changed") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("empty", "");
  location.repo.commit("full", "x");
  location.repo.commit("still empty", "");
  location.age("still empty");
  location.write("empty", "x");
  location.write("full", "");
  CHECK(location.list().size() == 2);
}

TEST_CASE("an index that has not looked at files yet is compared by content") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("a", "1");
  location.repo.commit("b", "2");
  fs::remove(location.path(".git/index"));
  location.repo.git({"read-tree", "HEAD"});
  CHECK(location.list().empty());
  location.write("b", "3");
  CHECK(location.list() == Files{
                               {UncommittedKind::kModified, "b", ""}
  });
}

TEST_CASE("line ends that git converts are no change, others are") {
  CLEW_NEED_GIT();
  Changes location;
  location.write(".gitattributes", "*.txt text\n*.auto text=auto\n*.bin -text\n");
  location.repo.git({"add", ".gitattributes"});
  for (const char* name : {"a.txt", "a.auto", "a.bin", "a.none"}) {
    location.repo.commit(name, "one\ntwo\n");
  }
  for (const char* name : {"a.txt", "a.auto", "a.bin", "a.none"}) {
    location.write(name, "one\r\ntwo\r\n");
    // The index then has neither time nor size.
    location.repo.git(
        {"update-index", "--cacheinfo",
         "100644," + location.repo.git({"rev-parse", std::string("HEAD:") + name}) + "," + name});
  }
  CHECK(location.list() ==
        Files{
            {UncommittedKind::kModified, "a.bin",  ""},
            {UncommittedKind::kModified, "a.none", ""}
  });
  location.repo.git({"config", "core.autocrlf", "true"});
  CHECK(location.list() == Files{
                               {UncommittedKind::kModified, "a.bin", ""}
  });
}

TEST_CASE("a file behind a filter is unchanged by its facts, or not compared") {
  CLEW_NEED_GIT();
  Changes location;
  location.write(".gitattributes",
                 "*.big filter=big\n*.id ident\n*.wide working-tree-encoding=UTF-16\n");
  location.repo.git({"add", ".gitattributes"});
  location.repo.commit("plain", "x");
  location.repo.git({"config", "filter.big.clean", "sed s/.*/pointer/"});
  location.write("a.big", "a large content\n");
  location.age("a.big");
  location.repo.git({"add", "a.big"});
  location.repo.commit("b", "x");
  location.repo.git({"config", "filter.big.clean", "touch " + (location.temp / "mark")});
  CHECK(location.list().empty());
  location.age("a.big", 1'600'000'000);
  CHECK(location.all().files.empty());
  CHECK(location.all().not_compared == 1);
  location.write("a.big", "a larger content than it was\n");
  CHECK(location.list() == Files{
                               {UncommittedKind::kModified, "a.big", ""}
  });
  CHECK_FALSE(fs::exists(location.temp / "mark"));
}

TEST_CASE("modes, links and what took the place of a file") {
  CLEW_NEED_GIT();
  Changes location;
  for (const char* name : {"run", "to a folder", "to a link", "d/below"}) {
    location.repo.commit(name, name);
  }
  fs::create_symlink("one", location.path("link"));
  fs::create_symlink("same", location.path("same link"));
  location.repo.git({"add", "-A"});
  location.repo.git({"commit", "--quiet", "-m", "links"});
  location.age("same link");
  fs::permissions(location.path("run"), fs::perms::owner_exec, fs::perm_options::add);
  fs::remove(location.path("to a folder"));
  fs::create_directory(location.path("to a folder"));
  fs::remove(location.path("to a link"));
  fs::create_symlink("to a lin", location.path("to a link"));
  fs::remove(location.path("link"));
  fs::create_symlink("two", location.path("link"));
  fs::rename(location.path("d"), location.temp / "elsewhere");
  fs::create_directory_symlink(location.temp / "elsewhere", location.path("d"));
  CHECK(location.list() == Files{
                               {UncommittedKind::kUntracked, "d",           ""},
                               {UncommittedKind::kDeleted,   "d/below",     ""},
                               {UncommittedKind::kModified,  "link",        ""},
                               {UncommittedKind::kModified,  "run",         ""},
                               {UncommittedKind::kDeleted,   "to a folder", ""},
                               {UncommittedKind::kModified,  "to a link",   ""}
  });
  location.repo.git({"config", "core.fileMode", "false"});
  CHECK(location.list().size() == 5);
}

TEST_CASE("conflicts, and files that are only going to be added or not looked at") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("a", "1");
  location.repo.commit("skipped", "1");
  location.repo.commit("assumed", "1");
  location.repo.git({"checkout", "--quiet", "-b", "side"});
  location.repo.commit("a", "side");
  location.repo.git({"checkout", "--quiet", "main"});
  location.repo.commit("a", "main");
  const std::string blob = location.repo.git({"rev-parse", "side:a"});
  const std::string ours = location.repo.git({"rev-parse", "main:a"});
  write_text(location.temp / "info", "0 " + std::string(40, '0') + "\ta\n100644 " + ours +
                                         " 2\ta\n" + "100644 " + blob + " 3\ta\n");
  location.repo.git({"-c",
                     "alias.conflict=!git update-index --index-info <" + (location.temp / "info"),
                     "conflict"});
  location.write("soon", "x");
  location.repo.git({"add", "-N", "soon"});
  location.repo.git({"update-index", "--skip-worktree", "skipped"});
  location.repo.git({"update-index", "--assume-unchanged", "assumed"});
  location.write("skipped", "other");
  location.write("assumed", "other");
  CHECK(location.list() ==
        Files{
            {UncommittedKind::kConflicted, "a",    ""},
            {UncommittedKind::kAdded,      "soon", ""}
  });
}

TEST_CASE("a submodule has changed when another commit is checked out in it") {
  CLEW_NEED_GIT();
  Changes location;
  const GitSandbox library(location.temp / "library");
  library.init();
  library.commit("l", "1");
  location.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  location.repo.git({"commit", "--quiet", "-m", "lib"});
  CHECK(location.list().empty());
  const GitSandbox inside(location.path("lib"));
  write_text(location.path("lib/l"), "changed in it");
  CHECK(location.list().empty());
  inside.commit("l", "2");
  CHECK(location.list() == Files{
                               {UncommittedKind::kModified, "lib", ""}
  });
  fs::remove_all(location.path("lib"));
  CHECK(location.list() == Files{
                               {UncommittedKind::kDeleted, "lib", ""}
  });
}

TEST_CASE("every kind of index is read, or said not to be") {
  CLEW_NEED_GIT();
  Changes location;
  for (const char* name : {"a", "b/one", "b/two", "c/three"}) location.repo.commit(name, name);
  location.write("b/two", "b/2wo");
  const Files changed{
      {UncommittedKind::kModified, "b/two", ""}
  };
  for (const char* version : {"2", "3", "4"}) {
    location.repo.git({"update-index", "--index-version", version});
    CHECK(location.list() == changed);
  }
  location.repo.git({"update-index", "--split-index"});
  CHECK_FALSE(location.all().complete);
  location.repo.git({"update-index", "--no-split-index"});
  CHECK(location.list() == changed);
  location.repo.git({"sparse-checkout", "set", "--cone", "--sparse-index", "b"});
  CHECK_FALSE(fs::exists(location.path("c/three")));
  CHECK(location.list() == changed);
  const std::string whole = read_text(location.path(".git/index"));
  write_text(location.path(".git/index"), whole.substr(0, whole.size() / 2));
  const auto found = find_repository(location.files, location.repo.root());
  const auto cut = list_uncommitted(location.files, **found);
  CHECK((!cut || !cut->complete));
}

TEST_CASE("a work tree that the settings put elsewhere is not looked into") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("a", "1");
  write_text(location.temp / "private/secret", "x");
  location.repo.git({"config", "core.worktree", location.temp / "private"});
  CHECK(location.list().empty());
}

TEST_CASE("a repository that git refuses is not read past it") {
  CLEW_NEED_GIT();
  Changes location;
  location.repo.commit("a", "1");
  if (!Changes::runs({"chown", "12345", location.repo.root()})) {
    MESSAGE("skipped: only root can give a folder away");
    return;
  }
  const auto found = find_repository(location.files, location.repo.root());
  const auto refused = list_uncommitted(location.files, **found);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("dubious ownership") != std::string::npos);
  ::setenv("GIT_CONFIG_COUNT", "2", 1);
  ::setenv("GIT_CONFIG_KEY_0", "core.fsmonitor", 1);
  ::setenv("GIT_CONFIG_VALUE_0", ("touch " + (location.temp / "mark")).c_str(), 1);
  ::setenv("GIT_CONFIG_KEY_1", "safe.directory", 1);
  ::setenv("GIT_CONFIG_VALUE_1", location.repo.root().c_str(), 1);
  CHECK(list_uncommitted(location.files, **found).ok());
  for (const char* name : {"GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0",
                           "GIT_CONFIG_KEY_1", "GIT_CONFIG_VALUE_1"}) {
    ::unsetenv(name);
  }
  CHECK_FALSE(fs::exists(location.temp / "mark"));
}

}  // namespace clew

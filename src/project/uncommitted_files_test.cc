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
  Changes place;
  for (const char* name : {"changed", "gone", "old name", "same"}) {
    place.repo.commit(name, std::string("content of ") + name + "\n");
  }
  place.write("changed", "other");
  fs::remove(place.path("gone"));
  place.repo.git({"mv", "old name", "new \"name\"\n"});
  place.write("added", "x");
  place.repo.git({"add", "added"});
  place.write("sub/untracked", "x");
  CHECK(place.list() == Files{
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
    Changes place({std::string("--object-format=") + format});
    CHECK(place.list().empty());
    place.write("a", "1");
    place.write("b", "2");
    place.repo.git({"add", "a"});
    CHECK(place.list() ==
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
    Changes place({std::string("--object-format=") + format});
    place.repo.commit("in the same moment", "one");
    place.write("in the same moment", "two");
    place.repo.commit("later", "one");
    place.write("later", "two");
    place.age("later");
    place.write("kept/touched", "same");
    place.repo.commit("kept/touched", "same");
    place.age("kept/touched");
    CHECK(place.list() == Files{
                              {UncommittedKind::kModified, "in the same moment", ""},
                              {UncommittedKind::kModified, "later",              ""}
    });
  }
}

TEST_CASE("a file that was written in the same moment as the index is compared by content") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("a", "one");
  const std::string moment = place.temp / "moment";
  REQUIRE(Changes::runs({"touch", "-r", place.path("a"), moment}));
  place.write("a", "two");
  REQUIRE(Changes::runs({"touch", "-r", moment, place.path("a"), place.path(".git/index")}));
  CHECK(place.list() == Files{
                            {UncommittedKind::kModified, "a", ""}
  });
}

TEST_CASE("an empty file that was filled, and one that was emptied, have changed") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("empty", "");
  place.repo.commit("full", "x");
  place.repo.commit("still empty", "");
  place.age("still empty");
  place.write("empty", "x");
  place.write("full", "");
  CHECK(place.list().size() == 2);
}

TEST_CASE("an index that has not looked at files yet is compared by content") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("a", "1");
  place.repo.commit("b", "2");
  fs::remove(place.path(".git/index"));
  place.repo.git({"read-tree", "HEAD"});
  CHECK(place.list().empty());
  place.write("b", "3");
  CHECK(place.list() == Files{
                            {UncommittedKind::kModified, "b", ""}
  });
}

TEST_CASE("line ends that git converts are no change, others are") {
  CLEW_NEED_GIT();
  Changes place;
  place.write(".gitattributes", "*.txt text\n*.auto text=auto\n*.bin -text\n");
  place.repo.git({"add", ".gitattributes"});
  for (const char* name : {"a.txt", "a.auto", "a.bin", "a.none"}) {
    place.repo.commit(name, "one\ntwo\n");
  }
  for (const char* name : {"a.txt", "a.auto", "a.bin", "a.none"}) {
    place.write(name, "one\r\ntwo\r\n");
    // The index then has neither time nor size.
    place.repo.git(
        {"update-index", "--cacheinfo",
         "100644," + place.repo.git({"rev-parse", std::string("HEAD:") + name}) + "," + name});
  }
  CHECK(place.list() ==
        Files{
            {UncommittedKind::kModified, "a.bin",  ""},
            {UncommittedKind::kModified, "a.none", ""}
  });
  place.repo.git({"config", "core.autocrlf", "true"});
  CHECK(place.list() == Files{
                            {UncommittedKind::kModified, "a.bin", ""}
  });
}

TEST_CASE("a file behind a filter is unchanged by its facts, or not compared") {
  CLEW_NEED_GIT();
  Changes place;
  place.write(".gitattributes",
              "*.big filter=big\n*.id ident\n*.wide working-tree-encoding=UTF-16\n");
  place.repo.git({"add", ".gitattributes"});
  place.repo.commit("plain", "x");
  place.repo.git({"config", "filter.big.clean", "sed s/.*/pointer/"});
  place.write("a.big", "a large content\n");
  place.age("a.big");
  place.repo.git({"add", "a.big"});
  place.repo.commit("b", "x");
  place.repo.git({"config", "filter.big.clean", "touch " + (place.temp / "mark")});
  CHECK(place.list().empty());
  place.age("a.big", 1'600'000'000);
  CHECK(place.all().files.empty());
  CHECK(place.all().not_compared == 1);
  place.write("a.big", "a larger content than it was\n");
  CHECK(place.list() == Files{
                            {UncommittedKind::kModified, "a.big", ""}
  });
  CHECK_FALSE(fs::exists(place.temp / "mark"));
}

TEST_CASE("modes, links and what took the place of a file") {
  CLEW_NEED_GIT();
  Changes place;
  for (const char* name : {"run", "to a folder", "to a link", "d/below"}) {
    place.repo.commit(name, name);
  }
  fs::create_symlink("one", place.path("link"));
  fs::create_symlink("same", place.path("same link"));
  place.repo.git({"add", "-A"});
  place.repo.git({"commit", "--quiet", "-m", "links"});
  place.age("same link");
  fs::permissions(place.path("run"), fs::perms::owner_exec, fs::perm_options::add);
  fs::remove(place.path("to a folder"));
  fs::create_directory(place.path("to a folder"));
  fs::remove(place.path("to a link"));
  fs::create_symlink("to a lin", place.path("to a link"));
  fs::remove(place.path("link"));
  fs::create_symlink("two", place.path("link"));
  fs::rename(place.path("d"), place.temp / "elsewhere");
  fs::create_directory_symlink(place.temp / "elsewhere", place.path("d"));
  CHECK(place.list() == Files{
                            {UncommittedKind::kUntracked, "d",           ""},
                            {UncommittedKind::kDeleted,   "d/below",     ""},
                            {UncommittedKind::kModified,  "link",        ""},
                            {UncommittedKind::kModified,  "run",         ""},
                            {UncommittedKind::kDeleted,   "to a folder", ""},
                            {UncommittedKind::kModified,  "to a link",   ""}
  });
  place.repo.git({"config", "core.fileMode", "false"});
  CHECK(place.list().size() == 5);
}

TEST_CASE("conflicts, and files that are only going to be added or not looked at") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("a", "1");
  place.repo.commit("skipped", "1");
  place.repo.commit("assumed", "1");
  place.repo.git({"checkout", "--quiet", "-b", "side"});
  place.repo.commit("a", "side");
  place.repo.git({"checkout", "--quiet", "main"});
  place.repo.commit("a", "main");
  const std::string blob = place.repo.git({"rev-parse", "side:a"});
  const std::string ours = place.repo.git({"rev-parse", "main:a"});
  write_text(place.temp / "info", "0 " + std::string(40, '0') + "\ta\n100644 " + ours + " 2\ta\n" +
                                      "100644 " + blob + " 3\ta\n");
  place.repo.git({"-c", "alias.conflict=!git update-index --index-info <" + (place.temp / "info"),
                  "conflict"});
  place.write("soon", "x");
  place.repo.git({"add", "-N", "soon"});
  place.repo.git({"update-index", "--skip-worktree", "skipped"});
  place.repo.git({"update-index", "--assume-unchanged", "assumed"});
  place.write("skipped", "other");
  place.write("assumed", "other");
  CHECK(place.list() ==
        Files{
            {UncommittedKind::kConflicted, "a",    ""},
            {UncommittedKind::kAdded,      "soon", ""}
  });
}

TEST_CASE("a submodule has changed when another commit is checked out in it") {
  CLEW_NEED_GIT();
  Changes place;
  const GitSandbox library(place.temp / "library");
  library.init();
  library.commit("l", "1");
  place.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  place.repo.git({"commit", "--quiet", "-m", "lib"});
  CHECK(place.list().empty());
  const GitSandbox inside(place.path("lib"));
  write_text(place.path("lib/l"), "changed in it");
  CHECK(place.list().empty());
  inside.commit("l", "2");
  CHECK(place.list() == Files{
                            {UncommittedKind::kModified, "lib", ""}
  });
  fs::remove_all(place.path("lib"));
  CHECK(place.list() == Files{
                            {UncommittedKind::kDeleted, "lib", ""}
  });
}

TEST_CASE("every kind of index is read, or said not to be") {
  CLEW_NEED_GIT();
  Changes place;
  for (const char* name : {"a", "b/one", "b/two", "c/three"}) place.repo.commit(name, name);
  place.write("b/two", "b/2wo");
  const Files changed{
      {UncommittedKind::kModified, "b/two", ""}
  };
  for (const char* version : {"2", "3", "4"}) {
    place.repo.git({"update-index", "--index-version", version});
    CHECK(place.list() == changed);
  }
  place.repo.git({"update-index", "--split-index"});
  CHECK_FALSE(place.all().complete);
  place.repo.git({"update-index", "--no-split-index"});
  CHECK(place.list() == changed);
  place.repo.git({"sparse-checkout", "set", "--cone", "--sparse-index", "b"});
  CHECK_FALSE(fs::exists(place.path("c/three")));
  CHECK(place.list() == changed);
  const std::string whole = read_text(place.path(".git/index"));
  write_text(place.path(".git/index"), whole.substr(0, whole.size() / 2));
  const auto found = find_repository(place.files, place.repo.root());
  const auto cut = list_uncommitted(place.files, **found);
  CHECK((!cut || !cut->complete));
}

TEST_CASE("a work tree that the settings put elsewhere is not looked into") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("a", "1");
  write_text(place.temp / "private/secret", "x");
  place.repo.git({"config", "core.worktree", place.temp / "private"});
  CHECK(place.list().empty());
}

TEST_CASE("a repository that git refuses is not read past it") {
  CLEW_NEED_GIT();
  Changes place;
  place.repo.commit("a", "1");
  if (!Changes::runs({"chown", "12345", place.repo.root()})) {
    MESSAGE("skipped: only root can give a folder away");
    return;
  }
  const auto found = find_repository(place.files, place.repo.root());
  const auto refused = list_uncommitted(place.files, **found);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("dubious ownership") != std::string::npos);
  ::setenv("GIT_CONFIG_COUNT", "2", 1);
  ::setenv("GIT_CONFIG_KEY_0", "core.fsmonitor", 1);
  ::setenv("GIT_CONFIG_VALUE_0", ("touch " + (place.temp / "mark")).c_str(), 1);
  ::setenv("GIT_CONFIG_KEY_1", "safe.directory", 1);
  ::setenv("GIT_CONFIG_VALUE_1", place.repo.root().c_str(), 1);
  CHECK(list_uncommitted(place.files, **found).ok());
  for (const char* name : {"GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_CONFIG_VALUE_0",
                           "GIT_CONFIG_KEY_1", "GIT_CONFIG_VALUE_1"}) {
    ::unsetenv(name);
  }
  CHECK_FALSE(fs::exists(place.temp / "mark"));
}

}  // namespace clew

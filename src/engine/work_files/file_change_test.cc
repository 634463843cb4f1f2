// What was before a change that nothing is recorded of: asked of git.

#include "engine/work_files/file_change.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

#include "files/run_process.h"
#include "testing/git_sandbox.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct ChangesInGit : WorkspaceFixture {
  ChangesInGit() {
    repo.init();
    repo.git({"config", "core.autocrlf", "false"});
  }
  FileChanged changed(const std::string& path, const std::string& words) {
    CHECK(must("changed", "path", path).text == words);
    return last<FileChanged>();
  }
  // How many programs a verb starts besides what any verb does that has to know the project.
  template <class... Words>
  uint64_t programs_of(const std::string& verb, Words... words) {
    write("kept.txt", std::to_string(programs_started()));
    const uint64_t before = programs_started();
    must("artifact add", "paths", Value::List{"kept.txt"});
    const uint64_t between = programs_started();
    must(verb, words...);
    return programs_started() - between - (between - before);
  }
  void remove(const std::string& path) { std::filesystem::remove(project() + "/" + path); }

  GitSandbox repo{project()};
};

TEST_CASE("a file that was recorded as deleted and is there again was created") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.txt", "one\n");
  w.must("changed", "path", "a.txt", "action", "created");
  std::filesystem::remove(w.project() + "/a.txt");
  w.must("changed", "path", "a.txt");
  CHECK(w.last<FileChanged>().action == FileAction::kDeleted);
  w.write("a.txt", "two\nthree\n");
  CHECK(w.must("changed", "path", "a.txt").text == "created a.txt +2 −0");
  CHECK(w.last<FileChanged>().hash_before.empty());
}

TEST_CASE("a file that only git knows has its hash before and its lines counted") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("src/a.ts", "one\ntwo\n");
  w.start_plan();
  w.write("src/a.ts", "one\n2\nthree\n");
  FileChanged change = w.changed("src/a.ts", "modified src/a.ts +2 −1");
  CHECK(change.hash_before == sha256("one\ntwo\n"));
  CHECK(change.hash_after == sha256("one\n2\nthree\n"));
  // From now on it is recorded, and git is not asked.
  w.write("src/a.ts", "three\n");
  CHECK(w.programs_of("changed", "path", "src/a.ts") == 0);
  CHECK(w.last<FileChanged>().hash_before == sha256("one\n2\nthree\n"));
  w.write("new.ts", "1\n");
  CHECK(w.programs_of("changed", "path", "new.ts", "action", "created") == 0);
  w.write("told.ts", "1\n");
  const std::string reported = sha256("0\n").hex();
  CHECK(w.programs_of("changed", "path", "told.ts", "hash_before", reported) == 0);
  CHECK(w.last<FileChanged>().action == FileAction::kModified);
}

TEST_CASE("a file that the last commit lacks is a new one, unless git ignores it") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.start_plan();
  w.write("first.txt", "1\n");
  CHECK(w.changed("first.txt", "created first.txt +1 −0").hash_before.empty());
  w.repo.commit(".gitignore", "*.log\n");
  w.write("second.txt", "1\n2\n");
  w.changed("second.txt", "created second.txt +2 −0");
  w.write("run.log", "1\n");
  w.changed("run.log", "modified run.log, lines not counted");
}

TEST_CASE("a deleted file that only git knows is known by its absence") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("old/gone.txt", "one\ntwo\n");
  w.repo.commit("large.bin", std::string(kMaxHeadContent + 1, 'x'));
  w.start_plan();
  std::filesystem::remove_all(w.project() + "/old");
  const FileChanged change = w.changed("old/gone.txt", "deleted old/gone.txt +0 −2");
  CHECK(change.hash_before == sha256("one\ntwo\n"));
  CHECK(change.hash_after.empty());
  w.remove("large.bin");
  CHECK(w.changed("large.bin", "deleted large.bin +0 −0").hash_before.empty());
  CHECK(w.refused("changed", "path", "never.txt") == ErrorCode::kNotFound);
  CHECK(w.refused("changed", "path", "old/never.txt") == ErrorCode::kNotFound);
}

TEST_CASE("what is not certain is not recorded") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("same.txt", "one\n");
  w.repo.commit("picture.lfs", "version 1\noid 2\n");
  w.repo.commit("mixed.txt", "one\ntwo\n");
  w.repo.commit(".gitattributes", "*.lfs filter=lfs\nmixed.txt text=auto\n");
  w.start_plan();
  // The commit has what stands there: the change was committed before it was told.
  CHECK(w.changed("same.txt", "modified same.txt, lines not counted").hash_before.empty());
  w.write("picture.lfs", "pixels\n");
  CHECK(w.changed("picture.lfs", "modified picture.lfs, lines not counted").hash_before.empty());
  w.write("mixed.txt", "one\r\n2\r\n");
  CHECK(w.changed("mixed.txt", "modified mixed.txt, lines not counted").hash_before.empty());
}

TEST_CASE("line ends that git writes are in the hash before") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("a.txt", "one\ntwo\n");
  w.repo.commit(".gitattributes", "*.txt text eol=crlf\n");
  w.start_plan();
  w.write("a.txt", "one\r\n2\r\n");
  CHECK(w.changed("a.txt", "modified a.txt +1 −1").hash_before == sha256("one\r\ntwo\r\n"));
}

TEST_CASE("git is asked from a folder below, and a submodule for its own files") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  const GitSandbox library(w.folder() / "library");
  library.init();
  library.commit("l.txt", "1\n");
  w.repo.git({"submodule", "--quiet", "add", library.root(), "lib"});
  w.repo.commit("deep/down/a.txt", "one\n");
  w.start_plan();
  w.write("lib/l.txt", "1\n2\n");
  CHECK(w.changed("lib/l.txt", "modified lib/l.txt +1 −0").hash_before == sha256("1\n"));
  w.write("deep/down/a.txt", "two\n");
  w.surroundings.cwd += "/deep/down";
  const Answer answer = w.must("changed", "path", "a.txt");
  CHECK(w.last<FileChanged>().hash_before == sha256("one\n"));
  CHECK(answer.text.find("+1 −1") != std::string::npos);
}

TEST_CASE("what to type names a file from the folder one stands in") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("deep/a.txt", "one\n");
  w.start_plan();
  w.surroundings.cwd += "/deep";
  CHECK(w.error("changed", "path", "no such").next == "clew changed 'no such' --action deleted");
  CHECK(w.error("changed", "path", "a.txt", "action", "deleted").next == "clew changed a.txt");
}

TEST_CASE("without git a change is recorded without what was before") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.repo.commit("a.txt", "one\n");
  w.start_plan();
  w.write("a.txt", "two\n");
  const std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const FileChanged change = w.changed("a.txt", "modified a.txt, lines not counted");
  setenv("PATH", path.c_str(), 1);
  CHECK(change.hash_before.empty());
  CHECK(change.hash_after == sha256("two\n"));
}

TEST_CASE("lines of record ask git once for all their files") {
  CLEW_NEED_GIT();
  ChangesInGit w;
  w.start_plan();
  w.input.clear();
  for (const char* name : {"a", "b", "c", "d"}) {
    w.repo.commit(name, std::string(name) + "\n");
    w.write(name, std::string(name) + "\nmore\n");
    w.input += std::string("{\"type\":\"file_changed\",\"data\":{\"path\":\"") + name + "\"}}\n";
  }
  w.remove("d");
  w.input += "{\"type\":\"file_changed\",\"data\":{\"path\":\"a\"}}\n";
  CHECK(w.programs_of("record") == 4);  // not four for each
  const auto files = w.session().files.items;
  REQUIRE(files.size() == 4);
  CHECK(files[0].hash_before == sha256("b\n"));
  CHECK(files[0].lines_added == 1);
  CHECK(files[2].action == FileAction::kDeleted);
  CHECK(files[2].hash_before == sha256("d\n"));
  CHECK(w.last<FileChanged>().hash_before == sha256("a\nmore\n"));
}

}  // namespace
}  // namespace clew

// Files before an edit of Codex, from its transcript to the log.

#include <doctest/doctest.h>

#include <filesystem>

#include "document/json/json.h"
#include "interface/hooks/hooks_test.h"
#include "testing/git_sandbox.h"

namespace clew {
namespace {

struct CodexPatches : Hooks {
  // A line of the transcript: what became of the call.
  void completed(const std::string& call, Value::Object changes,
                 const std::string& status = "completed") {
    Value item = Value::object();
    item.set("type", "FileChange");
    item.set("id", call);
    item.set("changes", Value(std::move(changes)));
    item.set("status", status);
    Value payload = Value::object();
    payload.set("type", "item_completed");
    payload.set("item", std::move(item));
    Value line = Value::object();
    line.set("payload", std::move(payload));
    transcript += write_json(line) + "\n";
  }
  void patched(const std::string& call, const std::string& patch) {
    write_text(folder() / "rollout.jsonl", transcript);
    Value given = Value::object();
    given.set("command", "*** Begin Patch\n" + patch + "*** End Patch\n");
    Value json = claude("PostToolUse");
    json.set("transcript_path", folder() / "rollout.jsonl");
    json.set("tool_name", "apply_patch");
    json.set("tool_input", given);
    json.set("tool_response", "Exit code: 0\nOutput:\n");
    json.set("tool_use_id", call);
    CHECK(fire("codex", json).empty());
  }
  Value::Member update(const std::string& path, const std::string& diff,
                       const std::string& moved_to = "") {
    Value change = Value::object();
    change.set("type", "update");
    change.set("unified_diff", diff);
    change.set("move_path", moved_to.empty() ? Value() : Value(project() + "/" + moved_to));
    return {project() + "/" + path, change};
  }
  Value::Member with_content(const std::string& path, const char* type, const std::string& text) {
    Value change = Value::object();
    change.set("type", type);
    change.set("content", text);
    return {project() + "/" + path, change};
  }
  FileChange file(const std::string& path) {
    for (const auto& each : session().files.items) {
      if (each.path == path) return each;
    }
    FAIL("nothing is recorded of ", path);
    return {};
  }

  std::string transcript = "{\"type\":\"session_meta\"}\n";
};

}  // namespace

TEST_CASE("the first edit of a file by Codex has its hash before") {
  CodexPatches codex;
  codex.write("a.txt", "one\n2\nthree\n");
  codex.completed("c1", {codex.update("a.txt",
                                      "@@ -1,3 +1,3 @@\n one\n-two\n-three\n"
                                      "\\ No newline at end of file\n+2\n+three\n")});
  codex.completed("c10", {codex.update("a.txt", "@@ -1,3 +1,3 @@\n one\n-no\n+2\n three\n")});
  codex.patched("c1", "*** Update File: ./a.txt\n@@\n one\n-two\n+2\n");
  CHECK(codex.file("a.txt").hash_before == sha256("one\ntwo\nthree"));
  CHECK(codex.file("a.txt").hash_after == sha256("one\n2\nthree\n"));
  CHECK(codex.file("a.txt").lines_removed == 1);
  CHECK(codex.log_text().empty());
}

TEST_CASE("an edit by Codex in another worktree has its hash before") {
  CLEW_NEED_GIT();
  CodexPatches codex;
  const GitSandbox git(codex.project());
  git.init();
  git.commit("a.txt", "here\n");
  const std::string side = codex.folder() / "side";
  git.git({"worktree", "add", "-q", "-b", "side", side});
  write_text(side + "/a.txt", "there\n");
  auto [path, change] = codex.update("a.txt", "@@ -1 +1 @@\n-here\n+there\n");
  codex.completed("c1", {
                            {side + "/a.txt", change}
  });
  codex.patched("c1", "*** Update File: " + side + "/a.txt\n@@\n-here\n+there\n");
  CHECK(codex.file("a.txt").hash_before == sha256("here\n"));
  CHECK(codex.file("a.txt").hash_after == sha256("there\n"));
}

TEST_CASE("a file that Codex deleted or moved has its hash before") {
  CodexPatches codex;
  codex.write("new.txt", "M\nn\n");
  codex.completed("c1", {codex.with_content("old.txt", "delete", "x\r\ny"),
                         codex.update("mv.txt", "@@ -1,2 +1,2 @@\n-m\n+M\n n\n", "new.txt")});
  codex.patched("c1",
                "*** Delete File: old.txt\n*** Update File: mv.txt\n*** Move to: new.txt\n"
                "@@\n-m\n+M\n");
  CHECK(codex.file("old.txt").action == FileAction::kDeleted);
  CHECK(codex.file("old.txt").hash_before == sha256("x\r\ny"));
  CHECK(codex.file("old.txt").lines_removed == 2);
  CHECK(codex.file("mv.txt").action == FileAction::kDeleted);
  CHECK(codex.file("mv.txt").hash_before == sha256("m\nn\n"));
  CHECK(codex.file("new.txt").action == FileAction::kCreated);
  CHECK(codex.file("new.txt").hash_before.empty());
}

TEST_CASE("a file before an edit by Codex stays unknown where its transcript does not say it") {
  struct Row {
    const char* what;
    const char* call;
    const char* status;
    const char* path;
    const char* diff;
  };
  static const Row kRows[] = {
      {"another call",        "c2", "completed", "a.txt", "@@ -1 +1 @@\n-1\n+2\n"},
      {"a call that failed",  "c1", "failed",    "a.txt", "@@ -1 +1 @@\n-1\n+2\n"},
      {"another file",        "c1", "completed", "b.txt", "@@ -1 +1 @@\n-1\n+2\n"},
      {"another text by now", "c1", "completed", "a.txt", "@@ -1 +1 @@\n-1\n+3\n"},
  };
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.what));
    CodexPatches codex;
    codex.write("a.txt", "2\n");
    codex.completed(row.call, {codex.update(row.path, row.diff)}, row.status);
    codex.patched("c1", "*** Update File: a.txt\n@@\n-1\n+2\n");
    CHECK(codex.file("a.txt").hash_before.empty());
    CHECK(codex.file("a.txt").hash_after == sha256("2\n"));
  }
  CodexPatches codex;
  codex.write("a.txt", "2\n");
  codex.completed("c1", {codex.with_content("a.txt", "add", "2\n")});
  codex.patched("c1", "*** Add File: a.txt\n+2\n");
  CHECK(codex.file("a.txt").hash_before.empty());
  CHECK(codex.file("a.txt").action == FileAction::kCreated);
}

}  // namespace clew

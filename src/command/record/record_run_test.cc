// ran, changed, context, instruct, error.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("ran keeps a command and how it ended") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("ran", "words", words("make"), "command", Value::List{"-j2", "test"}, "exit_code", 2,
         "duration", "41s", "model", "opus", "agent", "arch-1");
  const auto run = w.last<CommandRan>();
  CHECK(run.command == "make");
  CHECK(run.arguments == "-j2 test");
  CHECK(run.outcome == RunOutcome::kFailure);
  CHECK(run.exit_code == 2);
  CHECK(run.duration == seconds(41));
  CHECK(w.must("ran", "words", words("ls")).text == "kept: ls ran");
  CHECK(w.must("ran", "words", words("ls"), "error", "no disk").text == "kept: ls failed, no disk");
  CHECK(w.refused("ran") == ErrorCode::kUsage);
  CHECK(w.refused("ran", "words", words("ls"), "duration", "long") == ErrorCode::kUsage);
}

TEST_CASE("ran knows the session's model") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("ran", "words", words("ls"));
  CHECK(w.last<CommandRan>().model.empty());
  w.must("set", "pairs", words("model=opus"));
  w.must("ran", "words", words("ls"));
  CHECK(w.last<CommandRan>().model == "opus");
  w.must("ran", "words", words("ls"), "model", "haiku");
  CHECK(w.last<CommandRan>().model == "haiku");
  w.check_key("ran", "words", words("make"));
}

TEST_CASE("changed takes the hash itself and counts the lines of a new file") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("src/a.ts", "one\ntwo\n");
  const Answer answer = w.must("changed", "path", "src/a.ts", "action", "created");
  CHECK(answer.text == "created src/a.ts +2 −0");
  CHECK(w.last<FileChanged>().hash_after == sha256("one\ntwo\n"));
  w.write("src/a.ts", "one\n");
  w.must("changed", "path", "./src/a.ts", "removed", 1, "agent", "arch-1");
  const auto second = w.last<FileChanged>();
  CHECK(second.path == "src/a.ts");
  CHECK(second.action == FileAction::kModified);
  CHECK(second.hash_before == sha256("one\ntwo\n"));
  CHECK(second.lines_removed == 1);
  w.must("changed", "path", w.project() + "/src/a.ts");
  CHECK(w.last<FileChanged>().path == "src/a.ts");
}

TEST_CASE("lines are counted against the content kept last, and never guessed") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.txt", "one\ntwo\nthree\n");
  w.must("artifact add", "paths", words("a.txt"));
  w.write("a.txt", "one\n2\nthree\nfour\n");
  CHECK(w.must("changed", "path", "a.txt").text == "modified a.txt +2 −1");
  CHECK(w.last<FileChanged>().hash_before == sha256("one\ntwo\nthree\n"));
  w.write("a.txt", "all new\n");
  CHECK(w.must("changed", "path", "a.txt").text == "modified a.txt, lines not counted");
  w.must("artifact add", "paths", words("a.txt"));
  CHECK(w.must("changed", "path", "a.txt", "removed", 7).text == "modified a.txt +0 −7");
  std::filesystem::remove(w.project() + "/a.txt");
  CHECK(w.must("changed", "path", "a.txt").text == "deleted a.txt +0 −1");
}

TEST_CASE("a deleted file is known by its absence, with its folder or without") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("changed", "path", "old/b.ts", "action", "deleted");
  CHECK(w.last<FileChanged>().path == "old/b.ts");
  CHECK(w.last<FileChanged>().hash_after.empty());
  CHECK(w.must("changed", "path", "old/b.ts").text == "deleted old/b.ts +0 −0");
}

TEST_CASE("changed says what it cannot do") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.ts", "x\n");
  CHECK(w.refused("changed", "path", "nothing.ts") == ErrorCode::kNotFound);
  CHECK(w.refused("changed", "path", "a.ts", "action", "deleted") == ErrorCode::kInvalid);
  CHECK(w.refused("changed", "path", "a.ts", "action", "moved") == ErrorCode::kUsage);
  CHECK(w.refused("changed", "path", "a.ts", "hash_before", "abc") == ErrorCode::kUsage);
  CHECK(w.refused("changed", "path", "../outside.ts", "action", "deleted") == ErrorCode::kInvalid);
  const auto far = w.run("changed", "path", "../gone/with/it.ts", "action", "deleted");
  REQUIRE_FALSE(far.ok());
  CHECK(far.error().code == ErrorCode::kInvalid);
  CHECK(far.error().subject == "../gone/with/it.ts");
  const auto kept = w.run("artifact add", "paths", words("../gone/with/it.ts"));
  REQUIRE_FALSE(kept.ok());
  CHECK(kept.error().subject == "../gone/with/it.ts");
  CHECK(w.refused("changed", "path", "a.ts", "added", -1) == ErrorCode::kInvalid);
}

TEST_CASE("context, instructions and errors are kept") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("context", "agent", "arch-1", "tokens", 120000, "compressed", true);
  CHECK(w.session().context.compressions == 1);
  CHECK(w.session().context.estimated_tokens == 120000);
  CHECK(w.refused("context") == ErrorCode::kUsage);
  CHECK(w.refused("context", "tokens", -1) == ErrorCode::kInvalid);
  w.must("instruct", "text", "keep going");
  CHECK(w.session().instruction->text == "keep going");
  CHECK(w.refused("instruct", "text", "") == ErrorCode::kUsage);
  w.must("error", "text", "disk full", "category", "resource");
  CHECK(w.last<ErrorRecorded>().category == ErrorCategory::kResource);
  CHECK(w.refused("error", "text", "x", "category", "odd") == ErrorCode::kUsage);
}

TEST_CASE("what was run and changed is answered once for one key") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.ts", "x\n");
  w.check_key("ran", "words", words("ls"));
  w.check_key("changed", "path", "a.ts");
  w.check_key("context", "tokens", 5);
  w.check_key("instruct", "text", "go on");
  w.check_key("error", "text", "boom");
}

}  // namespace
}  // namespace clew

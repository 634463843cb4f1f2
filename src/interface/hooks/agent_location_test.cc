// Several agents in one folder: whose work goes where.

#include "interface/hooks/conversation.h"

#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

TEST_CASE("two agents in one folder keep apart") {
  Hooks hooks;
  hooks.pid = "1";  // a process that is always there
  hooks.prompt("First work");
  hooks.edit("a.txt", "a\n");
  hooks.pid = "";
  const std::string reported = hooks.context(hooks.starts("startup", kTwo));
  CHECK(count_lines(reported) <= 5);
  CHECK(reported.find("At work: claude-code:5c0ffee1") != std::string::npos);
  hooks.prompt("Second work", kTwo);
  hooks.edit("b.txt", "b\n", kTwo);
  hooks.edit("a.txt", "aa\n");
  REQUIRE(hooks.sessions().size() == 2);
  for (const auto& summary : hooks.sessions()) {
    const auto loaded = hooks.store().load(summary.id, std::nullopt);
    REQUIRE(loaded.ok());
    CHECK(loaded->session.files.items.size() == 1);
    CHECK(loaded->session.files.items.front().path ==
          (summary.goal == "First work" ? "a.txt" : "b.txt"));
  }
}

TEST_CASE("the successor of an agent that ended works in the session it was told of") {
  Hooks hooks;
  hooks.pid = "1";
  hooks.prompt("First work");
  hooks.todo({hooks.entry("A step", "in_progress")});
  hooks.edit("a.txt", "a\n");
  hooks.say("SessionEnd");
  const std::string reported = hooks.context(hooks.starts("startup", kTwo));
  CHECK(reported.find("Goal: First") != std::string::npos);
  CHECK(reported.find("At work") == std::string::npos);
  hooks.prompt("Go on", kTwo);
  CHECK(hooks.session().instruction->text == "First work");
  hooks.edit("b.txt", "b\n", kTwo);
  CHECK(hooks.session().files.items.size() == 2);
  CHECK(hooks.session().instruction->text == "Go on");
  hooks.prompt("And now the tests", kTwo);
  CHECK(hooks.session().instruction->text == "And now the tests");
}

TEST_CASE("after clear, new work is a session of its own") {
  Hooks hooks;
  hooks.prompt("First work");
  hooks.edit("a.txt", "a\n");
  hooks.say("SessionEnd");
  hooks.starts("clear", kTwo);
  hooks.prompt("Something else", kTwo);
  hooks.edit("b.txt", "b\n", kTwo);
  CHECK(hooks.sessions().size() == 2);
}

TEST_CASE("a plan that somebody made is the session of the agent that works in its folder") {
  Hooks hooks;
  hooks.start_plan();
  hooks.edit("a.txt", "a\n");
  CHECK(hooks.session().files.items.size() == 1);
  CHECK(hooks.sessions().size() == 1);
}

TEST_CASE("a session that was closed is not written to: the next edit begins another") {
  Hooks hooks;
  hooks.prompt("First work");
  hooks.edit("a.txt", "a\n");
  hooks.surroundings.session = hooks.sessions().front().id.text;
  hooks.must("close");
  hooks.surroundings.session.clear();
  hooks.prompt("More work");
  hooks.edit("b.txt", "b\n");
  CHECK(hooks.sessions().size() == 2);
  CHECK(hooks.log_text().empty());
}

}  // namespace
}  // namespace clew

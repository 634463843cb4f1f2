// Hooks that are installed twice tell of every moment twice; it is recorded once.

#include <doctest/doctest.h>

#include "interface/hook/hooks_test.h"

namespace clew {
namespace {

struct Twice : Hooks {
  Twice() {
    prompt("Add OAuth");
    edit("a.txt", "a\n");
  }
  // How many events come of it when it is told twice, and of the first time alone.
  void check_once(const Value& json, size_t events_of_it) {
    const size_t before = events().size();
    fire("claude-code", json);
    CHECK(events().size() == before + events_of_it);
    fire("claude-code", json);
    CHECK(events().size() == before + events_of_it);
  }
};

TEST_CASE("a compaction that is told twice is one") {
  Twice hooks;
  Value json = hooks.claude("PostCompact");
  hooks.check_once(json, 1);
  hooks.pass(minutes(1));
  json.set("compact_summary", "We wrote a.");
  hooks.check_once(json, 2);
  hooks.pass(minutes(1));
  hooks.check_once(json, 2);  // another one, with the same summary
}

TEST_CASE("the end of a conversation that is told twice is one") {
  Twice hooks;
  Value json = hooks.claude("SessionEnd");
  json.set("reason", "exit");
  hooks.check_once(json, 1);
  hooks.edit("b.txt", "b\n");
  hooks.check_once(json, 1);
}

TEST_CASE("the end of a subagent that is told twice is one") {
  Twice hooks;
  Value json = hooks.claude("SubagentStop");
  json.set("agent_id", "a23832ed6a82");
  json.set("agent_type", "explorer");
  json.set("last_assistant_message", "found three");
  hooks.check_once(json, 2);
  json.set("last_assistant_message", "found four");
  hooks.check_once(json, 2);
  CHECK(hooks.session().agents.items.front().id.text == "explorer-a23832");
}

TEST_CASE("a subagent's list leaves the agent's alone, and ends with the subagent") {
  Twice hooks;
  hooks.todo({hooks.entry("Write it", "in_progress"), hooks.entry("Test it", "pending")});
  Value json = hooks.claude("PostToolUse");
  json.set("agent_id", "a23832ed6a82");
  json.set("agent_type", "explorer");
  json.set("tool_name", "TodoWrite");
  Value given = Value::object();
  given.set("todos", Value::List{hooks.entry("Look for callers", "in_progress")});
  json.set("tool_input", given);
  json.set("tool_use_id", "toolu_sub");
  hooks.fire("claude-code", json);
  const auto status = [&](uint32_t step) { return hooks.session().find(StepId{step})->status; };
  CHECK(status(1) == StepStatus::kActive);
  CHECK(status(2) == StepStatus::kPending);
  CHECK(status(3) == StepStatus::kActive);
  Value end = hooks.claude("SubagentStop");
  end.set("agent_id", "a23832ed6a82");
  end.set("agent_type", "explorer");
  hooks.fire("claude-code", end);
  CHECK(status(2) == StepStatus::kPending);
  CHECK(status(3) == StepStatus::kSkipped);
}

}  // namespace
}  // namespace clew

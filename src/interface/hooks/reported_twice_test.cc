// Hooks that are installed twice tell of every event twice; it is recorded once.

#include <doctest/doctest.h>

#include "interface/hooks/hooks_test.h"

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

size_t runs(Hooks& hooks) {
  const auto events = hooks.events();
  return static_cast<size_t>(std::count_if(events.begin(), events.end(), [](const auto& stored) {
    return get_if<CommandRan>(&stored.event.data) != nullptr;
  }));
}

TEST_CASE("a command of Gemini's is known by its moment, and run again it is another") {
  Hooks hooks;
  Value json = hooks.claude("AfterTool");
  json.set("timestamp", "2026-11-16T04:25:24.619Z");
  json.set("tool_name", "write_todos");
  Value given = Value::object();
  Value todo = Value::object();
  todo.set("description", "Test it");
  todo.set("status", "in_progress");
  given.set("todos", Value::List{todo});
  json.set("tool_input", given);
  json.set("tool_response", Value::object());
  hooks.fire("gemini", json);
  json.set("tool_name", "run_shell_command");
  given = Value::object();
  given.set("command", "npm test");
  json.set("tool_input", given);
  Value said = Value::object();
  said.set("llmContent", "Output: 41 passed");
  json.set("tool_response", said);
  hooks.fire("gemini", json);
  hooks.fire("gemini", json);
  CHECK(runs(hooks) == 1);
  json.set("timestamp", "2026-11-16T04:25:25.001Z");
  hooks.fire("gemini", json);
  hooks.pass(minutes(1));
  hooks.fire("gemini", json);  // however late
  CHECK(runs(hooks) == 2);
  given.set("command", "npm run lint");  // another tool that ended in the same millisecond
  json.set("tool_input", given);
  hooks.fire("gemini", json);
  CHECK(runs(hooks) == 3);
}

TEST_CASE("a command of Cursor's, which nothing names, is one when it is told twice at once") {
  Hooks hooks;
  hooks.write("a.txt", "a\n");
  Value json = Value::object();
  json.set("conversation_id", kOne);
  json.set("workspace_roots", Value::List{Value(hooks.project())});
  json.set("hook_event_name", "afterFileEdit");
  json.set("file_path", hooks.project() + "/a.txt");
  hooks.fire("cursor", json);
  json.set("hook_event_name", "afterShellExecution");
  json.set("command", "npm test");
  json.set("duration", 150);
  hooks.fire("cursor", json);
  hooks.fire("cursor", json);
  CHECK(runs(hooks) == 1);
  json.set("duration", 151);
  hooks.fire("cursor", json);
  CHECK(runs(hooks) == 2);
  hooks.pass(minutes(1));
  hooks.fire("cursor", json);
  CHECK(runs(hooks) == 3);
}

TEST_CASE("a plan that is agreed to, told twice, is one") {
  Twice hooks;
  Value json = hooks.claude("PostToolUse");
  json.set("tool_name", "ExitPlanMode");
  json.set("tool_use_id", "toolu_plan");
  Value given = Value::object();
  given.set("plan", "# OAuth\n\n1. Token module\n2. Tests\n");
  json.set("tool_input", given);
  hooks.check_once(json, 3);
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
  CHECK(status(4) == StepStatus::kActive);
  Value end = hooks.claude("SubagentStop");
  end.set("agent_id", "a23832ed6a82");
  end.set("agent_type", "explorer");
  hooks.fire("claude-code", end);
  CHECK(status(2) == StepStatus::kPending);
  CHECK(status(4) == StepStatus::kSkipped);
}

TEST_CASE("a subagent's list that ended does not finish the work: the next agent goes on with it") {
  Twice hooks;
  Value json = hooks.claude("PostToolUse");
  json.set("agent_id", "a23832ed6a82");
  json.set("agent_type", "explorer");
  json.set("tool_name", "TodoWrite");
  Value given = Value::object();
  given.set("todos", Value::List{hooks.entry("Look for callers", "completed")});
  json.set("tool_input", given);
  hooks.fire("claude-code", json);
  hooks.say("SessionEnd");
  hooks.starts("startup", kTwo);
  hooks.edit("b.txt", "b\n", kTwo);
  CHECK(hooks.sessions().size() == 1);
}

}  // namespace
}  // namespace clew

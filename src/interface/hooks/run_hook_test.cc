// What a hook prints, and what it does when something is wrong.

#include "interface/hooks/run_hook.h"

#include <filesystem>

#include "document/json/json.h"
#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

TEST_CASE("off means off") {
  Hooks hooks;
  hooks.surroundings.off = true;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  CHECK(hooks.starts("startup").empty());
  CHECK_FALSE(std::filesystem::exists(hooks.surroundings.store_path));
  CHECK_FALSE(std::filesystem::exists(hooks.surroundings.state_folder));
}

TEST_CASE("bad input is one line in the log, and nothing is printed") {
  Hooks hooks;
  const std::string bad[] = {"",
                             "{",
                             "[]",
                             "\"text\"",
                             std::string(9 << 20, ' '),
                             std::string("{\"a\":\"\0\"}", 9),
                             std::string(100'000, '['),
                             "\xff\xfe{}"};
  for (const auto& json : bad) {
    hooks.surroundings.state_folder = hooks.folder() / ("state" + std::to_string(++hooks.calls));
    CHECK(hooks.fire_text("claude-code", json).empty());
    CHECK(count_lines(hooks.log_text()) == 2);
  }
  CHECK(hooks.fire_text("emacs", "{}").empty());
  CHECK(hooks.log_text().find("unknown agent \"emacs\"") != std::string::npos);
}

TEST_CASE("a text that the agent cut within a character is kept, and nothing else is lost") {
  Hooks hooks;
  Value json = hooks.claude("UserPromptSubmit");
  json.set("prompt", "Smile HALF");
  std::string text = write_json(json);
  text.replace(text.find("HALF"), 4, "\\ud83d");
  CHECK(hooks.fire_text("claude-code", text).empty());
  CHECK(hooks.log_text().empty());
  hooks.edit("a.txt", "one\n");
  CHECK(hooks.session().identity.goal == "Smile \uFFFD");
}

TEST_CASE("a store that cannot be used is a line in the log") {
  Hooks hooks;
  HookLog log(hooks.files, hooks.surroundings.state_folder, [&] { return hooks.now; });
  HookCall call;
  call.agent = "codex";
  call.input = R"({"hook_event_name":"SessionStart","session_id":"x"})";
  call.variable = [](const char*) { return std::string(); };
  const OpenHookWorkspace refuses = [](const std::string&, Caller) {
    return Result<std::unique_ptr<Workspace>>(
        make_error(ErrorCode::kCorrupt, "it is\nbroken", "/store.db"));
  };
  const OpenHookWorkspace throws = [](const std::string&,
                                      Caller) -> Result<std::unique_ptr<Workspace>> {
    throw std::bad_alloc();
  };
  CHECK(run_hook(call, refuses, log, [](const std::string&) { FAIL("printed"); }) == 0);
  CHECK(run_hook(call, throws, log, [](const std::string&) { FAIL("printed"); }) == 0);
  CHECK(hooks.log_text().find("codex: it is broken (/store.db)\n") != std::string::npos);
  CHECK(count_lines(hooks.log_text()) == 3);
}

TEST_CASE("Claude Code's commands get the agent's name") {
  Hooks hooks;
  hooks.env_file = hooks.folder() / "hook-env.sh";
  hooks.starts("startup");
  CHECK(read_text(hooks.env_file) == "export CLEW_ACTOR=claude-code:5c0ffee1\n");
}

TEST_CASE("an agent that finds its own name in CLEW_ACTOR does not ask itself") {
  Hooks hooks;
  Value json = Value::object();
  json.set("conversation_id", kTwo);
  json.set("workspace_roots", Value::List{Value(hooks.project())});
  const auto fire = [&](const char* event, const char* field, const std::string& text) {
    Value reported = json;
    reported.set("hook_event_name", event);
    reported.set(field, text);
    hooks.fire("cursor", reported);
  };
  hooks.person = "cursor:0ddba115";
  fire("beforeSubmitPrompt", "prompt", "Add OAuth");
  hooks.write("a.txt", "a\n");
  fire("afterFileEdit", "file_path", hooks.project() + "/a.txt");
  REQUIRE(hooks.session().instruction.has_value());
  CHECK(hooks.session().instruction->origin.actor.text == "ana@laptop");
  // Another agent that asks it is who asks.
  hooks.person = "claude-code:5c0ffee1";
  fire("beforeSubmitPrompt", "prompt", "Go on");
  CHECK(hooks.session().instruction->origin.actor.text == "claude-code:5c0ffee1");
}

TEST_CASE("each agent is answered in its own contract") {
  Hooks hooks;
  hooks.start_plan();
  Value gemini = hooks.claude("SessionStart", kTwo);
  gemini.set("source", "startup");
  const auto said = parse_cut_json(hooks.fire("gemini", gemini));
  REQUIRE(said.ok());
  CHECK(said->find("hookSpecificOutput")->find("hookEventName")->as_string() == "SessionStart");
  const auto codex = parse_cut_json(hooks.fire("codex", gemini));
  REQUIRE(codex.ok());
  CHECK(codex->find("systemMessage") != nullptr);
  Value cursor = Value::object();
  cursor.set("hook_event_name", "sessionStart");
  cursor.set("conversation_id", kTwo);
  cursor.set("workspace_roots", Value::List{Value(hooks.project())});
  const auto flat = parse_cut_json(hooks.fire("cursor", cursor));
  REQUIRE(flat.ok());
  CHECK(flat->find("additional_context")->as_string().find("clew ") == 0);
  CHECK(flat->find("env")->find("CLEW_ACTOR")->as_string() == "cursor:0ddba115");
}

TEST_CASE("input without an event, and an edit without a file, are told in the log") {
  Hooks hooks;
  hooks.fire_text("claude-code", "{}");
  hooks.fire_text("claude-code", R"({"hook_event_name":7})");
  hooks.fire_text("claude-code", R"({"hook_event_name":"OfAnotherVersion"})");
  hooks.tool("Write", Value("x"), Value::object());
  const std::string log = hooks.log_text();
  CHECK(count_lines(log) == 4);
  CHECK(log.find("has no hook_event_name") != std::string::npos);
  CHECK(log.find("left out: an edit without a file\n") != std::string::npos);
}

TEST_CASE("a plan of Gemini's that was agreed to gives steps, read from where it stands") {
  Hooks hooks;
  const std::string path = hooks.folder() / "oauth.md";
  Value json = hooks.claude("AfterTool");
  json.set("tool_name", "exit_plan_mode");
  json.set("timestamp", "2026-11-16T04:25:24.619Z");
  Value response = Value::object();
  response.set("returnDisplay", "Plan approved: " + path);
  json.set("tool_response", response);
  hooks.fire("gemini", json);  // there is no such file
  CHECK(hooks.sessions().empty());
  write_text(path, "# OAuth\n1. Token module\n2. Refresh tests\n");
  for (int time = 0; time < 2; ++time) hooks.fire("gemini", json);
  const Session session = hooks.session();
  REQUIRE(session.steps.size() == 3);
  CHECK(session.steps[2].title == "Refresh tests");
  CHECK(session.notes.items.size() == 1);
  CHECK(hooks.log_text().empty());
}

}  // namespace
}  // namespace clew

// One agent, from its first prompt to its end.

#include "interface/hooks/handle_event.h"

#include <filesystem>

#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

TEST_CASE("an agent that died: the next start has the brief with goal, step and file") {
  Hooks hooks;
  CHECK(hooks.starts("startup").empty());
  hooks.prompt("Add OAuth login with PKCE");
  CHECK(hooks.sessions().empty());  // a conversation leaves none
  hooks.todo({hooks.entry("Write the token module", "in_progress"),
              hooks.entry("Test the refresh", "pending")});
  hooks.edit("src/token.ts", "one\ntwo\n");
  const Session session = hooks.session();
  CHECK(session.identity.goal == "Add OAuth login with PKCE");
  CHECK(session.identity.automatic);
  CHECK(session.instruction->text == "Add OAuth login with PKCE");
  CHECK(session.instruction->origin.actor == ActorId("ana@laptop"));
  CHECK(session.files.items.front().hash_after == sha256("one\ntwo\n"));
  CHECK(session.files.items.front().lines_added == 2);
  CHECK(session.files.items.front().origin.actor == ActorId("claude-code:5c0ffee1"));

  const std::string printed = hooks.starts("startup", kTwo);
  const std::string brief = hooks.context(printed);
  CHECK(brief.find("Goal: Add OAuth login with PKCE") != std::string::npos);
  CHECK(brief.find("Write the token module") != std::string::npos);
  CHECK(brief.find("src/token.ts") != std::string::npos);
  CHECK(brief.find("Interrupted: last edit src/token.ts") != std::string::npos);
  const auto line = parse_cut_json(printed)->find("systemMessage")->as_string();
  CHECK(line.starts_with("clew "));
  CHECK(line.find('\n') == std::string::npos);
  CHECK(hooks.log_text().empty());
}

TEST_CASE("a start changes no session, and says nothing where there is none") {
  Hooks hooks;
  CHECK(hooks.starts("startup").empty());
  CHECK(hooks.starts("resume").empty());
  CHECK_FALSE(std::filesystem::exists(hooks.surroundings.store_path));
  hooks.start_plan();
  const auto before = hooks.events();
  for (const char* source : {"startup", "resume", "clear", "compact"}) {
    CHECK_FALSE(hooks.starts(source).empty());
  }
  CHECK(hooks.events().size() == before.size());
}

TEST_CASE("how much a start tells") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  CHECK(hooks.context(hooks.starts("resume")).find("Goal: ") != std::string::npos);
  CHECK(hooks.context(hooks.starts("compact")).find("Goal: ") != std::string::npos);
  const std::string five = hooks.context(hooks.starts("clear", kTwo));
  CHECK(count_lines(five) <= 5);
  CHECK(five.find("Add OAuth") != std::string::npos);
  CHECK(five.find("More: clew ") != std::string::npos);
  hooks.pass(hours(25));
  const std::string later = hooks.context(hooks.starts("startup", kTwo));
  CHECK(later.find("Goal: Add OAuth") != std::string::npos);
  CHECK(later.substr(0, later.find('\n')).find("1 day old") != std::string::npos);
  CHECK(count_characters(hooks.context(hooks.starts("resume"))) <= 6000);
}

TEST_CASE("an agent whose session was closed begins another with what it was asked last") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  hooks.prompt("Now the tests, please");
  hooks.must("close");
  hooks.edit("b.txt", "b\n");
  const auto summaries = hooks.sessions();
  REQUIRE(summaries.size() == 2);
  const auto begun =
      std::find_if(summaries.begin(), summaries.end(),
                   [](const SessionSummary& summary) { return !is_closed(summary.status); });
  REQUIRE(begun != summaries.end());
  CHECK(begun->goal == "Now the tests, please");
}

TEST_CASE("an agent whose session was forgotten begins another, and is told nothing of the old") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  hooks.caller.agreed = true;
  hooks.must("forget", "sessions", words(hooks.sessions().front().id.text));
  CHECK(hooks.starts("resume").empty());
  hooks.edit("b.txt", "b\n");
  REQUIRE(hooks.sessions().size() == 1);
  CHECK(hooks.sessions().front().goal == "Work of claude-code");
  CHECK(hooks.log_text().empty());
}

TEST_CASE("an edit whose file is gone again begins no session") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  Value given = Value::object();
  given.set("file_path", hooks.project() + "/gone.txt");
  given.set("content", "x");
  hooks.tool("Write", given, Value::object());
  CHECK(hooks.sessions().empty());
  hooks.edit("a.txt", "a\n");
  CHECK(hooks.session().identity.goal == "Add OAuth");
}

TEST_CASE("a to-do list that cannot be read drops no step; an empty one drops them all") {
  Hooks hooks;
  hooks.todo({hooks.entry("One", "in_progress"), hooks.entry("Two", "pending")});
  const size_t before = hooks.events().size();
  Value given = Value::object();
  for (const Value& todos : {
           Value("One, two"), Value(), Value(Value::List{Value(7)                            }
             ),
           Value(Value::List{Value(Value::Object{{"content", 5}})}
             )
  }) {
    given.set("todos", todos);
    hooks.tool("TodoWrite", given, Value::object());
    CHECK(hooks.events().size() == before);
  }
  hooks.todo({});
  const Session session = hooks.session();
  REQUIRE(session.steps.size() == 3);
  for (const uint32_t number : {1U, 2U}) {
    CHECK(session.steps[number].status == StepStatus::kSkipped);
  }
}

TEST_CASE("the turn's end looks at the files again, and a start after it is no interruption") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  hooks.write("a.txt", "a, formatted\n");
  hooks.say("Stop");
  Session session = hooks.session();
  CHECK(session.files.items.back().hash_after == sha256("a, formatted\n"));
  CHECK(session.checkpoints.items.back().name == "end of turn");
  CHECK(hooks.context(hooks.starts("startup", kTwo)).find("Interrupted") == std::string::npos);
  const size_t count = hooks.events().size();
  hooks.say("Stop");
  CHECK(hooks.events().size() == count);  // nothing happened since
  hooks.say("SessionEnd");
  CHECK(hooks.session().checkpoints.items.back().name == "end of conversation");
}

TEST_CASE("a command keeps its outcome and time, and starts no session by itself") {
  Hooks hooks;
  Value given = Value::object();
  given.set("command", "curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ456789'");
  hooks.tool("Bash", given, Value::object());
  CHECK(hooks.sessions().empty());
  hooks.edit("a.txt", "a\n");
  Value failed = hooks.claude("PostToolUseFailure");
  failed.set("tool_name", "Bash");
  failed.set("tool_input", given);
  failed.set("tool_use_id", "toolu_99");
  failed.set("error", "Exit code 3\nno");
  failed.set("duration_ms", 1500);
  hooks.fire("claude-code", failed);
  hooks.fire("claude-code", failed);  // installed twice: once in the log
  const Session session = hooks.session();
  REQUIRE(session.runs.items.size() == 1);
  const CommandRun& run = session.runs.items.front();
  CHECK(run.command == "curl");
  CHECK(run.arguments.find("ghp_") == std::string::npos);
  CHECK(run.exit_code == 3);
  CHECK(run.outcome == RunOutcome::kFailure);
  CHECK(run.duration == Duration{1500});
}

TEST_CASE("what the person answered is their decision") {
  Hooks hooks;
  hooks.edit("a.txt", "a\n");
  const auto json = parse_cut_json(
      R"({"questions":[{"question":"Rotate?","options":[{"label":"Yes"},{"label":"No"}]}]})");
  for (int time = 0; time < 2; ++time) {  // installed twice: one call, one decision
    hooks.tool("AskUserQuestion", *json, *parse_cut_json(R"({"answers":{"Rotate?":"Yes"}})"));
    --hooks.calls;
  }
  CHECK(hooks.session().decisions.total == 1);
  const Decision decision = hooks.session().decisions.items.back();
  CHECK(decision.topic == "Rotate?");
  CHECK(decision.choice == "Yes");
  CHECK(decision.origin.actor == ActorId("ana@laptop"));
}

TEST_CASE("what was there before an edit is what the agent found, not what was recorded last") {
  Hooks hooks;
  hooks.edit("a.txt", "one\n");
  hooks.write("a.txt", "by hand\n");
  Value given = Value::object();
  given.set("file_path", hooks.project() + "/a.txt");
  Value response = Value::object();
  response.set("originalFile", "by hand\n");
  hooks.write("a.txt", "two\n");
  hooks.tool("Edit", given, response, kOne);
  const FileChanged change = hooks.last<FileChanged>();
  CHECK(change.hash_before == sha256("by hand\n"));
  CHECK(change.hash_after == sha256("two\n"));
}

TEST_CASE("edits: what was there before, what is there now, and nothing from outside") {
  Hooks hooks;
  hooks.edit("a.txt", "one\n");
  hooks.edit("a.txt", "two\n");
  FileChanged change = hooks.last<FileChanged>();
  CHECK(change.hash_before == sha256("one\n"));
  CHECK(change.hash_after == sha256("two\n"));
  CHECK(change.action == FileAction::kModified);
  const size_t count = hooks.events().size();
  hooks.edit("a.txt", "two\n");  // told twice
  write_text(hooks.folder() / "outside.txt", "x");
  Value given = Value::object();
  given.set("file_path", hooks.folder() / "outside.txt");
  hooks.tool("Write", given, Value::object());
  given.set("file_path", hooks.project() + "/../outside.txt");
  hooks.tool("Write", given, Value::object());
  CHECK(hooks.events().size() == count);
  Value patch = Value::object();
  patch.set("command",
            "*** Begin Patch\n*** Delete File: a.txt\n*** Add File: b.txt\n+b\n*** End Patch");
  std::filesystem::remove(hooks.project() + "/a.txt");
  hooks.write("b.txt", "b\n");
  Value codex = hooks.claude("PostToolUse");
  codex.set("tool_name", "apply_patch");
  codex.set("tool_input", patch);
  codex.set("tool_response", "Exit code: 0\n");
  hooks.surroundings.session = hooks.sessions().front().id.text;
  CHECK(hooks.fire("codex", codex).empty());
  const auto files = hooks.session().files.items;
  REQUIRE(files.size() == 2);
  CHECK(files[0].action == FileAction::kDeleted);
  CHECK(files[1].hash_after == sha256("b\n"));
}

TEST_CASE("compaction: a checkpoint, a line for the summariser, and the summary as a note") {
  Hooks hooks;
  CHECK(hooks.fire("claude-code", hooks.claude("PreCompact")).empty());
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "a\n");
  const std::string line = hooks.fire("claude-code", hooks.claude("PreCompact"));
  CHECK(line.find("Add OAuth") != std::string::npos);
  CHECK(count_lines(line) == 2);
  CHECK(hooks.session().checkpoints.items.back().name == "before compaction");
  Value after = hooks.claude("PostCompact");
  after.set("compact_summary", std::string(20'000, 's'));
  hooks.fire("claude-code", after);
  const Session session = hooks.session();
  CHECK(session.context.compressions == 1);
  CHECK(session.notes.items.back().text.size() < 4100);
  CHECK(session.notes.items.back().origin.actor == ActorId("claude-code:5c0ffee1"));
}

TEST_CASE("subagents are agents of the session") {
  Hooks hooks;
  hooks.edit("a.txt", "a\n");
  Value sub = hooks.claude("SubagentStart");
  sub.set("agent_id", "a23832ed6a82aa47b");
  sub.set("agent_type", "explorer");
  hooks.fire("claude-code", sub);
  CHECK(hooks.session().agents.items.back().status == AgentStatus::kRunning);
  sub.set("hook_event_name", "SubagentStop");
  sub.set("last_assistant_message", "three callers");
  hooks.fire("claude-code", sub);
  const Agent agent = hooks.session().agents.items.back();
  CHECK(agent.status == AgentStatus::kCompleted);
  CHECK(agent.type == "explorer");
  CHECK(agent.summary == "three callers");
}

}  // namespace
}  // namespace clew

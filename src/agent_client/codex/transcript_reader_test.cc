// Rollouts of Codex.

#include "agent_client/codex/transcript_reader.h"

#include <doctest/doctest.h>

#include "agent_client/codex/patch.h"
#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

TranscriptReading read_codex(const std::string& text) { return read_text(kCodexTranscripts, text); }

std::string meta(const std::string& more = {}) {
  return "{\"timestamp\":\"2026-11-11T10:00:00Z\",\"type\":\"session_meta\",\"payload\":{\"id\":"
         "\"" +
         std::string(kCodexId) + "\",\"cwd\":\"/w\"" + more + "}}\n";
}
std::string line(const std::string& type, const std::string& payload) {
  return "{\"timestamp\":\"2026-11-11T10:00:05Z\",\"type\":\"" + type +
         "\",\"payload\":" + payload + "}\n";
}

TEST_CASE("a rollout tells goal, place and instruction") {
  const auto reading = read_codex(codex_fixture());
  const Session& session = reading.session;
  CHECK(reading.entry == kCodexId);
  CHECK(reading.folder == "/home/ana/mill");
  CHECK(session.identity.goal == "Make the mill grind finer");
  CHECK(session.identity.model == "gpt-5.5");
  CHECK(session.identity.branch == "main");
  CHECK(session.identity.commit == "4b89c121d20698e5591143a9587cbce2c49e9973");
  REQUIRE(session.instruction.has_value());
  CHECK(session.instruction->text == "Now write down how");
  // The end of an id that begins with the time.
  CHECK(session.runs.items.at(0).origin.actor.text == "codex:8e562d48");
  CHECK(session.lifecycle.context == "a turn without an end; open: exec_command: sleep 100");
}

TEST_CASE("a rollout's plan, commands, files and answers are told once each") {
  const Session session = read_codex(codex_fixture()).session;
  REQUIRE(session.steps.size() == 3);
  CHECK(session.steps[1].title == "Measure the grain");
  CHECK(session.steps[1].status == StepStatus::kDone);
  CHECK(session.steps[2].status == StepStatus::kActive);
  REQUIRE(session.runs.items.size() == 2);
  CHECK(session.runs.items[0].command == "make measure");
  CHECK(session.runs.items[0].duration == Duration{2500});
  CHECK(session.runs.items[0].exit_code == 0);
  CHECK(session.runs.items[1].command == "make test");
  CHECK(session.runs.items[1].outcome == RunOutcome::kFailure);
  CHECK(session.runs.items[1].exit_code == 2);
  REQUIRE(session.files.items.size() == 3);
  CHECK(session.files.items[0].path == "/home/ana/mill/stone.py");
  CHECK(session.files.items[0].action == FileAction::kCreated);
  CHECK(session.files.items[0].hash_after == sha256("def turn():\n    return 3\n"));
  CHECK(session.files.items[1].path == "/home/ana/mill/mill.py");
  CHECK(session.files.items[1].lines_added == 2);
  CHECK(session.files.items[1].lines_removed == 1);
  CHECK(session.files.items[1].hash_after.empty());
  CHECK(session.files.items[2].path == "/home/ana/mill/old.py");
  CHECK(session.files.items[2].action == FileAction::kDeleted);
  REQUIRE(session.decisions.items.size() == 1);
  CHECK(session.decisions.items[0].topic == "How fine?");
  CHECK(session.decisions.items[0].choice == "Finest");
  CHECK(session.decisions.items[0].options == std::vector<std::string>{"Fine", "Finest"});
  REQUIRE(session.errors.items.size() == 1);
  CHECK(session.errors.items[0].text == "stream disconnected");
}

TEST_CASE("totals of tokens are taken as they stand, and what came from the cache is not new") {
  const Session session = read_codex(codex_fixture()).session;
  CHECK(session.context.estimated_tokens == 1660);
  CHECK(session.context.compressions == 1);
  REQUIRE(session.notes.items.size() == 2);
  CHECK(session.notes.items[0].log == "plan");
  CHECK(session.notes.items[1].log == "compaction");
  REQUIRE(session.checkpoints.items.size() == 1);
  CHECK(session.checkpoints.items[0].note == "The stone is turned.");
}

TEST_CASE("turns that were rolled back do not count") {
  const auto reading = read_codex(codex_fixture());
  for (const auto& run : reading.session.runs.items) CHECK(run.command != "paint red");
  CHECK(reading.counts == TranscriptCounts{42, 0, 1, 5, 0});
  CHECK(count_rule(reading, "codex.branches") == 1);
  CHECK(find_rule(reading, "codex.unknown-type")->message ==
        "1 line of the unknown type \"tide_table\" was skipped");
}

TEST_CASE("a patch that failed is an error, and none of its files is touched") {
  const auto line = [](const std::string& payload) {
    return "{\"timestamp\":\"2026-11-11T10:01:00.000Z\",\"type\":\"event_msg\",\"payload\":" +
           payload + "}\n";
  };
  const std::string meta =
      "{\"timestamp\":\"2026-11-11T10:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":"
      "\"" +
      std::string(kCodexId) + "\",\"cwd\":\"C:\\\\w\"}}\n";
  const auto reading = read_codex(
      meta + line(R"({"type":"user_message","message":"Go"})") +
      line(R"({"type":"patch_apply_end","call_id":"p1","success":false,"stderr":"no match",)"
           R"("changes":{"/w/a":{"type":"update","unified_diff":"@@\n-1\n+2\n"}}})") +
      line(R"({"type":"item_completed","item":{"type":"FileChange","id":"p2","status":"failed",)"
           R"("changes":{"/w/b":{"type":"add","content":"x"}}}})") +
      line(
          R"({"type":"patch_apply_end","call_id":"p3","success":true,"changes":{"C:\\w\\c.sql":)"
          R"({"type":"update","unified_diff":"--- c\n+++ c\n@@ -1 +1 @@\n--- old\n+++ new\n"}}})"));
  const auto& errors = reading.session.errors.items;
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].text == "apply_patch: /w/a: no match");
  CHECK(errors[1].text == "apply_patch: /w/b: failed");
  REQUIRE(reading.session.files.items.size() == 1);
  CHECK(reading.session.files.items[0].path == "C:/w/c.sql");
  CHECK(reading.session.files.items[0].lines_added == 1);
  CHECK(reading.session.files.items[0].lines_removed == 1);
}

TEST_CASE("what the client tells the model of its tools is nothing unknown") {
  const std::string tools =
      "{\"timestamp\":\"2026-11-11T10:01:00.000Z\",\"ordinal\":42,\"type\":\"response_item\","
      "\"payload\":{\"type\":\"additional_tools\",\"role\":\"developer\",\"tools\":[]}}\n";
  CHECK(read_codex(codex_fixture() + tools).counts.unknown == 1);  // the tide table
}

TEST_CASE("without events the items of the model have to do") {
  const std::string text =
      meta() +
      line(
          "response_item",
          R"({"type":"message","role":"user","content":[{"type":"input_text","text":"<user_instructions>x</user_instructions>"}]})") +
      line(
          "response_item",
          R"({"type":"message","role":"user","content":[{"type":"input_text","text":"Dig a well"}]})") +
      line(
          "response_item",
          R"({"type":"local_shell_call","call_id":"c1","action":{"type":"exec","command":["ls","-l"]}})") +
      line("response_item",
           R"({"type":"function_call_output","call_id":"c1","output":"Exit code: 0\nok"})") +
      line(
          "response_item",
          R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"Dug."}]})");
  const Session session = read_codex(text).session;
  CHECK(session.identity.goal == "Dig a well");
  REQUIRE(session.runs.items.size() == 1);
  CHECK(session.runs.items[0].command == "ls -l");
  CHECK(session.lifecycle.context.empty());
}

TEST_CASE("a turn that somebody stopped is interrupted") {
  const std::string text = meta() + line("event_msg", R"({"type":"task_started"})") +
                           line("event_msg", R"({"type":"user_message","message":"Dig"})") +
                           line("event_msg", R"({"type":"turn_aborted","reason":"interrupted"})");
  const Session session = read_codex(text).session;
  CHECK(session.lifecycle.status == Lifecycle::kPaused);
  CHECK(session.lifecycle.reason == "interrupted");
}

TEST_CASE("a subagent's rollout belongs to the session that started it") {
  const std::string sub = meta(
      R"(,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"p1","agent_role":"explorer"}}})");
  const auto hint = recognise_transcript(sub);
  REQUIRE(hint.has_value());
  CHECK(hint->parent == "p1");
  CHECK(hint->agent == kCodexId);
  const auto reader = kCodexTranscripts.make_reader({});
  reader->begin({"main.jsonl", {}, {}, {}});
  reader->add(codex_fixture());
  reader->end();
  reader->begin({"sub.jsonl", {}, "s1", {}});
  reader->add(sub + line("event_msg", R"({"type":"task_started"})") +
              line("event_msg", R"({"type":"user_message","message":"Look"})") +
              line("event_msg", R"({"type":"agent_message","message":"Seen."})") +
              line("event_msg", R"({"type":"task_complete"})"));
  reader->end();
  const auto reading = reader->take();
  CHECK(reading.session.identity.goal == "Make the mill grind finer");
  const Agent* agent = nullptr;
  for (const auto& each : reading.session.agents.items) {
    if (each.id.text == "s1") agent = &each;
  }
  REQUIRE(agent != nullptr);
  CHECK(agent->type == "explorer");
  CHECK(agent->status == AgentStatus::kCompleted);
  CHECK(agent->summary == "Seen.");
}

TEST_CASE("patches tell files, lines and what is known of their content") {
  const auto changes = read_patch(
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** Update File: "
      "b.txt\n"
      "*** Move to: c.txt\n@@\n-x\n+y\n*** Delete File: /d.txt\n*** End Patch\nEOF\n",
      "/w");
  REQUIRE(changes.size() == 4);
  CHECK(changes[0].path == "/w/a.txt");
  CHECK(changes[0].action == FileAction::kCreated);
  CHECK(changes[0].added == 2);
  CHECK(changes[0].after == sha256("one\ntwo\n"));
  CHECK(changes[1].path == "/w/b.txt");
  CHECK(changes[1].action == FileAction::kDeleted);
  CHECK(changes[2].path == "/w/c.txt");
  CHECK(changes[2].action == FileAction::kCreated);
  CHECK(changes[2].after.empty());
  CHECK(changes[2].removed == 1);
  CHECK(changes[3].path == "/d.txt");
  CHECK(changes[3].action == FileAction::kDeleted);
  CHECK(read_patch("no patch here", "/w").empty());
}

TEST_CASE("what was called inside of Codex's exec is told by its events") {
  const auto done = [](const std::string& item) {
    return line("event_msg", "{\"type\":\"item_completed\",\"item\":" + item + "}");
  };
  const Session session =
      read_codex(
          meta() +
          line("response_item",
               R"({"type":"custom_tool_call","call_id":"c1","name":"exec","input":"await all"})") +
          done(
              R"({"type":"CommandExecution","id":"exec-1","command":["/bin/bash","-lc","make test"],"aggregated_output":"start\n1 failed\n","exit_code":2,"status":"completed"})") +
          done(
              R"({"type":"FileChange","id":"exec-2","status":"completed","changes":{"/w/n.txt":{"type":"add","content":"hello\n"}}})") +
          line(
              "event_msg",
              R"({"type":"plan_update","explanation":"The test comes first","plan":[{"step":"Test it","status":"in_progress"}]})") +
          line("response_item",
               R"({"type":"custom_tool_call_output","call_id":"c1","output":"done"})"))
          .session;
  REQUIRE(session.runs.items.size() == 1);
  CHECK(session.runs.items[0].command == "make test");
  CHECK(session.runs.items[0].error == "start 1 failed");
  REQUIRE(session.files.items.size() == 1);
  CHECK(session.files.items[0].path == "/w/n.txt");
  REQUIRE(session.steps.size() == 2);
  CHECK(session.steps[1].title == "Test it");
  REQUIRE(session.notes.items.size() == 1);
  CHECK(session.notes.items[0].text == "The test comes first");
  CHECK(session.notes.items[0].log == "plan");
}

TEST_CASE("an explanation of a plan that is told twice is one note") {
  const std::string call =
      R"({"type":"function_call","call_id":"p1","name":"update_plan","arguments":"{\"explanation\":\"Why\",\"plan\":[{\"step\":\"A\",\"status\":\"pending\"}]}"})";
  const Session session =
      read_codex(
          meta() + line("response_item", call) +
          line(
              "event_msg",
              R"({"type":"plan_update","explanation":"Why","plan":[{"step":"A","status":"pending"}]})") +
          line("response_item",
               R"({"type":"function_call_output","call_id":"p1","output":"Plan updated"})"))
          .session;
  CHECK(session.steps.size() == 2);
  CHECK(session.notes.items.size() == 1);
}

}  // namespace
}  // namespace clew::transcript

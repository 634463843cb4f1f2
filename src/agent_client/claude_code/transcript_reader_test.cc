// A whole session of Claude Code, with a subagent, a branch that was left and a compaction.

#include "agent_client/claude_code/transcript_reader.h"

#include <doctest/doctest.h>

#include "agent_client/codex/transcript_reader.h"
#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

const FileChange* file_at(const Session& session, const std::string& path) {
  for (const auto& file : session.files.items) {
    if (file.path == path) return &file;
  }
  return nullptr;
}
const Agent* agent_named(const Session& session, const std::string& id) {
  for (const auto& agent : session.agents.items) {
    if (agent.id.text == id) return &agent;
  }
  return nullptr;
}
std::vector<std::string> notes_in(const Session& session, const std::string& log) {
  std::vector<std::string> texts;
  for (const auto& note : session.notes.items) {
    if (note.log == log) texts.push_back(note.text);
  }
  return texts;
}

TEST_CASE("a session says what it is about, where it stood and who did it") {
  const auto reading = read_claude_fixture();
  const Session& session = reading.session;
  CHECK(reading.entry == kClaudeId);
  CHECK(reading.folder == "/home/ana/shop");
  CHECK(session.identity.goal ==
        "The basket forgets its coupon after a reload. Find out why and mend it.");
  CHECK(session.identity.model == "claude-opus-5-5");
  CHECK(session.identity.branch == "checkout-fix");
  CHECK(session.identity.device.empty());
  CHECK(to_iso(session.identity.created_at) == "2026-11-10T09:00:01.000Z");
  CHECK(session.root().external == std::vector<ExternalId>{
                                       {"claude-code", kClaudeId}
  });
  REQUIRE(session.instruction.has_value());
  CHECK(session.instruction->text == "Write the changelog entry too.");
  CHECK(session.instruction->origin.actor.text == "person");
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(session.lifecycle.context.empty());
  REQUIRE(session.instructions.items.size() == 3);
  CHECK(session.instructions.items[0].text ==
        "The basket forgets its coupon after a reload. Find out why and mend it.");
  CHECK(session.instructions.items[1].text == "Keep the old coupon code, but run all tests.");
  CHECK(session.instructions.items[2].text == session.instruction->text);
  REQUIRE(notes_in(session, "compaction").size() == 1);
  CHECK(notes_in(session, "compaction")[0].find("the coupon lives on the server") !=
        std::string::npos);
  REQUIRE(session.checkpoints.items.size() == 2);
  CHECK(session.checkpoints.items[0].note == "The coupon is read now.");
  CHECK(session.checkpoints.items[1].name == "end of turn");
  CHECK(session.checkpoints.items[1].note ==
        "The coupon stays, the tests pass, and the changelog says so.");
  CHECK(session.context.compressions == 1);
}

TEST_CASE("the agent's list becomes steps with states and times") {
  const auto reading = read_claude_fixture();
  const auto& steps = reading.session.steps;
  REQUIRE(steps.size() == 4);
  CHECK(steps[1].title == "Find where the coupon is lost");
  CHECK(steps[1].status == StepStatus::kDone);
  REQUIRE(steps[1].attempts.size() == 1);
  CHECK(steps[1].attempts[0].outcome == AttemptOutcome::kPassed);
  CHECK(steps[1].attempts[0].started_at < *steps[1].attempts[0].ended_at);
  CHECK(steps[2].status == StepStatus::kActive);
  CHECK(steps[3].status == StepStatus::kSkipped);
  CHECK(steps[3].status_reason == "a later plan leaves it out");
  CHECK(steps[0].children == std::vector<StepId>{StepId{1}, StepId{2}, StepId{3}});
  CHECK(steps[0].current_child == StepId{2});
}

TEST_CASE("files have their lines, their hashes and who touched them") {
  const auto reading = read_claude_fixture();
  const Session& session = reading.session;
  REQUIRE(session.files.items.size() == 4);
  const std::string before = "export function load() {\n  return read();\n}\n";
  const std::string after = "export function load() {\n  return read(\"coupon\");\n}\n";
  const FileChange* basket = file_at(session, "/home/ana/shop/src/basket.js");
  REQUIRE(basket != nullptr);
  CHECK(basket->action == FileAction::kModified);
  CHECK(basket->lines_added == 1);
  CHECK(basket->lines_removed == 1);
  CHECK(basket->hash_before == sha256(before));
  CHECK(basket->hash_after == sha256(after));
  CHECK(basket->agent.text == "main");
  CHECK(basket->origin.actor.text == "claude-code:7c1f0a52");
  CHECK(basket->origin.step == StepId{1});
  const FileChange* test = file_at(session, "/home/ana/shop/test/coupon.test.js");
  REQUIRE(test != nullptr);
  CHECK(test->action == FileAction::kCreated);
  CHECK(test->lines_added == 1);
  CHECK(test->hash_before.empty());
  CHECK(test->hash_after == sha256("test(\"coupon stays\", () => {});\n"));
  const FileChange* notes = file_at(session, "/home/ana/shop/notes/callers.md");
  REQUIRE(notes != nullptr);
  CHECK(notes->agent.text == "a77c01");
  CHECK(notes->hash_after == sha256("cart, checkout\n"));
  const FileChange* changes = file_at(session, "/home/ana/shop/CHANGELOG.md");
  REQUIRE(changes != nullptr);
  CHECK(changes->hash_before == sha256("# Changes\n"));
  CHECK(changes->lines_added == 2);

  Session placed = session;
  location_in_project(placed, "/home/ana/shop");
  CHECK(file_at(placed, "src/basket.js") != nullptr);
  CHECK(agent_named(placed, "a77c01")->files.created ==
        std::vector<std::string>{"notes/callers.md"});
}

TEST_CASE("commands have their outcome; what the person did not let run is a decision") {
  const Session session = read_claude_fixture().session;
  REQUIRE(session.runs.items.size() == 4);
  CHECK(session.runs.items[0].command == "grep -rn coupon src");
  CHECK(session.runs.items[0].outcome == RunOutcome::kSuccess);
  CHECK(session.runs.items[0].duration == Duration{2000});
  CHECK(session.runs.items[1].command == "npm test -- basket");
  CHECK(session.runs.items[1].outcome == RunOutcome::kFailure);
  CHECK(session.runs.items[1].exit_code == 1);
  CHECK(session.runs.items[1].error == "1 of 14 failed: keeps the coupon");
  CHECK(session.runs.items[2].agent.text == "a77c01");
  CHECK_FALSE(session.runs.items[2].duration.has_value());
  CHECK(session.runs.items[3].command == "npm test");
  REQUIRE(session.decisions.items.size() == 2);
  const Decision& store = session.decisions.items[0];
  CHECK(store.topic == "Where shall the coupon be kept?");
  CHECK(store.options == std::vector<std::string>{"Local storage", "Server"});
  CHECK(store.choice == "Server");
  CHECK(store.origin.actor.text == "person");
  const Decision& push = session.decisions.items[1];
  CHECK(push.topic == "Bash: git push --force");
  CHECK(push.choice == "refused");
  CHECK(push.reason == "never force, open a merge request");
  REQUIRE(session.questions.items.size() == 1);
  CHECK_FALSE(session.questions.items[0].open());
  CHECK(session.questions.items[0].answer == "Server");
}

TEST_CASE("errors of tools and of the model are told once each") {
  const Session session = read_claude_fixture().session;
  REQUIRE(session.errors.items.size() == 2);
  CHECK(session.errors.items[0].text ==
        "Read: /home/ana/shop/docs/coupon.md: File does not exist.");
  CHECK(session.errors.items[1].text == "API error 529: Overloaded");
  CHECK(session.errors.items[1].category == ErrorCategory::kTransient);
  CHECK(session.lifecycle.last_error == "API error 529: Overloaded");
}

TEST_CASE("tokens count once per message, by agent, and not on branches that were left") {
  const Session session = read_claude_fixture().session;
  CHECK(session.context.by_agent == std::vector<AgentTokens>{
                                        {AgentId("main"),   13 * 410},
                                        {AgentId("a77c01"), 255     }
  });
  CHECK(session.context.estimated_tokens == 13 * 410 + 255);
  const Value* usage = nullptr;
  for (const auto& attribute : session.root().attributes) {
    if (attribute.key == "usage") usage = &attribute.value;
  }
  REQUIRE(usage != nullptr);
  CHECK(usage->find("messages")->as_int() == 16);
  CHECK(usage->find("cache_read")->as_int() == 13 * 2000);
}

TEST_CASE("subagents are agents with type, state and what came of them") {
  const Session session = read_claude_fixture().session;
  const Agent* explorer = agent_named(session, "a77c01");
  REQUIRE(explorer != nullptr);
  CHECK(explorer->type == "Explore");
  CHECK(explorer->status == AgentStatus::kCompleted);
  CHECK(explorer->result == AgentResult::kSuccess);
  CHECK(explorer->summary == "Two callers: cart.js and checkout.js.");
  CHECK(explorer->started_at.has_value());
  const Agent* main = agent_named(session, "main");
  REQUIRE(main != nullptr);
  CHECK(main->type == "claude-code");
  CHECK(main->status == AgentStatus::kCompleted);
}

TEST_CASE("what was read of how much is counted, and what is odd is said") {
  const auto reading = read_claude_fixture();
  CHECK(reading.counts == TranscriptCounts{52, 0, 1, 4, 0});
  const Finding* unknown = find_rule(reading, "claude-code.unknown-type");
  REQUIRE(unknown != nullptr);
  CHECK(unknown->message == "1 line of the unknown type \"moon-phase\" was skipped");
  CHECK(find_rule(reading, "claude-code.branches") != nullptr);
  CHECK(reading.findings.size() == 2);
}

TEST_CASE("a transcript is known by its content") {
  const auto claude = recognise_transcript(claude_fixture());
  REQUIRE(claude.has_value());
  CHECK(claude->format == &kClaudeTranscripts);
  CHECK(claude->session == kClaudeId);
  CHECK(claude->agent.empty());
  CHECK(to_iso(claude->first) == "2026-11-10T09:00:00.000Z");
  const auto part = recognise_transcript(
      fixture("claude/" + std::string(kClaudeId) + "/subagents/agent-a77c01.jsonl"));
  REQUIRE(part.has_value());
  CHECK(part->agent == "a77c01");
  CHECK(part->parent == kClaudeId);
  const auto codex = recognise_transcript(codex_fixture());
  REQUIRE(codex.has_value());
  CHECK(codex->format == &kCodexTranscripts);
  CHECK(codex->session == kCodexId);
  CHECK(recognise_transcript(codex_fixture().substr(0, 90)).has_value());
  for (const char* other :
       {"", "[]", "{}", "{\"clew_log\":1}\n", "{\"event\":\"x\",\"timestamp\":\"2026-11-16\"}\n",
        "{\"type\":\"session_meta\"}\n", "goal: x\n",
        "{\"sessionId\":\"7\",\"type\":\"user\"}\n"}) {
    CHECK_MESSAGE(!recognise_transcript(other).has_value(), other);
  }
}

TEST_CASE("what was not touched for a day is paused since then") {
  Session session = read_claude_fixture().session;
  Session soon = session;
  pause_if_idle(soon, session.last_activity + hours(23));
  CHECK(soon == session);
  Session later = session;
  pause_if_idle(later, session.last_activity + hours(24));
  CHECK(later.lifecycle.status == Lifecycle::kPaused);
  CHECK(later.lifecycle.reason == "inactivity");
  CHECK(later.lifecycle.paused_at == session.last_activity + hours(24));
}

TEST_CASE("a file of Windows is one, by whichever slashes, and is told from its project on") {
  ClaudeScript script;
  script.user("Go");
  script.calls("t1", "Write", R"({"file_path":"C:\\w\\shop\\src\\a.ts"})");
  script.answers("t1", "ok",
                 R"({"type":"create","filePath":"C:\\w\\shop\\src\\a.ts","content":"x"})");
  script.calls("t2", "Edit", R"({"file_path":"C:/w/shop/src/a.ts"})");
  script.answers("t2", "ok", R"({"filePath":"C:/w/shop/src/a.ts"})");
  script.calls("t3", "Write", R"({"file_path":"/w/odd\\name"})");
  script.answers("t3", "ok", R"({"type":"create","filePath":"/w/odd\\name","content":"x"})");
  Session session = script.read().session;
  location_in_project(session, "C:\\w\\shop");
  REQUIRE(session.files.items.size() == 2);
  CHECK(session.files.items[0].path == "src/a.ts");
  CHECK(session.files.items[1].path == "/w/odd\\name");
}

}  // namespace
}  // namespace clew::transcript

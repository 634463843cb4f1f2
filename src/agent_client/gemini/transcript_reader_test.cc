// Transcripts of Gemini CLI.

#include "agent_client/gemini/transcript_reader.h"

#include <doctest/doctest.h>

#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

constexpr const char* kGeminiId = "bac36bac-7792-4047-bdbb-ed3f1c7e2c7a";

std::string gemini_fixture() { return fixture("gemini/session-2026-11-12T03-21-bac36bac.jsonl"); }

TEST_CASE("a transcript of Gemini CLI is known by its header") {
  const auto hint = recognise_transcript(gemini_fixture());
  REQUIRE(hint.has_value());
  CHECK(hint->format == &kGeminiTranscripts);
  CHECK(hint->session == kGeminiId);
  CHECK_FALSE(recognise_transcript(R"({"sessionId":"a","kind":"main"})").has_value());
  CHECK_FALSE(
      recognise_transcript(R"({"sessionId":"a","projectHash":"b","kind":"subagent"})").has_value());
}

TEST_CASE("a transcript of Gemini CLI tells goal, place, prompts and the agent's last words") {
  const auto reading = read_text(kGeminiTranscripts, gemini_fixture());
  const Session& session = reading.session;
  CHECK(reading.entry == kGeminiId);
  CHECK(reading.folder == "/home/ana/mill");
  CHECK(reading.findings.empty());
  CHECK(session.identity.goal == "Write a greeting for visitors");
  CHECK(session.identity.model == "gemini-2.5-flash");
  REQUIRE(session.instructions.items.size() == 3);
  CHECK(session.instructions.items[1].text == "Now paint the sign, never in red");
  CHECK(session.instruction->text == "Thanks");
  REQUIRE(session.checkpoints.items.size() == 2);
  CHECK(session.checkpoints.items[0].name == kEndOfTurn);
  CHECK(session.checkpoints.items[0].note == "The greeting stands; the sign is next.");
  CHECK(session.checkpoints.items[1].note == "The sign is blue.");
  CHECK(session.errors.items.size() == 1);
}

TEST_CASE("what the tools of Gemini CLI did is told once, although messages come twice") {
  const Session session = read_text(kGeminiTranscripts, gemini_fixture()).session;
  REQUIRE(session.steps.size() == 2);
  CHECK(session.steps[1].title == "Write the greeting");
  CHECK(session.steps[1].status == StepStatus::kActive);
  REQUIRE(session.files.items.size() == 1);
  CHECK(session.files.items[0].path == "/home/ana/mill/a.txt");
  CHECK(session.files.items[0].action == FileAction::kCreated);
  CHECK(session.files.items[0].lines_added == 2);
  REQUIRE(session.runs.items.size() == 2);
  CHECK(session.runs.items[0].outcome == RunOutcome::kFailure);
  CHECK(session.runs.items[0].exit_code == 3);
  CHECK(session.runs.items[0].error == "one");
  CHECK(session.runs.items[1].outcome == RunOutcome::kSuccess);
}

TEST_CASE("a transcript of Gemini CLI is read as far as it goes, in pieces of any size") {
  const std::string text = gemini_fixture();
  const auto whole = read_text(kGeminiTranscripts, text).session;
  CHECK(read_text(kGeminiTranscripts, text, 7).session == whole);
  for (size_t size = 0; size < text.size(); size += 97) {
    CHECK(read_text(kGeminiTranscripts, text.substr(0, size)).session.runs.items.size() <= 2);
  }
}

TEST_CASE("what Gemini CLI compressed is a summary, and the work before it stays") {
  std::string text = gemini_fixture();
  text +=
      R"({"$set":{"messages":[{"id":"s1","timestamp":"2026-11-12T04:00:00Z","type":"user","content":"<state_snapshot>The sign is blue</state_snapshot>"}]}})"
      "\n";
  const Session session = read_text(kGeminiTranscripts, text).session;
  CHECK(session.context.compressions == 1);
  CHECK(session.notes.items.back().log == "compaction");
  CHECK(session.runs.items.size() == 2);
  CHECK(session.instructions.items.size() == 3);
}

}  // namespace
}  // namespace clew::transcript

// What `opencode export` writes.

#include "agent_client/opencode/transcript_reader.h"

#include <doctest/doctest.h>

#include "agent_client/transcript/recognise.h"
#include "agent_client/transcript/script_test.h"

namespace clew::transcript {
namespace {

constexpr const char* kOpencodeId = "ses_e136b448cffed3N0MtqusmyMez";

std::string opencode_fixture() { return fixture("opencode/" + std::string(kOpencodeId) + ".json"); }

TEST_CASE("an export of opencode is known by its beginning") {
  const std::string text = opencode_fixture();
  for (const size_t size : {size_t{300}, text.size()}) {
    const auto hint = recognise_transcript(std::string_view(text).substr(0, size));
    REQUIRE(hint.has_value());
    CHECK(hint->format == &kOpencodeTranscripts);
    CHECK(hint->session == kOpencodeId);
  }
  CHECK_FALSE(recognise_transcript(R"({"info": {"id": "abc"}, "messages": []})").has_value());
  CHECK_FALSE(recognise_transcript(R"({"name": "ses_x", "info": 3})").has_value());
}

TEST_CASE("an export of opencode tells goal, place, prompts and the agent's last words") {
  const auto reading = read_text(kOpencodeTranscripts, opencode_fixture());
  const Session& session = reading.session;
  CHECK(reading.entry == kOpencodeId);
  CHECK(reading.folder == "/home/ana/mill");
  CHECK(session.identity.goal == "Write a greeting for visitors");
  CHECK(session.identity.model == "m1");
  REQUIRE(session.instructions.items.size() == 2);
  CHECK(session.instructions.items[1].text == "Now paint the sign, never in red");
  REQUIRE(session.checkpoints.items.size() == 1);
  CHECK(session.checkpoints.items[0].name == kEndOfTurn);
  CHECK(session.checkpoints.items[0].note == "The greeting stands; the sign is next.");
  CHECK(session.lifecycle.reason == "interrupted");
}

TEST_CASE("an export of opencode tells what the tools did") {
  const Session session = read_text(kOpencodeTranscripts, opencode_fixture()).session;
  REQUIRE(session.steps.size() == 2);
  CHECK(session.steps[1].title == "Write the greeting");
  REQUIRE(session.files.items.size() == 1);
  CHECK(session.files.items[0].action == FileAction::kCreated);
  CHECK(session.files.items[0].lines_added == 2);
  REQUIRE(session.runs.items.size() == 1);
  CHECK(session.runs.items[0].outcome == RunOutcome::kFailure);
  CHECK(session.runs.items[0].exit_code == 3);
  CHECK(session.runs.items[0].error == "one");
}

TEST_CASE("an export of opencode that is cut off says so") {
  const std::string text = opencode_fixture();
  const auto reading = read_text(kOpencodeTranscripts, text.substr(0, text.size() / 2));
  CHECK(reading.entry.empty());
  CHECK(reading.counts.unreadable == 1);
  CHECK(reading.findings.size() == 1);
}

}  // namespace
}  // namespace clew::transcript

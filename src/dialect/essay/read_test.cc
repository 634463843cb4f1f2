#include <doctest/doctest.h>

#include "dialect/essay/fixture_test.h"
#include "dialect/essay/names.h"
#include "dialect/essay/position.h"

namespace clew::essay {
namespace {

Value attribute_of(const Session& session, const std::string& id, const std::string& key) {
  const Step& step = id.empty() ? session.root() : *session.find(step_of(session, id));
  const Value* value = find_attribute(step.attributes, "essay." + key);
  return value == nullptr ? Value() : *value;
}

StepStatus status_in(const Session& session, const std::string& id) {
  return session.find(step_of(session, id))->status;
}

TEST_CASE("a session in the middle is read whole") {
  const Readings readings = essay_dialect().read(fixture(kMidway));
  REQUIRE(readings.sessions.size() == 1);
  const Reading& reading = readings.sessions[0];
  const Session& session = reading.session;
  CHECK(reading.entry == kMidway);
  CHECK(*external_id(session.root(), "essay") == kMidway);
  CHECK(session.identity.created_at == at("2026-11-04T08:15:00Z"));
  CHECK(session.last_activity == at("2026-11-10T16:02:45.120Z"));
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(essay_dialect().step_name(session, session.steps[4]) == "stage_4");

  SUBCASE("stages, sections and paragraphs are steps") {
    CHECK(status_in(session, "stage_1") == StepStatus::kDone);
    CHECK(status_in(session, "stage_3") == StepStatus::kActive);
    CHECK(status_in(session, "stage_3/section-2") == StepStatus::kDone);
    CHECK(status_in(session, "stage_3/section-3") == StepStatus::kActive);
    CHECK(status_in(session, "stage_4/section-1/paragraph-2") == StepStatus::kDone);
    CHECK(status_in(session, "stage_4/section-1/paragraph-3") == StepStatus::kActive);
    CHECK(status_in(session, "stage_4/section-1/paragraph-4") == StepStatus::kPending);
    CHECK(session.steps.size() == 1 + 4 + 3 + 1 + 4);
    CHECK(position(session) == Spot{4, 1, 3});
  }
  SUBCASE("the sections of stages 3 and 4 are linked by subject") {
    const Step& third = *session.find(step_of(session, "stage_3/section-1"));
    const Step& fourth = *session.find(step_of(session, "stage_4/section-1"));
    CHECK(third.subject == "section-1");
    CHECK(fourth.subject == third.subject);
    CHECK(fourth.needs == std::vector<StepId>{third.id});
  }
  SUBCASE("attempts tell when something was completed") {
    const Attempt* passed = session.find(step_of(session, "stage_2"))->passed_attempt();
    REQUIRE(passed != nullptr);
    CHECK(passed->started_at == at("2026-11-04T11:40:00Z"));
    CHECK(passed->ended_at == at("2026-11-05T10:00:00Z"));
    CHECK(session.find(step_of(session, "stage_4"))->open_attempt() != nullptr);
  }
  SUBCASE("what the core has no word for is an attribute") {
    CHECK(attribute_of(session, "", "pipeline_id") == "essay-0b6f2d1c-77a1-4f0e-8f6e-2b9f1d4c5e6a");
    CHECK(attribute_of(session, "", "voice_calibration.voice_reference_mode") == "hybrid");
    CHECK(attribute_of(session, "stage_1", "claim_type") == "argument");
    CHECK(attribute_of(session, "stage_2", "audience") == "semi-technical");
    CHECK(attribute_of(session, "stage_2", "target_word_count") == 1800);
    CHECK(attribute_of(session, "stage_4/section-1", "voice_check_score") == 4.5);
    CHECK(attribute_of(session, "", "samples_dir_path").is_null());
  }
  SUBCASE("claims are deferred, resolved or overridden, at their section or paragraph") {
    REQUIRE(session.claims.items.size() == 3);
    CHECK(session.claims.total == 3);
    const Claim& deferred = session.claims.items[0];
    CHECK(deferred.status == ClaimStatus::kDeferred);
    CHECK(deferred.reason == "timeout");
    CHECK(deferred.origin.step == step_of(session, "stage_3/section-2"));
    CHECK(session.claims.items[1].status == ClaimStatus::kResolved);
    CHECK(session.claims.items[1].text == "The gauge was moved in 1931");
    CHECK(session.claims.items[1].origin.step == step_of(session, "stage_4/section-1/paragraph-2"));
    CHECK(session.claims.items[2].status == ClaimStatus::kOverridden);
    CHECK(session.claims.items[2].rationale == "it is what she told me");
  }
  SUBCASE("references are artifacts, by their name in the folder") {
    std::vector<std::string> paths;
    for (const auto& artifact : session.artifacts.items) paths.push_back(artifact.path);
    CHECK(paths == std::vector<std::string>{"stage-1-thesis.md", "stage-2-outline.md",
                                            "stage-3-section-1-arguments.md", "maps/two.md",
                                            "stage-4-draft.md", "stage-3-section-2-arguments.md"});
    CHECK(session.artifacts.items.back().archived_as == "stage-3-section-2-arguments.v1.md");
    CHECK(session.artifacts.items.back().version == 1);
  }
  SUBCASE("revisions keep what was archived") {
    REQUIRE(session.revisions.items.size() == 1);
    CHECK(session.revisions.items[0].impact == Impact::kModerate);
    CHECK(session.revisions.items[0].origin.step == step_of(session, "stage_2"));
    CHECK(session.revisions.items[0].archived ==
          std::vector<std::string>{"stage-3-section-2-arguments.v1.md"});
  }
  SUBCASE("the folder has not moved by name; whether it has by path, the disk knows") {
    CHECK(brief(readings.findings).empty());
    std::vector<std::string> asked;
    for (const auto& question : reading.disk) {
      asked.push_back(question.finding.rule + " " + question.path);
    }
    CHECK(asked == std::vector<std::string>{
                       "essay.session-dir-moved /srv/old/essay-pipeline-20261104-081500/",
                       "essay.artifact-missing stage-1-thesis.md",
                       "essay.artifact-missing stage-2-outline.md",
                       "essay.section-artifact-missing stage-3-section-1-arguments.md",
                       "essay.section-artifact-missing maps/two.md",
                       "essay.file-missing stage-4-draft.md"});
  }
}

TEST_CASE("logs give back notes, verified claims, and when a claim changed") {
  const Session session = read_one(fixture(kFinished));
  REQUIRE(session.notes.items.size() == 1);
  CHECK(session.notes.items[0].log == "development");
  CHECK(session.notes.items[0].text == "A prediction needs a date.\n\n## Which one?\n\nThe ninth.");
  CHECK(session.notes.items[0].origin.actor.text == "mira@desk");
  CHECK(session.notes.items[0].origin.step == step_of(session, "stage_1"));
  REQUIRE(session.claims.items.size() == 2);
  CHECK(session.claims.items[0].status == ClaimStatus::kReconfirmed);
  CHECK(session.claims.items[0].changed_at == at("2026-09-25T20:00:00Z"));
  CHECK(session.claims.items[0].origin.step == step_of(session, "stage_3/section-1"));
  CHECK(session.claims.items[1].status == ClaimStatus::kVerified);
  CHECK(session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(session.lifecycle.ended_at == at("2026-09-25T21:12:00Z"));
  CHECK(session.root().status == StepStatus::kDone);
  for (const auto& step : session.steps) CHECK(step.open_attempt() == nullptr);
}

TEST_CASE("an empty session has four stages and their gates, and no nulls") {
  const Session session = read_one(fixture(kFresh));
  CHECK(session.steps.size() == 5);
  for (size_t i = 1; i < session.steps.size(); ++i) CHECK(session.steps[i].gate.has_value());
  for (const auto& step : session.steps) {
    for (const auto& attribute : step.attributes) CHECK_FALSE(attribute.value.is_null());
  }
  CHECK(position(session) == Spot{1});
}

TEST_CASE("a folder that is itself a session directory has the empty entry") {
  const std::string text = fixture_text(std::string(kFresh) + "/session-state.yaml");
  const Readings readings = essay_dialect().read({{{"session-state.yaml", text}}});
  REQUIRE(readings.sessions.size() == 1);
  CHECK(readings.sessions[0].entry.empty());
  const FileSet again =
      *essay_dialect().write(readings.sessions[0].session, {{{"session-state.yaml", text}}});
  REQUIRE(again.files.size() == 1);
  CHECK(again.files[0].path == "session-state.yaml");
  CHECK(again.files[0].text == text);
}

TEST_CASE("places are the folder itself and the folders in it") {
  const auto locations = essay_dialect().locations({"a/session-state.yaml", "a/fact-check-log.md",
                                                    "a/stage-1-thesis.md", "a/b/session-state.yaml",
                                                    "session-state.yaml", "session-state.yaml.bak",
                                                    "voice-check-log.md", "c/fact-check-log.md"});
  REQUIRE(locations.size() == 2);
  CHECK(locations[0].entry == "a");
  CHECK(locations[0].files ==
        std::vector<std::string>{"a/session-state.yaml", "a/fact-check-log.md"});
  CHECK(locations[1].entry.empty());
  CHECK(locations[1].files == std::vector<std::string>{"session-state.yaml", "voice-check-log.md"});
}

TEST_CASE("a place whose state is gone is known by what is left, and names the state") {
  for (const char* left :
       {"session-state.yaml.bak", "stage-1-thesis.md", "stage-3-section-2-arguments.md"}) {
    CAPTURE(left);
    const auto locations = essay_dialect().locations({std::string("a/") + left});
    REQUIRE(locations.size() == 1);
    CHECK(locations[0].files == std::vector<std::string>{"a/session-state.yaml"});
  }
  CHECK(essay_dialect().locations({"a/final-essay.md", "a/fact-check-log.md", "a/README"}).empty());
  for (const char* log : {"a/stage-1-development-log.md", "stage-4-paragraph-log.md"}) {
    CAPTURE(log);
    const auto locations = essay_dialect().locations({log});
    REQUIRE(locations.size() == 1);
    CHECK(locations[0].files.size() == 2);
  }
}

TEST_CASE("a state file is known by its name and content") {
  const Dialect& dialect = essay_dialect();
  const std::string text = fixture_text(std::string(kMidway) + "/session-state.yaml");
  CHECK(dialect.recognises("x/session-state.yaml", text));
  CHECK(dialect.recognises("copy.yaml", text));
  CHECK(dialect.recognises("session-state.yaml", text.substr(0, text.size() / 2)));
  CHECK_FALSE(dialect.recognises("session-state.yaml", "handoff:\n  version: 1\n"));
  CHECK_FALSE(dialect.recognises("notes.md", text));
}

TEST_CASE("numbers out of a file never make more steps than can be handled") {
  std::string text = fixture_text(std::string(kMidway) + "/session-state.yaml");
  text = with(text, "total_paragraphs: 4", "total_paragraphs: 900000000000");
  text = with(text, "completed_paragraphs: 2", "completed_paragraphs: 800000000000");
  const Session session = read_one(state_file(text));
  CHECK(session.steps.size() < 2000);
  CHECK(essay_dialect().write(session, state_file(text))->files[0].text == text);
  CHECK(state_text(fresh_files(session)).find("completed_paragraphs: 800000000000") !=
        std::string::npos);
}

}  // namespace
}  // namespace clew::essay

#include <doctest/doctest.h>

#include <random>

#include "dialect/feature/express.h"
#include "dialect/feature/feature_test.h"
#include "dialect/feature/names.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "document/json/json.h"

namespace clew::feature {
namespace {

Documents reported_files(const Session& session) {
  auto documents = express(session, feature_dialect().documents(), default_models());
  REQUIRE_MESSAGE(documents.ok(), documents.error().message);
  return std::move(*documents);
}

// Nested steps, several tries, odd words everywhere; whatever comes out must hold.
Session random_session(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const std::vector<std::string> words = {"",     "a",   "b: c",   "- d",   "#e",  "\"f\"",
                                          "true", "1.0", "~",      "g\nh",  " i ", "\u00e4\u4e2d",
                                          "null", "x-y", "step-2", "steps", "'",   "[1"};
  const auto word = [&] { return words[below(words.size())]; };
  Session session = small_session();
  const Time start = session.identity.created_at;
  session.steps[0].description = word();
  if (below(2) == 0) set_external_id(session.steps[0], "feature", "some-thing-2026-01-02");
  if (below(3) == 0) session.identity.model = "claude-sonnet-4";
  if (below(4) == 0) set_attribute(session.steps[0].attributes, kStateStatus, true);
  session.lifecycle.status = static_cast<Lifecycle>(below(6));
  session.lifecycle.reason = word();
  session.lifecycle.archived = below(5) == 0;
  session.lifecycle.ended_at = start + minutes(static_cast<int64_t>(below(90)));
  session.lifecycle.paused_at = start + minutes(static_cast<int64_t>(below(90)));
  const size_t count = below(14);
  for (size_t i = 0; i < count; ++i) {
    const StepId parent{static_cast<uint32_t>(below(2) == 0 ? 0 : below(session.steps.size()))};
    const StepId id = add_step(session, parent, word(), static_cast<StepStatus>(below(7)));
    Step& step = session.steps[id.number];
    if (below(3) == 0) step.key = "k" + std::to_string(i);
    if (below(4) == 0) set_external_id(step, "feature", "e" + std::to_string(i));
    step.description = word();
    step.status_reason = word();
    step.assignee = word();
    if (below(3) == 0) step.order = ChildOrder::kAnyOrder;
    if (below(3) == 0) step.needs.push_back(StepId{static_cast<uint32_t>(below(id.number) + 1)});
    if (below(8) == 0) step.removed = true;
    if (below(5) == 0) step.quarantined = true;
    if (below(8) == 0) set_attribute(step.attributes, kIsPhase, true);
    for (size_t n = below(3); n > 0; --n) {
      Attempt attempt;
      attempt.number = ++step.attempt_count;
      attempt.started_at = start + minutes(static_cast<int64_t>(n));
      if (below(2) == 0) attempt.ended_at = attempt.started_at + seconds(7);
      attempt.outcome = static_cast<AttemptOutcome>(below(4));
      if (below(2) == 0) attempt.outputs = {word(), word()};
      step.attempts.push_back(attempt);
    }
    if (below(3) == 0 && parent.number < session.steps.size()) make_active(session, id);
  }
  for (size_t i = below(6); i > 0; --i) {
    CommandRun run;
    run.origin.at = start + minutes(static_cast<int64_t>(10 - i));
    run.origin.actor = ActorId(word());
    run.origin.step = StepId{static_cast<uint32_t>(below(session.steps.size()))};
    run.command = word();
    run.arguments = word();
    run.model = below(2) == 0 ? "opus" : word();
    run.agent = AgentId(word());
    run.outcome = static_cast<RunOutcome>(below(2));
    if (below(2) == 0) run.duration = Duration{static_cast<int64_t>(below(100))};
    if (run.outcome == RunOutcome::kFailure) run.error = word();
    session.runs.items.push_back(run);
  }
  session.runs.total = static_cast<uint32_t>(session.runs.items.size());
  return session;
}

TEST_CASE(
    "for random sessions: written, read and written again is the same, and nothing is wrong") {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    const Session session = random_session(seed);
    const auto files = feature_dialect().write(session, {});
    REQUIRE(files.ok());
    const Readings readings = feature_dialect().read(*files);
    CHECK(!has_errors(readings.findings));
    REQUIRE(readings.sessions.size() == 1);
    const Session& again = readings.sessions[0].session;
    const auto fresh = feature_dialect().write(again, {});
    REQUIRE(fresh.ok());
    CHECK(*fresh == *files);
    const auto same = feature_dialect().write(again, *files);
    REQUIRE(same.ok());
    CHECK(*same == *files);
    // The session that was reported_files is the one the text is kept for.
    const auto kept = feature_dialect().write(session, *files);
    REQUIRE(kept.ok());
    CHECK(*kept == *files);
    // From one to another, by edits, is as good as reported_files afresh.
    const Session next = [&] {
      Session other = random_session(seed + 1000);
      set_external_id(other.steps[0], "feature", id_of(session));
      other.runs = session.runs;
      other.last_activity = session.last_activity + hours(3);  // time goes on
      for (auto& run : other.runs.items) run.origin.step = kRoot;
      return other;
    }();
    const auto edited = feature_dialect().write(next, *files);
    REQUIRE_MESSAGE(edited.ok(), edited.error().message);
    const Readings last = feature_dialect().read(*edited);
    REQUIRE(last.sessions.size() == 1);
    const Documents wanted = reported_files(next);
    const Documents got = reported_files(last.sessions[0].session);
    for (const char* name : {kPlan, kIndex}) {
      CHECK(write_json(find_document(got, name)->tree, JsonStyle::kPretty) ==
            write_json(find_document(wanted, name)->tree, JsonStyle::kPretty));
    }
  }
}

}  // namespace
}  // namespace clew::feature

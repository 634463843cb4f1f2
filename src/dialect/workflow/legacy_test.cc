#include <doctest/doctest.h>

#include <functional>

#include "dialect/workflow/sample_test.h"
#include "session/resumption.h"

namespace clew {
namespace {

const std::string kOpen = "5f0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1.json";
const std::string kFinished = "9a1d3c77-6b0e-4b77-8a51-d0f9e8c7b6a5.json";

FileSet legacy(const std::string& name) { return one_file(fixture("legacy/" + name), name); }

FileSet changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = fixture("legacy/" + name);
  const size_t location = text.find(from);
  REQUIRE(location != std::string::npos);
  return one_file(text.replace(location, from.size(), to), name);
}

WorkflowPlan plan(const std::string& name) {
  const auto metadata = parse_json(fixture("workflows/" + name + "/metadata.json"));
  REQUIRE(metadata.ok());
  const auto read = read_workflow_metadata(*metadata);
  REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.error().message));
  return *read;
}

}  // namespace

TEST_CASE("a legacy file is read with its warning, and times without a zone are UTC") {
  const auto readings = workflow_dialect().read(legacy(kOpen));
  CHECK(!has_errors(readings.findings));
  size_t zones = 0;
  std::string warning;
  for (const auto& finding : readings.findings) {
    if (finding.rule == "workflow.zone") ++zones;
    if (finding.rule == "workflow.legacy") warning = finding.message;
  }
  CHECK(zones == 4);
  CHECK(warning == "Legacy session format, limited resumption context");

  const Session& s = readings.sessions.at(0).session;
  CHECK(s.structure == Structure{"release_v2", "", 0, {}});
  REQUIRE(s.steps.size() == 4);
  CHECK(s.steps[2].status == StepStatus::kDone);
  CHECK(s.steps[3].status == StepStatus::kActive);
  CHECK(s.lifecycle.status == Lifecycle::kActive);
  // A phase begins when the one before it has passed.
  CHECK(to_iso(s.steps[1].attempts.at(0).started_at) == "2025-11-03T09:33:53.265Z");
  CHECK(to_iso(s.steps[2].attempts.at(0).started_at) == "2025-11-03T09:41:32.877Z");
  CHECK(to_iso(s.steps[3].attempts.at(0).started_at) == "2025-11-03T10:00:39.220Z");
}

TEST_CASE("a finished legacy session stands one past its last phase and is completed at it") {
  const auto readings = workflow_dialect().read(legacy(kFinished));
  CHECK(!has_errors(readings.findings));
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.structure == Structure{"audit_v1", "", 1, 2});
  CHECK(s.steps.size() == 3);
  CHECK(s.lifecycle.status == Lifecycle::kCompleted);
  CHECK(to_iso(*s.lifecycle.ended_at) == "2025-11-04T08:40:00.000Z");
  CHECK(resumption_context(s, kMorning).status == ResumptionStatus::kCompleted);
}

TEST_CASE("a legacy session past its end is a mismatch and not complete") {
  const auto readings =
      workflow_dialect().read(changed(kFinished, "\"current_phase\": 3", "\"current_phase\": 4"));
  CHECK(readings.sessions.at(0).session.lifecycle.status == Lifecycle::kActive);
  CHECK(rule_text(readings.findings).find("workflow.structure-mismatch /current_phase") !=
        std::string::npos);
  const auto open = workflow_dialect().read(
      changed(kFinished, "\"completed_phases\": [1, 2]", "\"completed_phases\": [1]"));
  CHECK(open.sessions.at(0).session.lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("a plan tells a legacy session how many phases it has, and their names") {
  const auto readings = workflow_dialect_with(plan("release_v2"))->read(legacy(kOpen));
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.structure == Structure{"release_v2", "2.1.0", 0, 4});
  REQUIRE(s.steps.size() == 5);
  CHECK(s.steps[3].title == "Tag");
  CHECK(s.lifecycle.status == Lifecycle::kActive);
  const auto finished =
      workflow_dialect_with(plan("release_v2"))
          ->read(changed(kOpen,
                         "\"current_phase\": 2,\n  \"completed_phases\": [\n    "
                         "0,\n    1\n  ]",
                         "\"current_phase\": 4, \"completed_phases\": [0, 1, 2, 3]"));
  CHECK(finished.sessions.at(0).session.lifecycle.status == Lifecycle::kCompleted);
  const auto migrated = workflow_dialect_with(plan("release_v2"))->migrate(legacy(kOpen));
  REQUIRE(migrated.ok());
  CHECK(read_one(*migrated).structure == Structure{"release_v2", "2.1.0", 0, 4});
  CHECK(read_one(*migrated).steps[3].title == "Tag");
}

TEST_CASE("a plan of another workflow tells a file nothing") {
  const auto with_plan = workflow_dialect_with(plan("from_spec_v1"));
  for (const auto& name : {kOpen, kFinished}) {
    CHECK(with_plan->read(legacy(name)).sessions.at(0).session == read_one(legacy(name)));
  }
}

TEST_CASE("a legacy file is never rewritten") {
  const FileSet files = legacy(kOpen);
  const auto refused = workflow_dialect().write(read_one(files), files);
  REQUIRE(!refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalid);
  CHECK(refused.error().next == "clew migrate " + kOpen);
  CHECK(workflow_dialect().write(read_one(files), {}).ok());
}

TEST_CASE("migrating tells the same in the new format and loses nothing") {
  for (const auto& name : {kOpen, kFinished}) {
    const FileSet files = legacy(name);
    const auto migrated = workflow_dialect().migrate(files);
    REQUIRE_MESSAGE(migrated.ok(), (migrated.ok() ? "" : migrated.error().message));
    CHECK(migrated->files[0].path == name);
    const auto readings = workflow_dialect().read(*migrated);
    CHECK(rule_text(readings.findings) == "");
    const Session old = read_one(files);
    const Session& s = readings.sessions.at(0).session;
    CHECK(s.lifecycle.status == old.lifecycle.status);
    CHECK(s.structure == old.structure);
    CHECK(s.steps == old.steps);
    CHECK(workflow_dialect().write(s, *migrated)->files[0].text == migrated->files[0].text);
  }
  const auto tree = parse_json(workflow_dialect().migrate(legacy(kOpen))->files[0].text);
  CHECK(text_in(*tree, "origin") == "imported");
  CHECK(text_in(*tree->find("phase_artifacts")->find("0"), "note") == "by hand");
  const auto finished = parse_json(workflow_dialect().migrate(legacy(kFinished))->files[0].text);
  CHECK(finished->find("current_phase")->as_int() == 2);
  CHECK(finished->find("lifecycle")->find("completed")->as_bool());
}

TEST_CASE("only a valid legacy session can be migrated") {
  CHECK(!workflow_dialect().migrate({}).ok());
  CHECK(!workflow_dialect()
             .migrate(one_file(fixture("sessions/nightly-17.json"), "nightly-17.json"))
             .ok());
  CHECK(!workflow_dialect()
             .migrate(changed(kFinished, "\"current_phase\": 3", "\"current_phase\": 9"))
             .ok());
  CHECK(!workflow_dialect().migrate(one_file("{", kOpen)).ok());
}

// As the format's own program writes it, with a word for the whole session.
const char* const kOneWord = R"({
  "session_id": "workflow_default_2e9c3d28-62b6-4372-9cd0-8c34c98765eb",
  "workflow_type": "build_v1", "target_file": "specs/index",
  "current_phase": 1, "completed_phases": [0], "phase_artifacts": {}, "checkpoints": {"0": "passed"},
  "evidence_submitted": {"0": {"tasks_parsed": true}},
  "phase_timings": {
    "0": {"phase": 0, "started_at": "2025-11-05T20:36:19.400000",
          "completed_at": "2025-11-05T20:36:27.200000", "duration_seconds": 7.8},
    "1": {"phase": 1, "started_at": "2025-11-05T20:36:27.200000", "completed_at": null,
          "duration_seconds": null}},
  "created_at": "2025-11-05T20:36:19.400000", "updated_at": "2025-11-05T20:36:27.200000",
  "completed_at": "2025-11-05T20:36:27.300000", "metadata": {},
  "error_reason": "manually_deleted", "status": "error"
})";

FileSet one_word(const std::function<void(Value&)>& change) {
  auto tree = parse_json(kOneWord);
  REQUIRE(tree.ok());
  change(*tree);
  return {{{"workflow_default_2e9c3d28-62b6-4372-9cd0-8c34c98765eb.json", write_json(*tree)}}};
}

TEST_CASE("a file that says its status in a word is read for what it says") {
  const FileSet files = one_word([](Value&) {});
  const auto readings = workflow_dialect().read(files);
  for (const auto& finding : readings.findings) {
    CHECK(finding.severity == Severity::kWarning);
    CHECK(finding.message.find("limited") == std::string::npos);
  }
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.lifecycle.status == Lifecycle::kFailed);
  CHECK(s.lifecycle.last_error == "manually_deleted");
  CHECK(to_iso(*s.lifecycle.ended_at) == "2025-11-05T20:36:27.300Z");
  REQUIRE(s.steps.size() == 3);
  CHECK(s.steps[1].status == StepStatus::kDone);
  REQUIRE(s.steps[1].attempts.size() == 1);
  CHECK(to_iso(s.steps[1].attempts[0].started_at) == "2025-11-05T20:36:19.400Z");
  CHECK(to_iso(*s.steps[1].attempts[0].ended_at) == "2025-11-05T20:36:27.200Z");
  REQUIRE(s.steps[1].attempts[0].evidence.items.size() == 1);
  CHECK(s.steps[1].attempts[0].evidence.items[0].name == "tasks_parsed");
  CHECK(s.steps[2].status == StepStatus::kActive);
  CHECK(to_iso(s.steps[2].attempts.at(0).started_at) == "2025-11-05T20:36:27.200Z");
  const auto locations = workflow_dialect().locations({files.files[0].path, "state.json"});
  REQUIRE(locations.size() == 1);
  CHECK(locations[0].files == std::vector<std::string>{files.files[0].path});
}

TEST_CASE("a file whose status is completed may stand one past its last phase") {
  const auto finish = [](Value& t) {
    t.set("status", "completed");
    t.set("error_reason", Value());
    t.set("completed_phases", parse_json("[0, 1]").value_or({}));
    at(t, "checkpoints").set("1", "passed");
    t.set("current_phase", 2);
  };
  const auto readings = workflow_dialect().read(one_word(finish));
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.lifecycle.status == Lifecycle::kCompleted);
  CHECK(to_iso(*s.lifecycle.ended_at) == "2025-11-05T20:36:27.300Z");
  CHECK(s.structure.total == 2u);
  CHECK(s.steps.size() == 3);
  for (const auto& finding : readings.findings) CHECK(finding.severity == Severity::kWarning);

  const auto early =
      workflow_dialect().read(one_word([&](Value& t) { t.set("status", "completed"); }));
  CHECK(rule_text(early.findings).find("workflow.completed-early /status") != std::string::npos);
}

TEST_CASE("what a word says is migrated to the sections, and stays nowhere else") {
  const auto migrated = workflow_dialect().migrate(one_word([](Value&) {}));
  REQUIRE(migrated.ok());
  const auto tree = parse_json(migrated->files.at(0).text);
  CHECK(tree->find("status") == nullptr);
  CHECK(tree->find("phase_timings") == nullptr);
  CHECK(text_in(*tree->find("lifecycle"), "last_error") == "manually_deleted");
  const Session s = workflow_dialect().read(*migrated).sessions.at(0).session;
  CHECK(s.lifecycle.status == Lifecycle::kFailed);
  CHECK(s.steps[1].attempts.at(0).evidence.items.size() == 1);
}

}  // namespace clew

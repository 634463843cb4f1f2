#include <doctest/doctest.h>

#include <functional>

#include "dialect/workflow/sample_test.h"

namespace clew {
namespace {

struct Row {
  const char* rule;
  const char* pointer;
  std::function<void(Value&)> breaks;
};

Value value_of(const char* text) {
  auto value = parse_json(text);
  REQUIRE(value.ok());
  return std::move(*value);
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"legacy",                 "",
       [](Value& t) {
         t.erase("workflow_structure");
         t.erase("lifecycle");
         t.erase("phase_timing");
         at(t, "metadata").set("total_phases", 4);
       }                                                                                                                             },
      {"section-missing",        "",                                    [](Value& t) { t.erase("lifecycle"); }                       },
      {"scheme-mismatch",        "/workflow_structure/indexing_scheme",
       [](Value& t) { at(t, "workflow_structure").set("indexing_scheme", "one_based"); }                                             },
      {"structure-mismatch",     "/current_phase",                      [](Value& t) { t.set("current_phase", 4); }                  },
      {"structure-mismatch",     "/checkpoints/7",
       [](Value& t) { at(t, "checkpoints").set("7", "pending"); }                                                                    },
      {"phase-number",           "/phase_artifacts/1/phase_number",
       [](Value& t) { at(at(t, "phase_artifacts"), "1").set("phase_number", 2); }                                                    },
      {"failed-phase-completed", "/completed_phases/1",
       [](Value& t) {
         at(t, "checkpoints").set("1", "failed");
         at(t, "phase_timing").erase("1");
         t.set("current_phase", 1);
       }                                                                                                                             },
      {"all-phases-complete",    "/completed_phases",
       [](Value& t) {
         t.set("completed_phases", value_of("[0, 1, 2, 3]"));
         at(t, "checkpoints").set("2", "passed");
         t.set("current_phase", 3);
       }                                                                                                                             },
      {"completed-early",        "/lifecycle/completed",
       [](Value& t) { at(t, "lifecycle").set("completed", true); }                                                                   },
      {"flags-contradict",       "/lifecycle/paused",
       [](Value& t) {
         t.set("completed_phases", value_of("[0, 1, 2, 3]"));
         at(t, "checkpoints").set("2", "passed");
         t.set("current_phase", 3);
         at(t, "lifecycle").set("completed", true);
         at(t, "lifecycle").set("paused", true);
       }                                                                                                                             },
      {"out-of-order",           "/completed_phases/2",
       [](Value& t) { t.set("completed_phases", value_of("[0, 1, 3]")); }                                                            },
      {"listed-not-passed",      "/completed_phases/1",
       [](Value& t) {
         at(t, "checkpoints").set("1", "pending");
         at(at(t, "phase_timing"), "1").erase("completed_at");
       }                                                                                                                             },
      {"passed-not-listed",      "/checkpoints/1",
       [](Value& t) {
         t.set("completed_phases", value_of("[0]"));
         t.set("current_phase", 1);
       }                                                                                                                             },
      {"completed-not-passed",   "/phase_timing/2/completed_at",
       [](Value& t) {
         at(at(t, "phase_timing"), "2").set("completed_at", "2026-11-16T10:30:00Z");
       }                                                                                                                             },
      {"time-order",             "/phase_timing/1/completed_at",
       [](Value& t) {
         at(at(t, "phase_timing"), "1").set("completed_at", "2026-11-16T09:10:00Z");
       }                                                                                                                             },
      {"time-order",             "/updated_at",                         [](Value& t) { t.set("updated_at", "2026-11-16T08:00:00Z"); }},
      {"current-phase-complete", "/current_phase",                      [](Value& t) { t.set("current_phase", 1); }                  },
      {"current-phase-ahead",    "/current_phase",                      [](Value& t) { t.set("current_phase", 3); }                  },
      {"clew-metadata",          "/metadata/clew/phases/2/gate",
       [](Value& t) {
         t.set("metadata", value_of(R"({"clew": {"phases": {"2": {"gate": [1]}}}})"));
       }                                                                                                                             },
      {"no-session",             "",                                    [](Value& t) { t = Value(3); }                               },
      {"id-mismatch",            "/session_id",                         [](Value& t) { t.set("session_id", "s-2"); }                 },
  };
  return all;
}

Findings findings_of(const Value& tree) {
  return workflow_dialect()
      .read(one_file(write_json(tree, JsonStyle::kPretty), "s-1.json"))
      .findings;
}

}  // namespace

TEST_CASE("a valid document breaks no rule") { CHECK(rule_text(findings_of(sample_tree())) == ""); }

TEST_CASE("each rule is found where it is broken, and alone") {
  for (const auto& row : rows()) {
    CAPTURE(row.rule);
    Value tree = sample_tree();
    row.breaks(tree);
    Findings findings = findings_of(tree);
    // What is no session has no shape either.
    if (tree.is_int()) findings.erase(findings.begin());
    CHECK(rule_text(findings) == std::string("workflow.") + row.rule + " " + row.pointer);
    if (findings.empty()) continue;
    CHECK(!findings[0].message.empty());
    CHECK(!findings[0].next.empty());
    if (*row.pointer != '\0') CHECK(findings[0].position);
  }
}

TEST_CASE("every rule of the table has a document that breaks it") {
  for (const auto& rule : workflow_dialect().rules()) {
    bool broken = false;
    for (const auto& row : rows()) broken = broken || std::string(row.rule) == rule.name;
    CHECK_MESSAGE(broken, std::string(rule.name));
  }
}

TEST_CASE("a failed phase that is listed as completed is never done") {
  Value tree = sample_tree();
  at(tree, "checkpoints").set("1", "failed");
  const Session s = read_one(named(tree));
  CHECK(s.steps[2].status == StepStatus::kFailed);
  CHECK(progress(s, {}, kMorning + hours(2)).complete == 1);
}

TEST_CASE("all phases complete is not a completed session until its flag says so") {
  Value tree = sample_tree();
  tree.set("completed_phases", value_of("[0, 1, 2, 3]"));
  CHECK(read_one(named(tree)).lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("a phase outside the structure keeps its text and the session open, and is no step") {
  Value tree = sample_tree();
  tree.set("completed_phases", value_of("[0, 1, 2, 3, 4]"));
  tree.set("current_phase", 5);
  at(tree, "checkpoints").set("2", "passed");
  const FileSet files = named(tree);
  const auto readings = workflow_dialect().read(files);
  CHECK(rule_text(readings.findings) ==
        "workflow.structure-mismatch /completed_phases/4, workflow.structure-mismatch "
        "/current_phase");
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.lifecycle.status == Lifecycle::kActive);
  CHECK(s.steps.size() == 5);
  CHECK(workflow_dialect().write(s, files)->files == files.files);
}

TEST_CASE("one number far outside makes no phases up to it") {
  for (const char* section : {"phase_timing", "phase_artifacts", "checkpoints"}) {
    Value tree = sample_tree();
    Value stray = value_of(R"({"started_at": "2026-11-16T09:00:00Z", "phase_number": 15,
        "evidence": {}, "outputs": {}, "commands_executed": [],
        "timestamp": "2026-11-16T09:00:00Z"})");
    at(tree, section).set("15", std::string(section) == "checkpoints" ? "pending" : stray);
    const auto readings = workflow_dialect().read(named(tree));
    CHECK(rule_text(readings.findings) ==
          "workflow.structure-mismatch /" + std::string(section) + "/15");
    CHECK(readings.sessions.at(0).session.steps.size() == 5);
  }
}

TEST_CASE("completed_phases with an element that is wrong keeps the others") {
  struct Case {
    const char* list;
    const char* findings;
    const char* written;  // with phase 2 passed
  };
  const Case cases[] = {
      {"[0, 1, 1, 0]",
       "workflow.distinct /completed_phases/2, workflow.distinct "
       "/completed_phases/3",                                                                 "[0,1,2]"        },
      {R"([0, "x", 1])",     "workflow.type /completed_phases/1",                             R"([0,"x",1,2])" },
      {"[null, 0, 1]",       "workflow.type /completed_phases/0",                             "[null,0,1,2]"   },
      {"[0, 1, 15, 4000]",
       "workflow.range /completed_phases/3, workflow.structure-mismatch /completed_phases/2", "[0,1,2,15,4000]"},
      {R"([[7], 15, 0, 1])",
       "workflow.type /completed_phases/0, workflow.structure-mismatch /completed_phases/1",  "[[7],15,0,1,2]" },
  };
  for (const auto& each : cases) {
    CAPTURE(each.list);
    Value tree = sample_tree();
    tree.set("completed_phases", value_of(each.list));
    const FileSet files = named(tree);
    const auto readings = workflow_dialect().read(files);
    CHECK(rule_text(readings.findings) == each.findings);
    Session s = readings.sessions.at(0).session;
    CHECK(s.steps[1].status == StepStatus::kDone);
    CHECK(s.steps[2].status == StepStatus::kDone);
    CHECK(workflow_dialect().write(s, files)->files == files.files);
    s.steps[3].status = StepStatus::kDone;
    const auto written = workflow_dialect().write(s, files);
    REQUIRE(written.ok());
    const auto after = parse_json(written->files.at(0).text);
    CHECK(write_json(*after->find("completed_phases")) == each.written);
  }
}

TEST_CASE("a phase that is listed twice and opened again is listed no more") {
  Value tree = sample_tree();
  tree.set("completed_phases", value_of("[0, 1, 1]"));
  const FileSet files = named(tree);
  Session s = workflow_dialect().read(files).sessions.at(0).session;
  s.steps[2].status = StepStatus::kActive;
  const auto written = workflow_dialect().write(s, files);
  REQUIRE(written.ok());
  CHECK(write_json(*parse_json(written->files.at(0).text)->find("completed_phases")) == "[0]");
}

TEST_CASE("a plan that goes in another order says so, and breaks no rule") {
  Value tree = sample_tree();
  tree.set("completed_phases", value_of("[1]"));
  tree.set("checkpoints", value_of(R"({"1": "passed", "2": "pending"})"));
  at(tree, "phase_timing").erase("0");
  CHECK(rule_text(findings_of(tree)) ==
        "workflow.out-of-order /completed_phases/0, workflow.current-phase-ahead /current_phase");
  tree.set("metadata", value_of(R"({"clew": {"session": {"order": "any_order"}}})"));
  CHECK(rule_text(findings_of(tree)) == "");
}

TEST_CASE("a place in metadata.clew that cannot be understood is passed over alone") {
  Value tree = sample_tree();
  tree.set("metadata", value_of(R"({"clew": {"goal": "g", "phases": {"2": {
      "title": 3, "key": "k", "attempts": 7, "attempt": {"actor": []}, "steps": [1], "needs": ["9"],
      "status": "odd", "external": 1}}}})"));
  const auto readings = workflow_dialect().read(named(tree));
  const Session& s = readings.sessions.at(0).session;
  CHECK(s.identity.goal == "g");
  CHECK(s.steps[3].title == "Phase 2");
  CHECK(s.steps[3].key == "k");
  CHECK(s.steps[3].attempts.size() == 1);
  CHECK(readings.findings.size() == 6);
}

}  // namespace clew

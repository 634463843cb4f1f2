#include "dialect/workflow/workflow_plan.h"

#include <doctest/doctest.h>

#include "dialect/workflow/sample_test.h"

namespace clew {
namespace {

Result<WorkflowPlan> plan_of(const std::string& text) {
  const auto metadata = parse_json(text);
  REQUIRE(metadata.ok());
  return read_workflow_metadata(*metadata);
}

}  // namespace

TEST_CASE("metadata with a total is a structure and its phases") {
  const auto plan = plan_of(fixture("workflows/release_v2/metadata.json"));
  REQUIRE(plan.ok());
  CHECK(plan->findings.empty());
  CHECK(structure_of(*plan) == Structure{"release_v2", "2.1.0", 0, 4});
  CHECK(structure_of(*plan, 9).total == 4u);
  const auto steps = steps_of(*plan);
  REQUIRE(steps.size() == 6);
  CHECK(steps[3].title == "Test");
  CHECK(steps[3].description == "Everything still works");
  CHECK(steps[3].external == std::vector<ExternalId>{
                                 {"workflow", "1"}
  });
  CHECK(steps[1].title == "announce");
  CHECK(steps[2].title == "branch");
  CHECK(steps[2].parent == std::optional<size_t>(0));
}

TEST_CASE("the tasks of a phase are steps below it, with what they are for and where that stands") {
  const auto plan = plan_of(R"({"workflow_type": "a", "total_phases": 3, "phases": [
      {"phase_number": 0, "phase_file": "phases/0/phase.md", "tasks": [
        {"task_number": 0, "name": "look", "file": "task-0-look.md"},
        {"task_number": 1, "name": "ask"}, 7]},
      {"phase_number": 1, "file": "phases/1/phase.md", "tasks": [
        {"task_number": 1, "name": "write", "file": "task-1.md", "purpose": "The first draft"},
        "read it aloud", {"file": "task-3.md"}]},
      {"phase_number": 2, "tasks": {}}]})");
  REQUIRE(plan.ok());
  const auto steps = steps_of(*plan);
  std::string text;
  for (const auto& step : steps) {
    text += step.parent ? std::to_string(*step.parent) + " " : "";
    text += step.title + "|" + step.description + "\n";
  }
  CHECK(text ==
        "Phase 0|\n0 Task 0: look|phases/0/task-0-look.md\n0 Task 1: ask|\n"
        "Phase 1|\n3 write|The first draft\nphases/1/task-1.md\n3 read it aloud|\n"
        "3 task-3.md|phases/1/task-3.md\nPhase 2|\n");
  REQUIRE(plan->findings.size() == 1);
  CHECK(plan->findings[0].pointer == "/phases/0/tasks/2");
}

TEST_CASE("a phase that repeats has its tasks each time") {
  const auto plan = plan_of(R"({"workflow_type": "a", "total_phases": "dynamic", "phases": [
      {"phase_number": 0}, {"phase_number": "1-N", "phase_name": "B", "tasks": ["x", "y"]}]})");
  REQUIRE(plan.ok());
  const auto steps = steps_of(*plan, 3);
  REQUIRE(steps.size() == 7);
  CHECK(steps[4].title == "B (2)");
  CHECK(steps[6].parent == std::optional<size_t>(4));
}

TEST_CASE("a dynamic total is settled when somebody knows it") {
  const auto plan = plan_of(fixture("workflows/from_spec_v1/metadata.json"));
  REQUIRE(plan.ok());
  CHECK(plan->findings.empty());
  CHECK(structure_of(*plan) == Structure{"from_spec_v1", "1.0.0", 0, {}});
  CHECK(steps_of(*plan).size() == 1);
  CHECK(structure_of(*plan, 4).total == 4u);
  const auto steps = steps_of(*plan, 4);
  REQUIRE(steps.size() == 4);
  CHECK(steps[0].title == "Read the spec");
  CHECK(steps[3].title == "Build (3)");
}

TEST_CASE("metadata that cannot be understood is refused with all its reasons") {
  struct Row {
    const char* text;
    const char* message;
  };
  constexpr Row kRows[] = {
      {"[]",                                                                                "not an object"           },
      {R"({"total_phases": 2})",                                                            "workflow_type is missing"},
      {R"({"workflow_type": "a"})",                                                         "total_phases is missing" },
      {R"({"workflow_type": "a", "total_phases": "many"})",                                 "total_phases is many"    },
      {R"({"workflow_type": "a", "total_phases": 0})",                                      "total_phases is 0"       },
      {R"({"workflow_type": "a", "total_phases": 2, "phases": [{}]})",                      "/phases/0/phase_number"  },
      {R"({"workflow_type": "a", "total_phases": 2, "phases": [{"phase_number": "1-0"}]})", "1-0"                     },
      {R"({"workflow_type": "a", "total_phases": 1, "phases": [{"phase_number": 2}]})",
       "the first phase is 2"                                                                                         },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto plan = plan_of(row.text);
    REQUIRE(!plan.ok());
    CHECK(plan.error().code == ErrorCode::kInvalid);
    CHECK_MESSAGE(plan.error().message.find(row.message) != std::string::npos,
                  plan.error().message);
  }
}

TEST_CASE("what is odd about metadata is a finding at its place") {
  struct Row {
    const char* text;
    const char* pointer;
  };
  constexpr Row kRows[] = {
      {R"({"workflow_type": "a", "total_phases": 2, "phases": [{"phase_number": 1}, {"phase_number": 3}]})",
       "/phases/1/phase_number"                                                                                             },
      {R"({"workflow_type": "a", "total_phases": 2, "phases": [{"phase_number": 0}]})",                      "/phases"      },
      {R"({"workflow_type": "a", "total_phases": 2})",                                                       "/phases"      },
      {R"({"workflow_type": "a", "total_phases": 2, "dynamic_phases": true})",                               "/total_phases"},
      {R"({"workflow_type": "a", "total_phases": 1, "phases": [{"phase_number": 1}, {"phase_number": 2}]})",
       "/phases/1/phase_number"                                                                                             },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    const auto plan = plan_of(row.text);
    REQUIRE(plan.ok());
    REQUIRE(!plan->findings.empty());
    CHECK(plan->findings[0].pointer == row.pointer);
  }
  const auto counted = plan_of(
      R"({"workflow_type": "a", "total_phases": 4, "phases": [{"phase_number": 1}, {"phase_number": "2-4", "phase_name": "B"}]})");
  REQUIRE(counted.ok());
  CHECK(counted->findings.empty());
  CHECK(counted->first_index == 1);
  CHECK(counted->title_of(4) == "B (4)");
  CHECK(counted->title_of(1) == "Phase 1");
}

}  // namespace clew

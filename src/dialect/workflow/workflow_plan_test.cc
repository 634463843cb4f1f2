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
  REQUIRE(steps.size() == 4);
  CHECK(steps[1].title == "Test");
  CHECK(steps[1].description == "Everything still works");
  CHECK(steps[1].external == std::vector<ExternalId>{
                                 {"workflow", "1"}
  });
  CHECK(plan->phases[0].tasks == std::vector<std::string>{"announce", "branch"});
  CHECK(plan->phases[1].required_evidence == std::vector<std::string>{"coverage", "tests"});
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

#include "dialect/workflow/recover.h"

#include <doctest/doctest.h>

#include "dialect/workflow/sample_test.h"

namespace clew {

TEST_CASE("a cut-off text ends after its last whole value") {
  struct Row {
    const char* text;
    const char* closed;  // empty: nothing
  };
  constexpr Row kRows[] = {
      {R"({"a": 1, "b": [1, 2)",  R"({"a": 1, "b": [1]})"   },
      {R"({"a": 1, "b": [1, 2,)", R"({"a": 1, "b": [1, 2]})"},
      {R"({"a": "x\"}", "b)",     R"({"a": "x\"}"})"        },
      {R"({"a": {"b": tru)",      R"({"a": {}})"            },
      {R"({"a": {"b": true)"
       "\n",               R"({"a": {"b": true}})"   },
      {R"({"a": 1, "b":)",        R"({"a": 1})"             },
      {R"({"a")",                 R"({})"                   },
      {R"({"a": 1})",             ""                        },
      {"",                        ""                        },
      {"]",                       ""                        },
      {R"({"a": ])",              ""                        },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.text);
    CHECK(workflow::close_json(row.text).value_or("") == row.closed);
  }
}

TEST_CASE("what stands before a cut is used, and what may be missing is said") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const std::string text = fixture("sessions/" + name);
  const FileSet cut = one_file(text.substr(0, text.find("\"phase_artifacts\"")), name);
  CHECK(workflow_dialect().read(cut).sessions.empty());
  const auto readings = workflow_dialect().reconstruct(cut);
  REQUIRE(readings.sessions.size() == 1);
  const Session& s = readings.sessions[0].session;
  CHECK(s.steps.size() == 5);
  CHECK(s.steps[2].status == StepStatus::kDone);
  CHECK(readings.findings.at(0).rule == "workflow.cut-off");
  CHECK(readings.findings[0].message.find("phase_artifacts, checkpoints") != std::string::npos);
  for (size_t length = 0; length < text.size(); ++length) {
    const auto some = workflow_dialect().reconstruct(one_file(text.substr(0, length), name));
    CHECK(some.sessions.size() <= 1);
  }
  CHECK(workflow_dialect().reconstruct(one_file(text, name)).sessions.empty());
}

TEST_CASE("a person says at which phase the work stands") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const std::string text = fixture("sessions/" + name);
  const FileSet cut = one_file(text.substr(0, text.find("\"lifecycle\"")), name);
  const auto session = workflow_dialect().begin_at(cut, "1");
  REQUIRE(session.ok());
  CHECK(session->steps[1].status == StepStatus::kDone);
  CHECK(session->steps[2].status == StepStatus::kPending);
  CHECK(session->steps[0].current_child == StepId{2});
  const auto unknown = workflow_dialect().begin_at(cut, "9");
  REQUIRE(!unknown.ok());
  CHECK(unknown.error().message == "there is no phase 9; choose one of: 0, 1, 2, 3");
  CHECK(!workflow_dialect().begin_at(one_file("", name), "0").ok());
}

}  // namespace clew

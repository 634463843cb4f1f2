#include "dialect/workflow/recover.h"

#include <doctest/doctest.h>

#include "dialect/workflow/sample_test.h"

namespace clew {

TEST_CASE("what stands before a cut is used") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const std::string text = fixture("sessions/" + name);
  const FileSet cut = one_file(text.substr(0, text.find("\"phase_artifacts\"")), name);
  CHECK(workflow_dialect().read(cut).sessions.empty());
  const ReadableFiles readable = workflow_dialect().readable(cut, {});
  REQUIRE(readable.cut.size() == 1);
  const auto readings = workflow_dialect().reconstruct(readable.files);
  REQUIRE(readings.sessions.size() == 1);
  const Session& s = readings.sessions[0].session;
  CHECK(s.steps.size() == 5);
  CHECK(s.steps[2].status == StepStatus::kDone);
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

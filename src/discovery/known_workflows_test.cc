// import and migrate --workflow: what older files do not say of their plan.

#include "discovery/known_workflows.h"

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kLegacy = R"({
  "session_id": "7d0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1",
  "workflow_type": "three_v1", "target_file": "a.md",
  "current_phase": 1, "completed_phases": [0],
  "phase_artifacts": {}, "checkpoints": {"0": "passed"},
  "created_at": "2026-01-09T10:00:00Z", "updated_at": "2026-01-09T11:00:00Z", "metadata": {}
})";
const std::string kFile = "7d0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1";

struct OlderFile : WorkspaceFixture {
  OlderFile() {
    write("state/" + kFile + ".json", kLegacy);
    write("flows/three_v1/metadata.json", R"({
  "workflow_type": "three_v1", "version": "2.0.0", "total_phases": 3,
  "phases": [{"phase_number": 0, "phase_name": "Plan"}, {"phase_number": 1, "phase_name": "Build"},
             {"phase_number": 2, "phase_name": "Ship"}]
})");
    write("flows/other_v1/metadata.json", R"({"workflow_type": "other_v1", "total_phases": 7})");
  }
  Answer import(const std::string& workflow) {
    return must("import", "paths", words("state"), "workflow", workflow);
  }
  std::string titles() {
    std::string out;
    const Session reported = session();
    for (const StepId id : reported.root().children) out += reported.find(id)->title + " ";
    return out;
  }
};

TEST_CASE("a workflow counts and names the phases of its older sessions") {
  for (const std::string workflow : {"flows", "flows/three_v1"}) {
    CAPTURE(workflow);
    OlderFile w;
    w.import(workflow);
    CHECK(w.session().structure == Structure{"three_v1", "2.0.0", 0, 3});
    CHECK(w.titles() == "Plan Build Ship ");
    CHECK(w.must("status").data.find("resumption")->find("phases_remaining")->as_int() == 2);
    CHECK_FALSE(w.import(workflow).data.find("changed")->as_bool());
    CHECK_FALSE(w.import("").data.find("changed")->as_bool());
    CHECK(w.titles() == "Plan Build Ship ");
  }
}

TEST_CASE("a workflow may be named later, and what was done meanwhile stays") {
  OlderFile w;
  w.import("flows/other_v1");
  CHECK(w.titles() == "Phase 0 Phase 1 ");
  w.must("done");
  const Answer reported = w.import("flows");
  CHECK(reported.data.find("changed")->as_bool());
  CHECK(w.titles() == "Plan Build Ship ");
  const Session now = w.session();
  CHECK(now.structure.total == 3);
  CHECK(now.find(StepId{2})->status == StepStatus::kDone);
  CHECK(now.lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("a workflow counts the phases of the file that is written beside an older one") {
  OlderFile w;
  const auto migrated = [&](const std::string& workflow) {
    const auto done = w.run("migrate", {
                                           {"paths",    words("state/" + kFile + ".json")},
                                           {"workflow", Value(workflow)                  }
    });
    REQUIRE(done.ok());
    return read_text(w.project() + "/state/" + kFile + ".migrated.json");
  };
  const std::string text = migrated("flows");
  CHECK(text.find("\"total_phases\": 3") != std::string::npos);
  CHECK(text.find("\"Ship\"") != std::string::npos);
  CHECK(read_text(w.project() + "/state/" + kFile + ".json") == kLegacy);
}

TEST_CASE("a folder that is no workflow and holds none is refused before anything is read") {
  OlderFile w;
  CHECK(w.refused("import", "paths", words("state"), "workflow", "state") == ErrorCode::kNotFound);
  CHECK(w.refused("import", "paths", words("state"), "workflow", "nowhere") ==
        ErrorCode::kNotFound);
  CHECK(w.must("list").data.find("sessions")->as_list().empty());
}

}  // namespace
}  // namespace clew

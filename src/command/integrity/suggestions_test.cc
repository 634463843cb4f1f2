// What `clew repair PATH` says where it cannot help: a step that works.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Error repair_refused(WorkspaceFixture& w, const std::string& path, Value::Object request) {
  w.caller.session = path;
  const Error error = w.error("repair", std::move(request));
  w.caller.session.clear();
  return error;
}

TEST_CASE("what cannot be begun anew at a step is not advised to be") {
  struct Row {
    const char* dialect;
    const char* path;
    bool begins_at;
  };
  for (const Row& row : {
           Row{"essay",         "essay-pipeline-20260101-000000/session-state.yaml", true },
           Row{"workflow",      "w.json",                                            false},
           Row{"orchestration", "o.json",                                            false},
           Row{"structural",    "quedonde_session_state.json",                       false},
  }) {
    CAPTURE(row.dialect);
    WorkspaceFixture w;
    w.write(row.path, "\x01[");
    const Error error = repair_refused(w, row.path,
                                       {
                                           {"dialect", row.dialect}
    });
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.message.find("could not be automatically recovered") != std::string::npos);
    CHECK((error.next.find(" --at STEP") != std::string::npos) == row.begins_at);
    if (row.begins_at) {
      w.caller.session = row.path;
      CHECK(w.run("repair", "at", "stage_1").ok());
    } else {
      CHECK(error.next.starts_with("fix "));
      CHECK(error.next.find(std::string(row.path) + " by hand, ") != std::string::npos);
      CHECK(error.next.find(std::string("--dialect ") + row.dialect) != std::string::npos);
      // Asked for all the same, it points at the same way out.
      const Error at = repair_refused(w, row.path,
                                      {
                                          {"dialect", row.dialect},
                                          {"at",      "1"        }
      });
      CHECK(at.next.find("--at") == std::string::npos);
    }
  }
}

TEST_CASE("a damaged file whose name two dialects claim is repaired as the one that is named") {
  const std::string name = "0d5b1d6a-5a0f-4e0c-8a35-7f6a2f3b9c10.json";
  WorkspaceFixture w;
  w.write("box/" + name, "{\"session_id\": \"0d5b");
  for (const std::string& path : {"box/" + name, std::string("box")}) {
    CAPTURE(path);
    for (const char* verb : {"validate", "import"}) {
      const Error error = w.error(verb, "paths", words(path));
      CHECK(error.message.find("; by its name it is ") != std::string::npos);
      CHECK(error.next.find("clew repair box/" + name + " --dialect orchestration") !=
            std::string::npos);
    }
  }
  CHECK(repair_refused(w, "box/" + name,
                       {
                           {"dialect", "orchestration"}
  })
            .message.find("could not be automatically recovered") != std::string::npos);
}

TEST_CASE("a damaged file of any name is sent to the dialects that write such files") {
  WorkspaceFixture w;
  w.write("some.json", "{\"a\": ");
  CHECK(w.error("validate", "paths", words("some.json")).next ==
        "clew repair some.json --dialect workflow   or  clew repair some.json --dialect "
        "orchestration   or  clew repair some.json --dialect structural");
  w.write("some.yaml", "a: [");
  CHECK(w.error("validate", "paths", words("some.yaml")).next ==
        "clew repair some.yaml --dialect essay   or  clew repair some.yaml --dialect feature");
  w.write("some.txt", "{");
  CHECK(w.error("validate", "paths", words("some.txt")).next.find("clew schema ") == 0);
}

TEST_CASE("what a repair cannot know the time of is left out: it is neither now nor 1970") {
  WorkspaceFixture w;
  w.write("5f0c1a52-3b7e-4e0e-9a4d-2f5d8c6b1e90.json",
          "{\"session_id\": \"5f0c1a52-3b7e-4e0e-9a4d-2f5d8c6b1e90\", \"workflow_type\": \"w\", "
          "\"target_file\": \"a\", \"current_phase\": 1, \"completed_phases\": [0], "
          "\"phase_artifacts\": {\"0\": {\"phase_number\": 0, \"evidence\": {\"a\": true}, "
          "\"outputs\": {}, \"commands_executed\": [], \"timestamp\": \"2025-");
  w.caller.session = "5f0c1a52-3b7e-4e0e-9a4d-2f5d8c6b1e90.json";
  REQUIRE(w.run("repair", "dialect", "workflow").ok());
  const std::string text = read_text(w.project() + "/" + w.caller.session);
  CHECK(text.find("1970") == std::string::npos);
  CHECK(text.find(to_iso(w.now)) == std::string::npos);
  CHECK(text.find("created_at") == std::string::npos);
}

}  // namespace
}  // namespace clew

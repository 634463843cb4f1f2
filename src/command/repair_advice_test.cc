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
      CHECK(error.next.find(std::string(row.path) + " right by hand") != std::string::npos);
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
      CHECK(error.message.find("cannot be parsed; by its name it is ") != std::string::npos);
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

}  // namespace
}  // namespace clew

// A file over a limit is too large wherever it is met, and never missing: nothing is made in its
// place.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kTooLarge = "the file is too large: the limit is 8388608 bytes";

struct LargePlan : WorkspaceFixture {
  LargePlan() {
    write("ai/login-2026-03-02/state.yaml",
          "feature_id: login-2026-03-02\nstarted_at: 2026-03-02T09:00:00Z\nstatus: in_progress\n"
          "current_state: {phase: a, active_task: t, last_command: plan, last_updated: "
          "2026-03-02T09:00:00Z}\n");
    write("ai/login-2026-03-02/history.jsonl", "");
    write("ai/login-2026-03-02/implementation-plan.yaml", plan);
  }
  const std::string plan =
      "feature: {id: login-2026-03-02}\nphases: []\n# " + std::string(size_t{9} << 20, 'x') + "\n";
};

}  // namespace

TEST_CASE("a plan that is too large is not a missing one") {
  LargePlan f;
  for (const char* verb : {"validate", "import"}) {
    INFO(std::string(verb));
    const auto answer = f.run(verb, "paths", words("ai/login-2026-03-02"));
    // Without its plan the feature would be taken in by half.
    CHECK(answer.ok() == (verb == std::string("validate")));
    const std::string said = answer ? answer->text : answer.error().message;
    CHECK(said.find(kTooLarge) != std::string::npos);
    CHECK(said.find("implementation-plan.yaml is missing") == std::string::npos);
  }
}

TEST_CASE("in every dialect a file that is too large is called so, by every verb that reads it") {
  struct Row {
    const char* dialect;
    std::string file;  // beneath the folder that is named
    std::string text;
  };
  const std::string pad(size_t{9} << 20, 'x');
  const std::string json_pad = ", \"pad\": \"" + pad + "\"}";
  const Row rows[] = {
      {"essay",                     "essay-pipeline-20260302-090000/session-state.yaml",
       "pipeline_id: essay-1\nstatus: in_progress\n# " + pad + "\n"                                                                     },
      {"workflow, by its name",     "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json",
       R"({"session_id": "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4", "workflow_type": "a",
           "current_phase": 1)" +
           json_pad                                                                                                                     },
      {"workflow, by what it says", "nightly-17.json",
       R"({"session_id": "nightly-17", "workflow_type": "a", "current_phase": 1)" + json_pad                                            },
      {"feature",                   "login-2026-03-02/state.yaml",                       "feature_id: login-2026-03-02\n# " + pad + "\n"},
      {"orchestration",             "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json",
       R"({"session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11", "goal": "g", "agents": [])" +
           json_pad                                                                                                                     },
      {"structural",                "quedonde_session_state.json",                       R"({"session_id": "a_20260302")" + json_pad    },
  };
  for (const auto& row : rows) {
    WorkspaceFixture w;
    w.write("box/" + row.file, row.text);
    for (const char* verb : {"validate", "import", "export"}) {
      INFO(std::string(row.dialect), ", ", std::string(verb));
      const bool is_export = std::string(verb) == "export";
      const auto answer = is_export ? w.run(verb, "sessions", words("box"), "to", "workflow")
                                    : w.run(verb, "paths", words("box"));
      const std::string said = answer ? answer->text : answer.error().message;
      CHECK_MESSAGE(said.find(kTooLarge) != std::string::npos, said);
      CHECK(said.find("is missing") == std::string::npos);
    }
  }
}

TEST_CASE("a file that is too large stands for what follows from its being so") {
  LargePlan f;
  f.write("ai/login-2026-03-02/state.yaml", "feature_id: login-2026-03-02\n# " + f.plan);
  f.write("ai/login-2026-03-02/history.jsonl", "{\"command\": \"plan\"}\n");
  const auto refused = f.run("import", "paths", words("ai"));
  REQUIRE(!refused.ok());
  CHECK(refused.error().message.find(kTooLarge) != std::string::npos);
}

TEST_CASE("repair puts nothing in the place of what is too large") {
  LargePlan f;
  f.caller.session = "ai/login-2026-03-02";
  const auto refused = f.run("repair");
  REQUIRE(!refused.ok());
  CHECK(refused.error().message.find(kTooLarge) != std::string::npos);
  CHECK(read_text(f.project() + "/ai/login-2026-03-02/implementation-plan.yaml") == f.plan);
}

}  // namespace clew

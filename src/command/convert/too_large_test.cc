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
    REQUIRE(answer.ok());
    CHECK(answer->text.find(kTooLarge) != std::string::npos);
    CHECK(answer->text.find("implementation-plan.yaml is missing") == std::string::npos);
  }
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

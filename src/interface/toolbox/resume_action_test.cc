#include "interface/toolbox/toolbox_test.h"

namespace clew {
namespace {

TEST_CASE("session_update ends a pause") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.must("session_update", {
                               {"action", "pause"},
                               {"reason", "lunch"}
  });
  const Value fields = t.must("session_update", {
                                                    {"action", "resume"}
  });
  CHECK(fields.find("session")->as_string() == id);
  CHECK(fields.find("changed")->as_bool());
  CHECK(get_if<SessionResumed>(&t.events(id).back().event.data) != nullptr);
  CHECK(has(t.error("session_update",
                    {
                        {"action", "resume"},
                        {"step",   "1"     }
  }),
            "step has no place in resume"));
}

TEST_CASE("a session without a plan stands at no step") {
  ToolboxFixture t;
  t.must("session_start", {
                              {"goal", "Look around"}
  });
  CHECK(has(t.text("session_find"), " · no plan · "));
}

}  // namespace
}  // namespace clew

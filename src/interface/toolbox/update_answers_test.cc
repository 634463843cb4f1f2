// What session_update answers to a call that is repeated, or lacks something.

#include "interface/toolbox/toolbox_test.h"

namespace clew {

TEST_CASE("a call that lacks something is answered with the whole call") {
  ToolboxFixture t;
  t.start_plan();
  CHECK(has(t.error("session_update",
                    {
                        {"action", "skip"  },
                        {"step",   "Review"}
  }),
            R"({"action":"skip","step":"Review","reason":"…"})"));
  CHECK(has(t.error("session_update",
                    {
                        {"action",   "done" },
                        {"step",     "Build"},
                        {"override", true   }
  }),
            R"({"action":"done","step":"Build","override":true,"reason":"…"})"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "close" },
                        {"reason", "enough"}
  }),
            R"({"action":"close","outcome":"aborted","reason":"…"})"));
  t.must("session_update", {
                               {"action", "done"}
  });
  const std::string revisit = t.error("session_update", {
                                                            {"action", "revisit"},
                                                            {"step",   "1"      }
  });
  CHECK_FALSE(has(revisit, "yes"));
  CHECK(has(revisit, R"("impact":"minor")"));
}

TEST_CASE("a call that ended its session is answered the same when it is repeated") {
  ToolboxFixture t;
  t.must("session_start", {
                              {"goal", "Small"}
  });
  const Value::Object call = {
      {"action",  "close"    },
      {"outcome", "abandoned"},
      {"key",     "k1"       }
  };
  const Value first = t.must("session_update", call);
  const Value second = t.must("session_update", call);
  CHECK(first.find("session")->as_string() == second.find("session")->as_string());
  CHECK(first.find("seq")->as_int() == second.find("seq")->as_int());
  CHECK_FALSE(second.find("changed")->as_bool());
}

}  // namespace clew

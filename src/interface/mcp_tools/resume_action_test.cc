#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

// Where the session stood when that was answered.
std::string location_of(const Value& fields) {
  return fields.find("session")->as_string() + "@" + std::to_string(fields.find("seq")->as_int());
}

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
            "step is not an argument of resume"));
}

TEST_CASE("a resume with a key is harmless when it is asked again") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const auto resume = [&](const char* key) {
    return t.must("session_update", {
                                        {"action", "resume"},
                                        {"key",    key     }
    });
  };
  const Value first = resume("k1");
  CHECK_FALSE(first.find("changed")->as_bool());
  const size_t events = t.count_events(id);
  CHECK(location_of(resume("k1")) == location_of(first));
  t.must("session_update", {
                               {"action", "pause"},
                               {"reason", "lunch"}
  });
  // It was active then, and somebody put it to sleep since.
  CHECK(location_of(resume("k1")) == location_of(first));
  CHECK(t.count_events(id) == events + 1);
  // Another key is another call.
  const Value woken = resume("k2");
  CHECK(woken.find("changed")->as_bool());
  CHECK(get_if<SessionResumed>(&t.events(id).back().event.data) != nullptr);
  const Value again = resume("k2");
  CHECK_FALSE(again.find("changed")->as_bool());
  CHECK(location_of(again) == location_of(woken));
  CHECK(t.count_events(id) == events + 2);
}

TEST_CASE("a key of a resume is for that request alone, and for the session it meant") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  const auto resume = [](const char* key) {
    return Value::Object{
        {"action", "resume"},
        {"key",    key     }
    };
  };
  t.must("session_update", {
                               {"action", "pause"},
                               {"key",    "k1"   }
  });
  CHECK(has(t.error("session_update", resume("k1")), "used for a different request"));
  t.must("session_update", resume("k2"));
  const Value first = t.must("session_update", resume("k3"));
  CHECK(has(t.error("session_update",
                    {
                        {"action", "undo"},
                        {"key",    "k3"  }
  }),
            "used for a different request"));
  const std::string other = t.must("session_start",
                                   {
                                       {"goal", "Another"}
  })
                                .find("session")
                                ->as_string();
  CHECK(location_of(t.must("session_update", resume("k3"))) == location_of(first));
  CHECK(*t.w.store().setting("actor:claude-code:8f1c") == other);
}

TEST_CASE("the steps of a session are told in the order of the plan") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  t.w.caller.session = id;
  t.w.must("step add", "title", words("Sketch"), "after", "1");
  const Value fields = t.must("session_find", {
                                                  {"session", id}
  });
  std::string titles;
  for (const auto& step : fields.find("context")->find("steps")->as_list()) {
    titles += step.find("title")->as_string() + "; ";
  }
  CHECK(titles == "Plan; Sketch; Build; Review; ");
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

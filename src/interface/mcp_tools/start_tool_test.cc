#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

Value step(const char* title, const char* gate) {
  Value out = Value::object();
  out.set("title", title);
  out.set("gate", gate);
  return out;
}

}  // namespace

TEST_CASE("a session begins with its plan, gates and constraints, and is this actor's") {
  ToolboxFixture t;
  const Value fields =
      t.must("session_start",
             {
                 {"goal",        "Add OAuth"                                                   },
                 {"steps",       Value::List{step("Plan", ""), step("Build", "coverage >= 80")}},
                 {"constraints", Value::List{"no new dependency"}                              }
  });
  CHECK(fields.find("changed")->as_bool());
  const std::string id = fields.find("session")->as_string();
  const Session session = t.w.session();
  CHECK(session.identity.goal == "Add OAuth");
  CHECK(session.identity.constraints == std::vector<std::string>{"no new dependency"});
  REQUIRE(session.root().children.size() == 2);
  CHECK_FALSE(session.steps[1].gate.has_value());
  CHECK(session.steps[2].gate.has_value());
  CHECK(t.events(id)[0].event.header.actor.text == "claude-code:8f1c");
  CHECK(t.events(id)[0].event.header.via == Via::kMcp);
  CHECK(*t.w.store().setting("actor:claude-code:8f1c") == id);
}

TEST_CASE("the answer says what to call next, not what to type") {
  ToolboxFixture t;
  const std::string text = t.text("session_start", {
                                                       {"goal", "Add OAuth"}
  });
  CHECK(has(text, "next: session_update {\"action\":\"done\"}"));
  CHECK_FALSE(has(text, "clew done"));
}

TEST_CASE("a start with what it cannot use is refused and starts nothing") {
  ToolboxFixture t;
  CHECK(has(t.error("session_start"), "a session needs a goal"));
  CHECK(has(t.error("session_start",
                    {
                        {"goal",  "a"   },
                        {"steps", "Plan"}
  }),
            "steps must be a list"));
  CHECK(has(t.error("session_start",
                    {
                        {"goal",  "a"                         },
                        {"steps", Value::List{Value::object()}}
  }),
            "steps[0] needs a title"));
  CHECK(has(t.error("session_start",
                    {
                        {"goal",  "a"                            },
                        {"steps", Value::List{step("P", "%% ??")}}
  }),
            "next: "));
  CHECK(has(t.error("session_start",
                    {
                        {"goal", std::string(9000, 'g')}
  }),
            "over the limit of 8192\nnext: session_start with shorter text"));
  CHECK(has(t.error("session_start",
                    {
                        {"goal", "a"},
                        {"from", "x"}
  }),
            "come from the files"));
  CHECK(has(t.error("session_start",
                    {
                        {"constraints", Value::List{"no downtime"}},
                        {"from",        "x"                       }
  }),
            "come from the files"));
  CHECK(has(t.error("session_start",
                    {
                        {"from", "nowhere"}
  }),
            "nowhere"));
  CHECK(t.must("session_find").find("sessions")->as_list().empty());
}

TEST_CASE("the same key starts one session") {
  ToolboxFixture t;
  const Value first = t.must("session_start", {
                                                  {"goal", "Add OAuth"},
                                                  {"key",  "k1"       }
  });
  t.w.pass(minutes(1));
  const Value second = t.must("session_start", {
                                                   {"goal", "Add OAuth"},
                                                   {"key",  "k1"       }
  });
  CHECK(*first.find("session") == *second.find("session"));
  CHECK(*first.find("seq") == *second.find("seq"));
  CHECK_FALSE(second.find("changed")->as_bool());
  CHECK(has(t.error("session_start",
                    {
                        {"goal", "Another"},
                        {"key",  "k1"     }
  }),
            "conflict: this key was used for a different request"));
}

TEST_CASE("work that other files tell of is taken in, with progress") {
  ToolboxFixture t;
  t.must("session_start", {
                              {"goal",  "Add OAuth"                  },
                              {"steps", Value::List{step("Plan", "")}}
  });
  t.w.must("set", "pairs", words("model=opus"));
  t.w.must("export", "to", "feature", "out", "told");
  t.meta.set("progressToken", "p1");
  const Value fields = t.must("session_start", {
                                                   {"from",   "told"    },
                                                   {"detail", "detailed"}
  });
  CHECK(fields.find("sessions")->as_list().size() == 1);
  CHECK(*t.w.store().setting("actor:claude-code:8f1c") == fields.find("session")->as_string());
  REQUIRE(t.sent.size() == 1);
  CHECK(has(t.sent[0], "notifications/progress"));
}

}  // namespace clew

// What session_update answers to a call that is repeated, or lacks something.

#include <algorithm>
#include <string>

#include "interface/mcp_tools/toolbox_test.h"

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

TEST_CASE("a call that lacks something is named again with a gap, for the same session") {
  ToolboxFixture t;
  const std::string id = t.start_plan();
  struct Row {
    const char* action;
    const char* step;
    const char* next;
  };
  const Row rows[] = {
      {"fail",    "2", R"({"action":"fail","step":"2","reason":"…","session":")" },
      {"add",     "2", R"({"action":"add","step":"2","titles":["…"],"session":")"},
      {"revisit", "",  R"({"action":"revisit","step":"…","session":")"           },
  };
  for (const auto& row : rows) {
    const std::string text =
        t.error("session_update", {
                                      {"action",  row.action},
                                      {"step",    row.step  },
                                      {"session", id        }
    });
    CHECK_MESSAGE(text.ends_with("\nnext: session_update " + (row.next + id) + "\"}"), text);
  }
  CHECK(t.error("session_update",
                {
                    {"action",   "done"},
                    {"evidence", "83"  }
  })
            .ends_with("\nnext: session_update {\"action\":\"done\",\"evidence\":{\"…\":…}}"));
  CHECK(t.error("session_log",
                {
                    {"entries", Value::list()},
                    {"session", id           }
  })
            .ends_with("\"text\":\"…\"}],\"session\":\"" + id + "\"}"));
}

TEST_CASE("an answer of very many lines has the first and the last of them") {
  ToolboxFixture t;
  t.start_plan();
  Value titles = Value::list();
  for (int i = 1; i <= 2000; ++i) titles.push("new " + std::to_string(i));
  const std::string message = t.must("session_update",
                                     {
                                         {"action", "add"            },
                                         {"titles", std::move(titles)}
  })
                                  .find("message")
                                  ->as_string();
  CHECK(message.size() < 30'000);
  CHECK(message.starts_with("step 4 \"new 1\" added\n"));
  CHECK(message.ends_with("\nstep 2003 \"new 2000\" added"));
  const size_t gap = message.find("\n… ");
  REQUIRE(gap != std::string::npos);
  const auto lines = std::count(message.begin(), message.end(), '\n');
  CHECK(std::stol(message.substr(gap + 5)) == 2000 - lines);
}

}  // namespace clew

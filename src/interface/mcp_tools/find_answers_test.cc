// What a client that shows its model only the fields, or only the text, leaves out of neither.

#include "document/json/json.h"
#include "interface/mcp_tools/toolbox_test.h"

namespace clew {

TEST_CASE("what is known of a session is in the fields and in the text, each alone") {
  ToolboxFixture t;
  const Value started = t.must(
      "session_start", {
                           {"goal",        "Add OAuth"               },
                           {"constraints", Value::List{"no downtime"}}
  });
  const std::string id = started.find("session")->as_string();
  Value::List entries;
  for (int i = 10; i < 50; ++i) {
    entries.push_back(Value(Value::Object{
        {"type", "decision"                   },
        {"text", "choice " + std::to_string(i)},
        {"why",  "so"                         }
    }));
  }
  entries.push_back(Value(Value::Object{
      {"type", "command"},
      {"text", "make it"}
  }));
  t.must("session_log", {
                            {"entries", Value(entries)}
  });
  const Value::Object concise = {
      {"session", id}
  };
  const Value fields = t.must("session_find", concise);
  const std::string brief = fields.find("context")->find("brief")->as_string();
  CHECK(t.text("session_find", concise).starts_with(brief));
  for (const char* part : {"no downtime", "choice 49"}) CHECK_MESSAGE(has(brief, part), brief);
  CHECK(has(brief, "more: session_find {\"detail\":\"detailed\",\"session\":\"" + id + "\"}"));

  const std::string detailed = t.text("session_find", {
                                                          {"session", id        },
                                                          {"detail",  "detailed"}
  });
  CHECK(has(detailed, "\"command\":\"make\",\"arguments\":\"it\""));
  CHECK(has(detailed, "+8 more: session_find {\"query\":\"…\",\"session\":\"" + id + "\"}"));
  const Value hits = t.must("session_find", {
                                                {"session", id         },
                                                {"query",   "choice 12"}
  });
  CHECK(hits.find("hits")->as_list().size() == 1);
}

TEST_CASE(
    "a session of any size is answered for within what clients hand on, and what is left out is "
    "said") {
  ToolboxFixture t;
  const std::string id = t.must("session_start",
                                {
                                    {"goal", "Mend all walls"},
                                    {"steps", Value::List(200, Value(std::string(100, 's')))}
  })
                             .find("session")
                             ->as_string();
  for (int i = 0; i < 60; ++i) {
    t.must("session_update", {
                                 {"action", "done"}
    });
  }
  Value::List entries;
  for (const char* type : {"question", "note", "error", "decision"}) {
    for (int i = 0; i < 100; ++i) {
      entries.push_back(Value(Value::Object{
          {"type", type},
          {"text", std::to_string(i) + " " + std::string(1500, 'x')}
      }));
    }
  }
  t.must("session_log", {
                            {"entries", Value(entries)}
  });
  Value::List files;
  for (int i = 0; i < 40; ++i) {
    const std::string path = "f" + std::to_string(i);
    t.w.write(path, "then");
    files.push_back(Value(Value::Object{
        {"type", "file"},
        {"path", path  }
    }));
  }
  t.must("session_log", {
                            {"entries", Value(files)}
  });
  for (int i = 0; i < 40; ++i) t.w.write("f" + std::to_string(i), "now");
  for (const char* detail : {"concise", "detailed"}) {
    CAPTURE(detail);
    const Value::Object one = {
        {"session", id    },
        {"detail",  detail}
    };
    const Value context = *t.must("session_find", one).find("context");
    const std::string text = t.text("session_find", one);
    CHECK(write_json(context).size() < 90'000);
    CHECK(text.size() < 75'000);
    const Value::List& steps = context.find("steps")->as_list();
    REQUIRE(steps.size() == 50);
    CHECK(steps[0].find("number")->as_string() == "51");
    CHECK(steps[10].find("status")->as_string() == "active");
    const std::string finds =
        "session_find {\"query\":\"…\",\"session\":\"" + id + "\"} finds others";
    const std::string of_steps = "51 to 100 of 200 in the plan; " + finds;
    CHECK(context.find("steps_note")->as_string() == of_steps);
    CHECK(has(text, "100 \""));
    CHECK(has(text, of_steps));
    CHECK_FALSE(has(text, "\n101 \""));
    const Value::List& questions = context.find("open_questions")->as_list();
    REQUIRE(questions.size() == 32);
    CHECK(questions.back().find("text")->as_string().starts_with("99 x"));
    const std::string of_questions = "the latest 32 of 100 open questions; " + finds;
    CHECK(context.find("open_questions_note")->as_string() == of_questions);
    CHECK(has(text, of_questions));
    CHECK(context.find("drift")->as_list().size() == 32);
    CHECK(context.find("drift_note")->as_string().starts_with("32 of 40; session_verify {"));
    const bool names_itself = has(text, "session_find {\"detail\":\"detailed\"");
    CHECK(names_itself == (detail == std::string("concise")));
  }
  const Value all = *t.must("session_find",
                            {
                                {"session", id        },
                                {"detail",  "detailed"}
  })
                         .find("context");
  CHECK(all.find("notes")->find("total")->as_int() == 100);
  const Value::List& notes = all.find("notes")->find("items")->as_list();
  CHECK(notes.size() >= 8);
  CHECK(notes.back().find("text")->as_string().starts_with("99 x"));
}

TEST_CASE("an answer that stops at its limit says so, in the fields and in the text") {
  ToolboxFixture t;
  for (const char* goal : {"Mend wall one", "Mend wall two", "Mend wall three"}) {
    t.must("session_start", {
                                {"goal", goal}
    });
  }
  for (const char* query : {"", "wall"}) {
    const Value::Object two = {
        {"limit", 2    },
        {"query", query}
    };
    const Value::Object three = {
        {"limit", 3    },
        {"query", query}
    };
    const std::string note = t.must("session_find", two).find("note")->as_string();
    CHECK(note == "There are more than 2; \"limit\":100 shows more.");
    CHECK(t.text("session_find", two).ends_with("\n" + note));
    CHECK(t.must("session_find", three).find("note") == nullptr);
  }
  const Value none = t.must("session_find", {
                                                {"query", "nowhere"}
  });
  CHECK(has(none.find("note")->as_string(), "\"all\":true searches every project"));
  const Value failed = t.must("session_find", {
                                                  {"status", Value::List{"failed"}}
  });
  CHECK(failed.find("note")->as_string().starts_with(
      "No sessions in this project with that status."));
}

}  // namespace clew

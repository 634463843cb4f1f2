// What a client that shows its model only the fields, or only the text, leaves out of neither.

#include "interface/toolbox/toolbox_test.h"

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
  CHECK(has(none.find("note")->as_string(), "\"all\":true looks in every project"));
}

}  // namespace clew

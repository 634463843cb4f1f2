#include "document/json/jsonc_edit.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

std::string take_back_edit(const SettingsEdit& edit) {
  std::string text = edit.text();
  for (const Splice& splice : edit.undo()) text = apply_splice(text, splice);
  return text;
}

Edit insert(TreePath path, Value value) {
  return {EditKind::kInsert, std::move(path), std::move(value)};
}

struct EditRow {
  const char* claim;
  const char* before;
  const char* after;
};

TEST_CASE("a member is added and nothing else changes") {
  constexpr EditRow kRows[] = {
      {"to an empty file",                            "",                                                     "{\n  \"x\": 1\n}\n"           },
      {"to an empty object",                          "{}",                                                   "{\"x\": 1}"                   },
      {"to an empty object with blanks",              "{\n}\n",                                               "{\n  \"x\": 1\n}\n"           },
      {"in one line",                                 "{\"a\":2}",                                            "{\"a\":2,\"x\":1}"            },
      {"with the file's indentation",                 "{\n\t\"a\": 2\n}",                                     "{\n\t\"a\": 2,\n\t\"x\": 1\n}"},
      {"with the file's line ends",                   "{\r\n  \"a\": 2\r\n}\r\n",
       "{\r\n  \"a\": 2,\r\n  \"x\": 1\r\n}\r\n"                                                                                             },
      {"below a comment at the end of the last line", "{\n  \"a\": 2 // two\n}\n",
       "{\n  \"a\": 2, // two\n  \"x\": 1\n}\n"                                                                                              },
      {"between comments",                            "// top\n{\n  /* first */\n  \"a\": 2\n  // last\n}\n",
       "// top\n{\n  /* first */\n  \"a\": 2,\n  \"x\": 1\n  // last\n}\n"                                                                   },
      {"after a comma that nothing followed",         "{\n  \"a\": 2,\n}\n",
       "{\n  \"a\": 2,\n  \"x\": 1,\n}\n"                                                                                                    },
      {"after a comma and a comment",                 "{\n  \"a\": 2, // two\n}\n",
       "{\n  \"a\": 2, // two\n  \"x\": 1\n}\n"                                                                                              },
      {"where strings look like comments",            "{\"a\": \"// no, } /* \\\" \"}",
       "{\"a\": \"// no, } /* \\\" \", \"x\": 1}"                                                                                            },
  };
  for (const EditRow& row : kRows) {
    CAPTURE(row.claim);
    SettingsEdit edit(row.before);
    REQUIRE(edit.edit_json_tree({insert({"x"}, 1)}).ok());
    CHECK(edit.text() == row.after);
    CHECK(take_back_edit(edit) == row.before);
  }
}

TEST_CASE("a large file is edited where clew belongs, whatever else is in it") {
  std::string projects = "{";
  for (int i = 0; i < 120'000; ++i) {
    projects += std::string(i == 0 ? "" : ",") + "\n    \"/p/" + std::to_string(i) +
                "\": {\"history\": [\"mcpServers\", \"{ } \\\" [\"], \"hooks\": 1}";
  }
  const std::string start = "{\n  \"projects\": " + projects + "\n  },\n  \"mcpServers\": {";
  const std::string end = "\n  },\n  \"a\": [ // one\n    1\n  ]\n}\n";
  const std::string before = start + "\n    \"x\": {}" + end;
  SettingsEdit edit(before);
  REQUIRE(edit.edit_json_tree({insert({"mcpServers", "clew"}, 1)}).ok());
  CHECK(edit.text() == start + "\n    \"x\": {},\n    \"clew\": 1" + end);
  CHECK(take_back_edit(edit) == before);
  SettingsEdit back(edit.text());
  REQUIRE(back.edit_json_tree({
                                  {EditKind::kRemove, {"mcpServers", "clew"}, {}}
  })
              .ok());
  CHECK(back.text() == before);
  CHECK(parse_settings(before)->find("projects")->as_object().empty());
  CHECK_FALSE(parse_settings(before.substr(0, before.size() - 3)).ok());
}

TEST_CASE("a removed member leaves the comments of its neighbours") {
  constexpr EditRow kRows[] = {
      {"the last",                           "{\n  \"a\": 2, // two\n  \"x\": 1\n}\n",                   "{\n  \"a\": 2 // two\n}\n"},
      {"the last, with the end in its line", "{\"a\": 2, // two\n  \"x\": 1}\n",
       "{\"a\": 2 // two\n}\n"                                                                                                      },
      {"the middle one",                     "{\n  \"a\": 2,\n  \"x\": 1,\n  // three\n  \"b\": 3\n}\n",
       "{\n  \"a\": 2,\n  // three\n  \"b\": 3\n}\n"                                                                                },
      {"the only one",                       "{ \"x\": 1 }",                                             "{}"                       },
  };
  for (const EditRow& row : kRows) {
    CAPTURE(row.claim);
    SettingsEdit edit(row.before);
    REQUIRE(edit.edit_json_tree({
                                    {EditKind::kRemove, {"x"}, {}}
    })
                .ok());
    CHECK(edit.text() == row.after);
    CHECK(take_back_edit(edit) == row.before);
  }
}

TEST_CASE("what is no settings text is refused with its place and stays") {
  for (const char* text : {"{\"a\": }", "{\"a\": 1", "[1]", "{\"a\": 1} x", "{\"a\":1,\"a\":2}"}) {
    CAPTURE(text);
    SettingsEdit edit(text);
    const Status refused = edit.edit_json_tree({insert({"x"}, 1)});
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kInvalid);
    CHECK(edit.text() == text);
  }
  SettingsEdit broken("{\n  \"a\": oops\n}");
  CHECK(broken.edit_json_tree({}).error().message.find("line 2") != std::string::npos);
}

}  // namespace
}  // namespace clew

#include "document/yaml/edit_yaml.h"

#include <doctest/doctest.h>

#include "document/edit_rows_test.h"
#include "document/yaml/write_yaml.h"
#include "document/yaml/yaml.h"
#include "document/yaml/yaml_spans.h"

namespace clew {
namespace {

const Value kPair = Value::Object{
    {"x", 1                    },
    {"y", Value::List{"a", "b"}}
};

void check_rows(const std::vector<EditRow>& rows) {
  for (const auto& row : rows) {
    INFO(row.claim);
    const auto edited = edit_yaml(row.before, row.edits);
    REQUIRE_MESSAGE(edited.ok(), edited.error().message);
    CHECK(*edited == row.after);
  }
}

TEST_CASE("a scalar that is set in YAML changes its own bytes only") {
  check_rows({
      {"no edit",                                       "a:   1.50 # c\n",      {},                                                       "a:   1.50 # c\n"     },
      {"a number, its comment stays",
       "a:   1  # 1-4\nb: 2\n",                                                 {set("a", 2)},
       "a:   2  # 1-4\nb: 2\n"                                                                                                                                  },
      {"double quotes stay",                            "a: \"x\"  # x | y\n",  {set("a", "y")},                                          "a: \"y\"  # x | y\n" },
      {"single quotes stay",                            "a: 'x'\n",             {set("a", "it's")},                                       "a: 'it''s'\n"        },
      {"single quotes cannot hold everything",          "a: 'x'\n",             {set("a", "1\n2")},                                       "a: \"1\\n2\"\n"      },
      {"plain stays plain",
       "a: in progress\n",                                                      {set("a", "all done, so far")},
       "a: all done, so far\n"                                                                                                                                  },
      {"plain that would be a number",                  "a: x\n",               {set("a", "12")},                                         "a: \"12\"\n"         },
      {"plain that would be a comment",                 "a: x\n",               {set("a", "b #c")},                                       "a: \"b #c\"\n"       },
      {"plain that would be a mapping",                 "a: x\n",               {set("a", "b: c")},                                       "a: \"b: c\"\n"       },
      {"plain that older readers misread",
       "a: x\nb: yes\nc: 2025-01-09\n",                                         {set("a", "no"), set("b", "no"), set("c", "2025-01-10")},
       "a: \"no\"\nb: no\nc: 2025-01-10\n"                                                                                                                      },
      {"quotes in place of null, like the neighbours'",
       "a: null\nb: 'x'\n",                                                     {set("a", "y")},
       "a: 'y'\nb: 'x'\n"                                                                                                                                       },
      {"quotes in place of null, by default",           "a: null\n",            {set("a", "y")},                                          "a: \"y\"\n"          },
      {"no quotes in place of null",
       "a: ~\nb: some text\n",                                                  {set("a", "y")},
       "a: y\nb: some text\n"                                                                                                                                   },
      {"in place of nothing",                           "a:\nb: 1\n",           {set("a", 5)},                                            "a: 5\nb: 1\n"        },
      {"in place of nothing, before a comment",
       "a:  # later\n",                                                         {set("a", "x")},
       "a: \"x\"  # later\n"                                                                                                                                    },
      {"an element in place of nothing",                "-\n- 1\n",             {set("0", 5)},                                            "- 5\n- 1\n"          },
      {"an element",                                    "l:\n- a\n- b # c\n",   {set("l/1", "z")},                                        "l:\n- a\n- z # c\n"  },
      {"characters are not bytes",
       "ä: \"ö€😀\"\nb: \"ü\" # ü\n",                                           {set("b", "ß")},
       "ä: \"ö€😀\"\nb: \"ß\" # ü\n"                                                                                                                            },
      {"a text of several lines",
       "a: \"x\n  y\"  # c\nb: p\n  q\n",                                       {set("a", "z"), set("b", "r")},
       "a: \"z\"  # c\nb: r\n"                                                                                                                                  },
      {"line ends, a mark, no last line end",
       "\xEF\xBB\xBF# c\r\na: 1\r\nb: 'x'",                                     {set("b", "y")},
       "\xEF\xBB\xBF# c\r\na: 1\r\nb: 'y'"                                                                                                                      },
      {"in brackets",
       "a: { b: x, c: [1, 'y'] } # c\n",                                        {set("a/b", "z, y"), set("a/c/1", "q")},
       "a: { b: \"z, y\", c: [1, 'q'] } # c\n"                                                                                                                  },
      {"a name alone in brackets",
       "{a, b: , c: 1}\n",                                                      {set("a", 1), set("b", 2)},
       "{a: 1, b: 2 , c: 1}\n"                                                                                                                                  },
      {"behind a document start",                       "--- # c\na: 1\n...\n", {set("a", 2)},                                            "--- # c\na: 2\n...\n"},
      {"the root",                                      "--- x # c\n",          {set("", "y")},                                           "--- y # c\n"         },
      {"a tag goes with its value",                     "a: !!str 12\n",        {set("a", 13)},                                           "a: 13\n"             },
  });
}

TEST_CASE("block scalars of YAML stay block scalars when they can") {
  check_rows({
      {"a literal",
       "a: |\n  one\n  two\nb: 1\n",                                 {set("a", "three\n\nfour\n")},
       "a: |\n  three\n\n  four\nb: 1\n"                                                                                   },
      {"without a line end",
       "a: |  # c\n    one\n\nb: 1\n",                               {set("a", "two")},
       "a: |-  # c\n    two\n\nb: 1\n"                                                                                     },
      {"a folded one",            "a: >-\n  one\n  two\n",           {set("a", "three")},           "a: >-\n  three\n"     },
      {"a folded one with lines", "a: >\n  one\n",                   {set("a", "x\ny\n")},          "a: |\n  x\n  y\n"     },
      {"in a list",               "- |\n  one\n- 2\n",               {set("0", "x\ny\n")},          "- |\n  x\n  y\n- 2\n" },
      {"what has no lines",       "a: |\n  one\n\nb: 1\n",           {set("a", " x")},              "a: \" x\"\n\nb: 1\n"  },
      {"a number",                "a: |  # c\n  one\n  two\nb: 1\n", {set("a", 5)},                 "a: 5  # c\nb: 1\n"    },
      {"a list",                  "a: | # c\n  one\nb: 1\n",         {set("a", Value::List{1})},    "a: # c\n  - 1\nb: 1\n"},
      {"a neighbour is inserted",
       "a: |\n  one\n\nc: 1\n",                                      {insert("b", 2, 1)},
       "a: |\n  one\n\nb: 2\n\nc: 1\n"                                                                                     },
      {"one is removed",
       "a: 1\nb: |\n  one\n  # no comment\n\nc: 1\n",                {remove("b")},
       "a: 1\n\nc: 1\n"                                                                                                    },
      {"at the end of the text",  "a: |\n  one",                     {set("a", "two")},             "a: |-\n  two"         },
  });
}

TEST_CASE("nothing becomes a list or an object of YAML, and comments stay") {
  check_rows({
      {"null",
       "a: null  # c\nb: 1\n",                                {set("a", kPair)},
       "a:  # c\n  x: 1\n  y:\n    - \"a\"\n    - \"b\"\nb: 1\n"                                                                                 },
      {"nothing, with comment lines",
       "a:\n  # - b: 1\n  #   c: 2\nd: 1\n",                  {set("a", Value::List{Value::Object{{"b", 1}, {"c", 2}}})},
       "a:\n  - b: 1\n    c: 2\n  # - b: 1\n  #   c: 2\nd: 1\n"                                                                                  },
      {"an empty list, with comment lines",
       "a: []\n  # - b: 1\n\nd: 1\n",                         {insert("a/0", Value::Object{{"b", 1}}), insert("a/1", 2)},
       "a:\n  - b: 1\n  - 2\n  # - b: 1\n\nd: 1\n"                                                                                               },
      {"an empty object",                    "a: {}  # c\n",  {insert("a/b", "x")},                                       "a:  # c\n  b: \"x\"\n"},
      {"an empty list like other lists",
       "a:\n- 1\nb: []\n",                                    {insert("b/0", 2)},
       "a:\n- 1\nb:\n- 2\n"                                                                                                                      },
      {"an empty object like other objects",
       "a:\n    b: 1\nc: {}\n",                               {insert("c/d", 2)},
       "a:\n    b: 1\nc:\n    d: 2\n"                                                                                                            },
      {"an element",
       "- null\n- 1\n",                                       {set("0", kPair)},
       "- x: 1\n  y:\n    - \"a\"\n    - \"b\"\n- 1\n"                                                                                           },
      {"an element with a comment",
       "- null # c\n",                                        {set("0", kPair)},
       "- # c\n  x: 1\n  y:\n    - \"a\"\n    - \"b\"\n"                                                                                         },
      {"a member of an element",
       "- a: 1\n  b: []\n",                                   {insert("0/b/0", 2)},
       "- a: 1\n  b:\n    - 2\n"                                                                                                                 },
      {"an empty text",                      "",              {set("", Value::Object{{"a", 1}})},                         "a: 1\n"               },
      {"a text of comments",                 "# c\n",         {set("", Value::Object{{"a", 1}})},                         "# c\na: 1\n"          },
      {"an empty root",
       "{}\n",                                                {insert("a", 1), insert("b", kPair)},
       "a: 1\nb:\n  x: 1\n  y:\n    - \"a\"\n    - \"b\"\n"                                                                                      },
      {"empty ones in brackets",
       "a: {b: [], c: {}}\n",                                 {insert("a/b/0", 1), insert("a/c/d", 2)},
       "a: {b: [1], c: {d: 2}}\n"                                                                                                                },
      {"a scalar below its name",            "a: # c\n  x\n", {set("a", Value::List{1})},                                 "a: # c\n  - 1\n"      },
  });
}

TEST_CASE("what is inserted into YAML looks like its neighbours") {
  check_rows({
      {"a member",                                   "a: 1\n# end\n", {insert("b", 2)},                                                                 "a: 1\nb: 2\n# end\n" },
      {"the first member",                           "# c\na: 1\n",   {insert("b", 2, 0)},                                                              "# c\nb: 2\na: 1\n"   },
      {"between members",
       "a: 1  # a\n\n# about c\nc: 3\n",                              {insert("b", 2, 1)},
       "a: 1  # a\n\nb: 2\n\n# about c\nc: 3\n"                                                                                                                               },
      {"without a last line end",                    "a: 1",          {insert("b", 2)},                                                                 "a: 1\nb: 2"          },
      {"with other line ends",
       "a: 1\r\n",                                                    {insert("b", kPair)},
       "a: 1\r\nb:\r\n  x: 1\r\n  y:\r\n    - \"a\"\r\n    - \"b\"\r\n"                                                                                                       },
      {"lists at the margin",
       "a:\n- 1\n- 2\nb: 0\n",                                        {insert("a/2", 3), insert("c", Value::List{1})},
       "a:\n- 1\n- 2\n- 3\nb: 0\nc:\n- 1\n"                                                                                                                                   },
      {"deeper lists",
       "a:\n    -   x: 1\n        y: 2\n",                            {insert("a/0", Value::Object{{"x", 0}, {"y", 0}})},
       "a:\n    -   x: 0\n        y: 0\n    -   x: 1\n        y: 2\n"                                                                                                         },
      {"a member of an element",
       "- id: a\n  n: 1\n- id: b\n",                                  {insert("0/z", true), insert("1/z", false), insert("1/first", "x", 0)},
       "- id: a\n  n: 1\n  z: true\n- first: x\n  id: b\n  z: false\n"                                                                                                        },
      {"blank lines between elements",
       "l:\n  - a: 1\n\n  - a: 2\nz: 0\n",                            {insert("l/2", Value::Object{{"a", 3}}), insert("l/0", Value::Object{{"a", 0}})},
       "l:\n  - a: 0\n\n  - a: 1\n\n  - a: 2\n\n  - a: 3\nz: 0\n"                                                                                                             },
      {"behind the comments of the one above",
       "a:\n  # - x\nb: 1\n",                                         {insert("c", 2, 1)},
       "a:\n  # - x\nc: 2\nb: 1\n"                                                                                                                                            },
      {"quotes of the neighbours",
       "a: 'x'\nb: 'y'\n",                                            {insert("c", "z"), insert("d", "1\n2")},
       "a: 'x'\nb: 'y'\nc: 'z'\nd: \"1\\n2\"\n"                                                                                                                               },
      {"words of a short list say nothing of lines",
       "a: [x, y]\n",                                                 {insert("b", "z"), insert("a/2", "w")},
       "a: [x, y, w]\nb: \"z\"\n"                                                                                                                                             },
      {"plain among plain",
       "- id: a\n  type: agent\n",                                    {insert("1", Value::Object{{"id", "b"}, {"type", "no"}, {"over", "${x}"}})},
       "- id: a\n  type: agent\n- id: b\n  type: \"no\"\n  over: ${x}\n"                                                                                                      },
      {"names that need quotes",
       "a: 1\n",                                                      {insert("no", 2), insert("b: c", 3)},
       "a: 1\n\"no\": 2\n\"b: c\": 3\n"                                                                                                                                       },
      {"quoted names",                               "\"a\": 1\n",    {insert("b", 2)},                                                                 "\"a\": 1\n\"b\": 2\n"},
      {"in brackets",
       "a: [1, 2]\nb: { x: 1 }\n",                                    {insert("a/1", "x"), insert("b/y", kPair)},
       "a: [1, \"x\", 2]\nb: { x: 1, y: { x: 1, y: [\"a\", \"b\"] } }\n"                                                                                                      },
      {"brackets over several lines",
       "a: [\n  one, # first\n  two\n]\n",                            {insert("a/2", "three")},
       "a: [\n  one, # first\n  two,\n  three\n]\n"                                                                                                                           },
      {"a comma too many",                           "a: [x, y, ]\n", {insert("a/2", "z")},                                                             "a: [x, y, z, ]\n"    },
      {"JSON is YAML",
       "{\n  \"a\": [1]\n}\n",                                        {insert("b", "x"), insert("a/1", 2)},
       "{\n  \"a\": [1, 2],\n  \"b\": \"x\"\n}\n"                                                                                                                             },
  });
}

TEST_CASE("a list or object that is set in YAML keeps its place") {
  check_rows({
      {"an object",
       "a:\n  # c\n  b: 1\n  c: 2 # d\ne: 1\n",                              {set("a", Value::Object{{"x", "y"}})},
       "a:\n  # c\n  x: \"y\"\ne: 1\n"                                                                                                            },
      {"a list for an object",
       "a:\n  b: 1\ne: 1\n",                                                 {set("a", Value::List{1, 2})},
       "a:\n  - 1\n  - 2\ne: 1\n"                                                                                                                 },
      {"an object for a list at the margin",
       "a:\n- 1\ne: 1\n",                                                    {set("a", Value::Object{{"x", 1}})},
       "a:\n  x: 1\ne: 1\n"                                                                                                                       },
      {"an element",
       "- a: 1\n  b: 2\n- 3\n",                                              {set("0", Value::Object{{"c", 3}, {"d", 4}})},
       "- c: 3\n  d: 4\n- 3\n"                                                                                                                    },
      {"a scalar",
       "a:  # c\n  # d\n  b: 1\ne: 1\n",                                     {set("a", "x")},
       "a: \"x\"  # c\n  # d\ne: 1\n"                                                                                                             },
      {"an empty list",                      "a:\n  - 1 # x\n  - 2\ne: 1\n", {set("a", Value::list())},                     "a: []\ne: 1\n"       },
      {"the end without line end",           "a:\n  b: 1",                   {set("a", 1)},                                 "a: 1"                },
      {"brackets stay brackets",             "a: [x, y] # c\n",              {set("a", Value::List{"z"})},                  "a: [z] # c\n"        },
      {"the root",                           "# c\na: 1\nb: 2\n# d\n",       {set("", Value::List{1, 2})},                  "# c\n- 1\n- 2\n# d\n"},
  });
}

TEST_CASE("what is removed from YAML takes its lines along, comment lines stay") {
  check_rows({
      {"a member",
       "a: 1\n# about b\nb: 2  # two\n\n# about c\nc: 3\n",                          {remove("b")},
       "a: 1\n# about b\n\n# about c\nc: 3\n"                                                                                              },
      {"an object",
       "a:\n  b:\n    c: 1\n    # in b\n    d: 2\n  # about e\n  e: 3\n",            {remove("a/b")},
       "a:\n  # about e\n  e: 3\n"                                                                                                         },
      {"an element",                           "l:\n  - a: 1\n    b: 2\n  - a: 3\n", {remove("l/0")},                "l:\n  - a: 3\n"      },
      {"the last without line end",            "a: 1\nb: 2",                         {remove("b")},                  "a: 1"                },
      {"the last without line end, of others", "a: 1\r\nb:\r\n  c: 2",               {remove("b")},                  "a: 1"                },
      {"the first member of an element",       "- a: 1 # one\n  b: 2\n",             {remove("0/a")},                "- b: 2\n"            },
      {"comments behind the first member",
       "- a: 1\n  # about b\n  b: 2\n",                                              {remove("0/a")},
       "-\n  # about b\n  b: 2\n"                                                                                                          },
      {"the only member",                      "a:\n  # c\n  b: 1\nc: 2\n",          {remove("a/b")},                "a: {}\n  # c\nc: 2\n"},
      {"the only element",                     "a: # c\n- 1\nc: 2\n",                {remove("a/0")},                "a: [] # c\nc: 2\n"   },
      {"the only member of an element",        "- a: 1\n- 2\n",                      {remove("0/a")},                "- {}\n- 2\n"         },
      {"the only one of all",                  "# c\na: 1\n",                        {remove("a")},                  "# c\n{}\n"           },
      {"in brackets",
       "a: [1, 2, 3] # c\nb: {x: 1, y: 2}\n",                                        {remove("a/1"), remove("b/x")},
       "a: [1, 3] # c\nb: {y: 2}\n"                                                                                                        },
      {"null with comment lines",              "a:\n  # x\nb: 1\n",                  {remove("a")},                  "  # x\nb: 1\n"       },
  });
}

TEST_CASE("what cannot be edited in place is written anew") {
  check_rows({
      {"a pair in a list",
       "a: [b: 1, 2]\n",   {insert("a/0/c", 2)},
       "a: [{\"b\": 1, \"c\": 2}, 2]\n"},
      {"a name announced by a question mark",
       "? a\nb: 1\n",      {set("a", 2)},
       "{\"a\": 2, \"b\": 1}\n"        },
      {"unless it has a value",
       "? a\n: b\nc: 1\n", {set("a", Value::List{1}), insert("d", 2)},
       "? a\n:\n  - 1\nc: 1\nd: 2\n"   },
  });
}

TEST_CASE("YAML that cannot be edited is refused") {
  const auto code = [](std::string_view text, const Edit& edit) {
    const auto edited = edit_yaml(text, {edit});
    REQUIRE(!edited.ok());
    return edited.error().code;
  };
  CHECK(code("a: [", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code("a: &x 1\n", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code("a: 1\na: 2\n", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code("a: 1\n", set("b", 1)) == ErrorCode::kInvalid);
  CHECK(code("a: 1\n", set("a", "\xff")) == ErrorCode::kInvalid);
}

TEST_CASE("the place of a value in YAML is known") {
  const auto located =
      locate_yaml("\xEF\xBB\xBF# ä\nä: \"ü\"  # c\nb:\n  - 1\n  - c:\n      d: [x]\n");
  REQUIRE(located.ok());
  const auto at = [&](std::string_view path) { return located->position(path_of(path)); };
  CHECK(at("") == TextPosition{2, 1});
  CHECK(at("ä") == TextPosition{2, 4});
  CHECK(at("b") == TextPosition{4, 3});
  CHECK(at("b/1") == TextPosition{5, 5});
  CHECK(at("b/1/c/d/0") == TextPosition{6, 11});
  CHECK(!at("c"));
  CHECK(!locate_yaml("a: [").ok());
}

TEST_CASE("many edits of a large YAML text come out right") {
  Value list = Value::list();
  for (int i = 0; i < 1500; ++i)
    list.push(Value::Object{
        {"id",    i                    },
        {"title", "the title of a task"}
    });
  std::vector<Edit> edits;
  for (size_t i = 0; i < 200; ++i)
    edits.push_back({
        EditKind::kSet, {i * 7, "title"},
         "another"
    });
  const auto edited = edit_yaml(write_yaml(list), edits);
  REQUIRE(edited.ok());
  CHECK(parse_yaml(*edited)->value == *apply_edits(list, edits));
}

}  // namespace
}  // namespace clew

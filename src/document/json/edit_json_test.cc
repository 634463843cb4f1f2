#include "document/json/edit_json.h"

#include <doctest/doctest.h>

#include <limits>

#include "document/edit_rows_test.h"
#include "document/json/json.h"
#include "document/json/json_spans.h"

namespace clew {
namespace {

const Value kPair = Value::Object{
    {"x", 1                    },
    {"y", Value::List{"a", "b"}}
};

void check_rows(const std::vector<EditRow>& rows) {
  for (const auto& row : rows) {
    INFO(row.claim);
    const auto edited = edit_json(row.before, row.edits);
    REQUIRE_MESSAGE(edited.ok(), edited.error().message);
    CHECK(*edited == row.after);
  }
}

TEST_CASE("a scalar that is set in JSON changes its own bytes only") {
  check_rows({
      {"no edit",              " {\"a\" :1.50 }",            {},                  " {\"a\" :1.50 }"        },
      {"a number",             "{\"a\": 1.50, \"b\": 1.50}", {set("a", 2)},       "{\"a\": 2, \"b\": 1.50}"},
      {"a string",
       R"({"a": "\u00e4\/", "b": "\u00e4\/"})",              {set("a", "ä\n")},
       R"({"a": "ä\n", "b": "\u00e4\/"})"                                                                  },
      {"an escaped name",      R"({"\u0061" : 1})",          {set("a", nullptr)}, R"({"\u0061" : null})"   },
      {"the root",             " 1 \n",                      {set("", true)},     " true \n"               },
      {"line ends and a mark",
       "\xEF\xBB\xBF{\r\n\t\"a\":1\r\n}\r\n",                {set("a", 2)},
       "\xEF\xBB\xBF{\r\n\t\"a\":2\r\n}\r\n"                                                               },
      {"an element",           "[1, [2, 3]]",                {set("1/0", 9)},     "[1, [9, 3]]"            },
  });
}

TEST_CASE("what is inserted into JSON looks like its neighbours") {
  check_rows({
      {"a member at the end of a line",         R"({"a": 1})",  {insert("b", 2)},                         R"({"a": 1, "b": 2})"                 },
      {"a compact one",                         R"({"a":1})",   {insert("b", kPair)},                     R"({"a":1,"b":{"x":1,"y":["a","b"]}})"},
      {"with padding",
       R"({ "a": 1 })",                                         {insert("b", kPair, 0)},
       R"({ "b": { "x": 1, "y": ["a", "b"] }, "a": 1 })"                                                                                        },
      {"an unusual colon",                      R"({"a" : 1})", {insert("b", 2)},                         R"({"a" : 1, "b" : 2})"               },
      {"a line of its own",
       "{\n  \"a\": 1\n}\n",                                    {insert("b", 2)},
       "{\n  \"a\": 1,\n  \"b\": 2\n}\n"                                                                                                        },
      {"the first line",
       "{\n  \"a\": 1\n}\n",                                    {insert("b", 2, 0)},
       "{\n  \"b\": 2,\n  \"a\": 1\n}\n"                                                                                                        },
      {"between lines",
       "{\n  \"a\": 1,\n  \"c\": 3\n}",                         {insert("b", 2, 1)},
       "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}"                                                                                             },
      {"an object with the file's indentation",
       "{\n\t\"a\": 1\n}",                                      {insert("b", kPair)},
       "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"x\": 1,\n\t\t\"y\": "
       "[\n\t\t\t\"a\",\n\t\t\t\"b\"\n\t\t]\n\t}\n}"                                                                                            },
      {"with the file's line ends",
       "{\r\n  \"a\": 1\r\n}",                                  {insert("b", Value::List{1})},
       "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    1\r\n  ]\r\n}"                                                                                    },
      {"a blank line is not repeated",
       "{\n  \"a\": 1,\n\n  \"b\": 2\n}",                       {insert("c", 3)},
       "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}"                                                                                           },
      {"an element in one line of several",
       "[\n  1, 2,\n  3, 4\n]",                                 {insert("4", 5)},
       "[\n  1, 2,\n  3, 4, 5\n]"                                                                                                               },
      {"a comma in front",
       "{ \"a\": 1\n, \"b\": 2\n}",                             {insert("c", 3)},
       "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}"                                                                                                  },
      {"an object among objects of one line",
       "[\n  {\"x\": 1},\n  {\"x\": 2}\n]",                     {insert("2", kPair)},
       "[\n  {\"x\": 1},\n  {\"x\": 2},\n  {\"x\": 1, \"y\": [\"a\", \"b\"]}\n]"                                                                },
      {"an object among taller ones",
       "[\n  {\n    \"x\": 1\n  }\n]",                          {insert("0", Value::Object{{"x", 2}})},
       "[\n  {\n    \"x\": 2\n  },\n  {\n    \"x\": 1\n  }\n]"                                                                                  },
      {"a list of one line among such",
       "{\n  \"a\": [1, 2]\n}",                                 {insert("b", Value::List{3, 4})},
       "{\n  \"a\": [1, 2],\n  \"b\": [3, 4]\n}"                                                                                                },
      {"into nothing, in one line",
       R"({"a": {}, "b": []})",                                 {insert("a/x", 1), insert("b/0", 2)},
       R"({"a": {"x": 1}, "b": [2]})"                                                                                                           },
      {"into nothing, below a tall parent",
       "{\n  \"a\": {},\n  \"b\": [ ]\n}",                      {insert("a/x", 1), insert("b/0", kPair)},
       "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": [\n    {\n      \"x\": 1,\n      \"y\": [\n    "
       "    "
       "\"a\",\n        \"b\"\n      ]\n    }\n  ]\n}"                                                                                          },
      {"into an empty document",                "{}\n",         {insert("a", 1)},                         "{\n  \"a\": 1\n}\n"                  },
      {"into an empty line",                    "{}",           {insert("a", 1)},                         "{\"a\": 1}"                          },
      {"names are escaped",                     "{}",           {insert("a\"b", 1)},                      R"({"a\"b": 1})"                      },
  });
}

TEST_CASE("a container that is set in JSON is laid out like what is around it") {
  check_rows({
      {"a list of one line stays one",
       "{\n  \"a\": [1, 2],\n  \"b\": 0\n}",                            {set("a", Value::List{3})},
       "{\n  \"a\": [3],\n  \"b\": 0\n}"                                                                                 },
      {"in the place of null",
       "{\n    \"a\": null\n}",                                         {set("a", Value::Object{{"x", 1}})},
       "{\n    \"a\": {\n        \"x\": 1\n    }\n}"                                                                     },
      {"in one line",
       "{\"a\": null}",                                                 {set("a", kPair)},
       "{\"a\": {\"x\": 1, \"y\": [\"a\", \"b\"]}}"                                                                      },
      {"empty",
       "{\n  \"a\": {\n    \"x\": 1\n  }\n}",                           {set("a", Value::list())},
       "{\n  \"a\": []\n}"                                                                                               },
      {"cannot insert or remove the whole document",
       "{\n  \"a\": 1\n}\n",                                            {set("", Value::List{1})},
       "[\n  1\n]\n"                                                                                                     },
      {"a scalar for a container",                   "[{\"a\": 1}, 2]", {set("0", "x")},                     "[\"x\", 2]"},
  });
}

TEST_CASE("what is removed from JSON takes its comma and its line along") {
  check_rows({
      {"the first",             R"({"a": 1, "b": 2})",                  {remove("a")},   R"({"b": 2})"       },
      {"the last",              R"({"a": 1, "b": 2})",                  {remove("b")},   R"({"a": 1})"       },
      {"the only one",          R"({"a": 1 })",                         {remove("a")},   "{}"                },
      {"the only line",         "{\n  \"a\": [\n    1\n  ]\n}",         {remove("a/0")}, "{\n  \"a\": []\n}" },
      {"the first line",        "{\n  \"a\": 1,\n  \"b\": 2\n}",        {remove("a")},   "{\n  \"b\": 2\n}"  },
      {"a line",
       "{\n  \"a\": 1,\n  \"b\": {\n    \"x\": 1\n  },\n  \"c\": 3\n}", {remove("b")},
       "{\n  \"a\": 1,\n  \"c\": 3\n}"                                                                       },
      {"the last line",         "{\n  \"a\": 1,\n  \"b\": 2\n}",        {remove("b")},   "{\n  \"a\": 1\n}"  },
      {"one of a line",         "[\n  1, 2,\n  3, 4\n]",                {remove("2")},   "[\n  1, 2,\n  4\n]"},
      {"another of a line",     "[\n  1, 2,\n  3, 4\n]",                {remove("1")},   "[\n  1,\n  3, 4\n]"},
      {"with a comma in front", "{ \"a\": 1\n, \"b\": 2\n}",            {remove("b")},   "{ \"a\": 1\n}"     },
  });
}

TEST_CASE("JSON that cannot be edited is refused") {
  const auto code = [](std::string_view text, const Edit& edit) {
    const auto edited = edit_json(text, {edit});
    REQUIRE(!edited.ok());
    return edited.error().code;
  };
  CHECK(code("{", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code(R"({"a":1,"a":2})", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code("{}", set("a", 1)) == ErrorCode::kInvalid);
  CHECK(code("[1]", set("0", std::numeric_limits<double>::infinity())) == ErrorCode::kInvalid);
  CHECK(code("[1]", set("0", "\xff")) == ErrorCode::kInvalid);
  CHECK(code("{}", insert("\xff", 1)) == ErrorCode::kInvalid);
}

TEST_CASE("the place of a value in JSON is known") {
  const auto located = locate_json("\xEF\xBB\xBF{\n \"ä\": \"ü\", \"b\": [1,\n  {\"c\": 2}]}");
  REQUIRE(located.ok());
  const auto at = [&](std::string_view path) { return located->position(path_of(path)); };
  CHECK(at("") == TextPosition{1, 1});
  CHECK(at("ä") == TextPosition{2, 7});
  CHECK(at("b") == TextPosition{2, 17});
  CHECK(at("b/1/c") == TextPosition{3, 9});
  CHECK(!at("b/2"));
  CHECK(!at("b/1/d"));
  CHECK(!locate_json("{").ok());
}

TEST_CASE("many edits of a large JSON text come out right") {
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
  const std::string text = write_json(list, JsonStyle::kPretty);
  const auto edited = edit_json(text, edits);
  REQUIRE(edited.ok());
  CHECK(*parse_json(*edited) == *apply_edits(list, edits));
}

TEST_CASE("an edit that would make a text too large says so") {
  Limits limits;
  limits.document_bytes = 64;
  const auto edited = edit_json_within("{\"a\": 1}",
                                       {
                                           {EditKind::kSet, {"a"}, std::string(100, 'x')}
  },
                                       limits);
  REQUIRE_FALSE(edited.ok());
  CHECK(edited.error().message.find(
            "/a: cannot be edited in this text: the document is too large") == 0);
}

}  // namespace
}  // namespace clew

#include "document/yaml/write_yaml.h"

#include <doctest/doctest.h>

#include "document/yaml/yaml.h"

namespace clew {
namespace {

struct Row {
  const char* claim;
  Value value;
  std::string text;
};

TEST_CASE("YAML is written in blocks, with every string in double quotes") {
  const Row rows[] = {
      {"null",                         nullptr,                                                     "null\n"   },
      {"a number that stays a double", 1.0,                                                         "1.0\n"    },
      {"a string",                     "yes",                                                       "\"yes\"\n"},
      {"nothing in it",                Value::Object{{"l", Value::list()}, {"o", Value::object()}},
       "l: []\no: {}\n"                                                                                        },
      {"lists below their names",
       Value::Object{{"tasks", Value::List{Value::Object{{"id", "a"}, {"x", 1}}, "b"}}},
       "tasks:\n  - id: \"a\"\n    x: 1\n  - \"b\"\n"                                                          },
      {"objects in objects",           Value::Object{{"a", Value::Object{{"b", nullptr}}}},
       "a:\n  b: null\n"                                                                                       },
      {"lists in lists",               Value::List{Value::List{1, 2}, Value::List{Value::list()}},
       "- - 1\n  - 2\n- - []\n"                                                                                },
      {"escapes",                      "a\"\\\n\t\x01\x7F\xC2\x85\xE2\x80\xA8\xEF\xBB\xBFä😀",
       "\"a\\\"\\\\\\n\\t\\u0001\\u007f\\u0085\\u2028\\ufeffä😀\"\n"                                           },
      {"names that could be misread",
       Value::Object{{"a_b-c.d", 1}, {"no", 2}, {"null", 3}, {"1", 4}, {"a b", 5}, {"", 6}},
       "a_b-c.d: 1\n\"no\": 2\n\"null\": 3\n\"1\": 4\n\"a b\": 5\n\"\": 6\n"                                   },
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    CHECK(write_yaml(row.value) == row.text);
    const auto read = parse_yaml(row.text);
    REQUIRE(read.ok());
    CHECK(read->value == row.value);
  }
}

TEST_CASE("a name too long for one line is announced") {
  const Value value = Value::Object{
      {std::string(2000, 'k'), Value::List{1}},
      {"b", 2}
  };
  const auto read = parse_yaml(write_yaml(value));
  REQUIRE(read.ok());
  CHECK(read->value == value);
}

}  // namespace
}  // namespace clew

#include "document/edit.h"

#include <doctest/doctest.h>

#include "document/edit_rows_test.h"
#include "document/json/json.h"

namespace clew {
namespace {

std::string applied(std::string_view tree, const std::vector<Edit>& edits) {
  const auto result = apply_edits(*parse_json(tree), edits);
  if (result) return write_json(*result);
  CHECK(result.error().code == ErrorCode::kInvalid);
  return result.error().message;
}

TEST_CASE("edits are applied to a tree one after another") {
  const EditRow rows[] = {
      {"a member is set",                     R"({"a":1,"b":2})", {set("a", 3)},                                  R"({"a":3,"b":2})"},
      {"the whole tree is set",               R"({"a":1})",       {set("", Value::list())},                       "[]"              },
      {"a member is inserted last",           R"({"a":1})",       {insert("b", 2)},                               R"({"a":1,"b":2})"},
      {"a member is inserted in its place",   R"({"a":1})",       {insert("b", 2, 0)},                            R"({"b":2,"a":1})"},
      {"a place past the end is the end",     R"({"a":1})",       {insert("b", 2, 9)},                            R"({"a":1,"b":2})"},
      {"an element is inserted",              "[1,3]",            {insert("1", 2)},                               "[1,2,3]"         },
      {"an element is appended",              "[1]",              {insert("1", 2)},                               "[1,2]"           },
      {"a member is removed",                 R"({"a":1,"b":2})", {remove("a")},                                  R"({"b":2})"      },
      {"an element is removed",               "[1,2]",            {remove("0")},                                  "[2]"             },
      {"paths speak of the tree before them",
       "[1,2,3]",                                                 {remove("0"), set("0", 9), insert("2", "z")},
       R"([9,3,"z"])"                                                                                                               },
      {"what was inserted can be edited",
       "{}",                                                      {insert("a", Value::list()), insert("a/0", 1)},
       R"({"a":[1]})"                                                                                                               },
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    CHECK(applied(row.before, row.edits) == row.after);
  }
}

TEST_CASE("an edit whose path does not fit is refused") {
  const EditRow rows[] = {
      {"no such member",        R"({"a":1})",    {set("b", 2)},      "/b: does not exist"                          },
      {"no such element",       "[1]",           {set("1", 2)},      "/1: does not exist"                          },
      {"no way there",          R"({"a":1})",    {insert("b/c", 2)}, "/b/c: does not exist"                        },
      {"into a scalar",         R"({"a":1})",    {insert("a/c", 2)}, "/a/c: not in an object"                      },
      {"into null",             R"({"a":null})", {insert("a/c", 2)}, "/a/c: not in an object"                      },
      {"a name in a list",      "[1]",           {insert("c", 2)},   "/c: not in an object"                        },
      {"an index in an object", R"({"a":1})",    {insert("0", 2)},   "/0: not in a list"                           },
      {"past the end",          "[1]",           {insert("2", 2)},   "/2: past the end of the list"                },
      {"already there",         R"({"a":1})",    {insert("a", 2)},   "/a: already exists"                          },
      {"remove the whole",      "[1]",           {remove("")},       ": cannot insert or remove the whole document"},
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    CHECK(applied(row.before, row.edits) == row.after);
  }
}

TEST_CASE("a path is written as a JSON pointer") {
  CHECK(to_pointer({}).empty());
  CHECK(to_pointer(path_of("agents/0/id")) == "/agents/0/id");
  CHECK(to_pointer({std::string("a/b~c"), std::string()}) == "/a~1b~0c/");
}

TEST_CASE("a value is found by its path") {
  const Value tree = *parse_json(R"({"a":[{"b":5}]})");
  REQUIRE(find_value(tree, path_of("a/0/b")) != nullptr);
  CHECK(*find_value(tree, path_of("a/0/b")) == Value(5));
  CHECK(find_value(tree, {}) == &tree);
  CHECK(find_value(tree, path_of("a/1")) == nullptr);
  CHECK(find_value(tree, path_of("a/b")) == nullptr);
}

}  // namespace
}  // namespace clew

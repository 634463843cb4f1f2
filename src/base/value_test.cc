#include "base/value.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace clew {
namespace {

TEST_CASE("a value knows what it is") {
  struct Row {
    Value value;
    Value::Kind kind;
    const char* name;
    const char* text;
  };
  const Row kRows[] = {
      {Value(),                                              Value::Kind::kNull,   "null",    "null"  },
      {Value(true),                                          Value::Kind::kBool,   "boolean", "true"  },
      {Value(83),                                            Value::Kind::kInt,    "integer", "83"    },
      {Value(0.5),                                           Value::Kind::kDouble, "number",  "0.5"   },
      {Value("a b"),                                         Value::Kind::kString, "string",  "a b"   },
      {Value(Value::List{1, "x"}),                           Value::Kind::kList,   "list",    "[1, x]"},
      {Value(Value::Object{{"a", 1}, {"b", Value::List{}}}), Value::Kind::kObject, "object",
       "{a: 1, b: []}"                                                                                },
  };
  for (const auto& row : kRows) {
    CAPTURE(row.name);
    CHECK(row.value.kind() == row.kind);
    CHECK(std::string(to_string(row.value.kind())) == row.name);
    CHECK(to_text(row.value) == row.text);
  }
}

TEST_CASE("a question of the wrong kind is answered with the fallback") {
  CHECK(Value("x").as_int(7) == 7);
  CHECK(Value("x").as_double(0.5) == 0.5);
  CHECK(Value(1).as_bool(true));
  CHECK(Value(1).as_string().empty());
  CHECK(Value(1).as_list().empty());
  CHECK(Value(1).as_object().empty());
  CHECK(Value(1).find("a") == nullptr);
}

TEST_CASE("numbers cross over only where nothing is lost") {
  CHECK(Value(2.0).as_int() == 2);
  CHECK(Value(2.5).as_int(7) == 7);
  CHECK(Value(1e300).as_int(7) == 7);
  CHECK(Value(std::nan("")).as_int(7) == 7);
  CHECK(Value(std::numeric_limits<double>::infinity()).as_int(7) == 7);
  CHECK(Value(3).as_double() == 3.0);
  CHECK(Value(std::numeric_limits<int64_t>::max()).as_int() == std::numeric_limits<int64_t>::max());
  CHECK_FALSE(Value(1) == Value(1.0));
}

TEST_CASE("an object keeps its order, and a key is there once") {
  Value object;
  object.set("b", 1);
  object.set("a", 2);
  object.set("b", 3);
  CHECK(to_text(object) == "{b: 3, a: 2}");
  CHECK(object.find("b")->as_int() == 3);
  CHECK(object.erase("b"));
  CHECK_FALSE(object.erase("b"));
  CHECK_FALSE(Value(1).erase("b"));
  CHECK(to_text(object) == "{a: 2}");
}

TEST_CASE("pushing makes nothing a list") {
  Value list;
  list.push(1);
  list.push("x");
  CHECK(list.is_list());
  CHECK(list == Value(Value::List{1, "x"}));
  list.list_ref().clear();
  CHECK(list == Value::list());
  CHECK_FALSE(list == Value());
}

}  // namespace
}  // namespace clew

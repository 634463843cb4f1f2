#include "base/fields.h"

#include <doctest/doctest.h>

#include <set>

namespace clew {

enum class Paint { kRed, kGreen };
template <>
struct EnumNames<Paint> {
  static constexpr const char* names[] = {"red", "green"};
};

namespace {

struct Inner {
  uint32_t count = 0;
  Paint colour = Paint::kRed;
  bool operator==(const Inner&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "count", &Inner::count), field(2, "colour", &Inner::colour));
  }
};

struct Outer {
  std::string name;
  bool flag = false;
  double ratio = 0;
  int small = 0;
  Time at;
  Duration took;
  Hash hash;
  SessionId session;
  StepId step;
  Value free;
  std::optional<std::string> maybe;
  std::optional<Inner> inner;
  std::vector<Inner> many;
  bool operator==(const Outer&) const = default;
  static constexpr auto fields() {
    using T = Outer;
    return field_list(
        field(1, "name", &T::name), field(2, "flag", &T::flag), field(3, "ratio", &T::ratio),
        field(4, "small", &T::small), field(5, "at", &T::at), field(6, "took_ms", &T::took),
        field(7, "hash", &T::hash), field(8, "session", &T::session), field(9, "step", &T::step),
        field(10, "free", &T::free), field(11, "maybe", &T::maybe), field(12, "inner", &T::inner),
        field(13, "many", &T::many));
  }
};

Outer filled() {
  Outer outer;
  outer.name = "n";
  outer.flag = true;
  outer.ratio = 0.25;
  outer.small = -3;
  outer.at = Time{1'500};
  outer.took = Duration{70};
  outer.hash = sha256("abc");
  outer.session = SessionId("s-1");
  outer.step = StepId{4};
  outer.free = Value(Value::List{1, "x"});
  outer.maybe = "";
  outer.inner = Inner{7, Paint::kGreen};
  outer.many = {
      Inner{1, Paint::kRed  },
      Inner{2, Paint::kGreen}
  };
  return outer;
}

TEST_CASE("a struct goes to a tree and back") {
  CHECK(*from_value<Outer>(to_value(filled())) == filled());
  CHECK(*from_value<Outer>(to_value(Outer())) == Outer());
  CHECK(*from_value<Outer>(Value::object()) == Outer());
}

TEST_CASE("a tree says what is said and leaves out the rest") {
  const Value tree = to_value(Outer());
  std::set<std::string> names;
  for (const auto& [name, value] : tree.as_object()) names.insert(name);
  CHECK(names == std::set<std::string>{"flag", "ratio", "small", "at", "took_ms", "step"});
  const Value full = to_value(filled());
  CHECK(full.find("at")->as_string() == "1970-01-01T00:00:01.500Z");
  CHECK(full.find("took_ms")->as_int() == 70);
  CHECK(full.find("maybe")->as_string().empty());
  CHECK(full.find("inner")->find("colour")->as_string() == "green");
  CHECK(full.find("hash")->as_string() == sha256("abc").hex());
}

TEST_CASE("an error names the place and what would be right") {
  struct Row {
    const char* where;
    Value document;
    const char* message;
  };
  const auto object = [](const char* key, Value value) {
    return Value(Value::Object{
        {key, std::move(value)}
    });
  };
  const std::string zeros(63, '0');
  const Row kRows[] = {
      {"the document", Value(3), "the document must be an object, not integer"},
      {"nmae", object("nmae", 1), "nmae is not a known field"},
      {"name", object("name", 1), "name must be a string, not integer"},
      {"flag", object("flag", "yes"), "flag must be true or false, not string"},
      {"ratio", object("ratio", "0.5"), "ratio must be a number, not string"},
      {"small", object("small", 1.5), "small must be an integer, not number"},
      {"small", object("small", int64_t{1} << 40), "small is out of range"},
      {"step", object("step", -1), "step is out of range"},
      {"at", object("at", 5), "at must be an ISO 8601 time, not integer"},
      {"at", object("at", "noon"),
       "at: invalid time \"noon\"; write ISO 8601, for example 2026-11-15T14:32:00Z"},
      {"took_ms", object("took_ms", "1s"), "took_ms must be a number of milliseconds, not string"},
      {"hash", object("hash", 1), "hash must be a SHA-256 in 64 hex digits, not integer"},
      {"hash", object("hash", "abc"), "hash must be a SHA-256 in 64 hex digits, not \"abc\""},
      {"hash", object("hash", zeros + "g"), "hash must be a SHA-256 in 64 hex digits, not \""},
      {"session", object("session", 1), "session must be a string, not integer"},
      {"maybe", object("maybe", 1), "maybe must be a string, not integer"},
      {"inner.colour", object("inner", object("colour", "blue")),
       "inner.colour must be one of red, green, not \"blue\""},
      {"inner.colour", object("inner", object("colour", 1)),
       "inner.colour must be a string, not integer"},
      {"many", object("many", object("a", 1)), "many must be a list, not object"},
      {"many[1].count", object("many", Value::List{object("count", 1), object("count", "x")}),
       "many[1].count must be an integer, not string"},
      {"many[0].x", object("many", Value::List{object("x", 1)}), "many[0].x is not a known field"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.message);
    const auto read = from_value<Outer>(row.document);
    REQUIRE(!read.ok());
    CHECK(read.error().code == ErrorCode::kInvalid);
    CHECK(read.error().subject == row.where);
    CHECK(read.error().message.substr(0, std::string(row.message).size()) == row.message);
  }
}

TEST_CASE("an absent or null value is nothing where nothing is allowed") {
  Outer outer = filled();
  Value tree = to_value(outer);
  tree.set("maybe", Value());
  tree.set("inner", Value());
  tree.set("hash", Value());
  outer.maybe.reset();
  outer.inner.reset();
  outer.hash = Hash();
  CHECK(*from_value<Outer>(tree) == outer);
}

TEST_CASE("an enum is its name, and a number nobody knows has none") {
  CHECK(std::string(name_of(Paint::kGreen)) == "green");
  CHECK(enum_from<Paint>("red") == Paint::kRed);
  CHECK_FALSE(enum_from<Paint>("Red").has_value());
  CHECK(std::string(name_of(static_cast<Paint>(9))) == "unknown");
}

TEST_CASE("every error code has one name and one exit code") {
  struct Row {
    ErrorCode code;
    const char* name;
    int exit;
  };
  constexpr Row kRows[] = {
      {ErrorCode::kFailed,     "failed",      1},
      {ErrorCode::kUsage,      "usage",       2},
      {ErrorCode::kNotFound,   "not_found",   3},
      {ErrorCode::kNotAllowed, "not_allowed", 4},
      {ErrorCode::kInvalid,    "refused",     5},
      {ErrorCode::kConflict,   "conflict",    6},
      {ErrorCode::kCorrupt,    "corrupt",     8},
  };
  for (const auto& row : kRows) {
    CHECK(describe(row.code).exit == row.exit);
    CHECK(std::string(describe(row.code).name) == row.name);
  }
}

Result<int> half(int number) {
  if (number % 2 != 0) return make_error(ErrorCode::kInvalid, "odd", "number", "add one");
  return number / 2;
}

Result<int> quarter(int number) {
  CLEW_ASSIGN(const int once, half(number));
  CLEW_TRY(half(once));
  return once / 2;
}

TEST_CASE("a result is a value or an error, and errors travel up") {
  CHECK(*quarter(8) == 2);
  CHECK(quarter(8).value_or(0) == 2);
  REQUIRE(!quarter(6).ok());
  CHECK(quarter(6).error() == make_error(ErrorCode::kInvalid, "odd", "number", "add one"));
  CHECK(quarter(7).value_or(-1) == -1);
}

}  // namespace
}  // namespace clew

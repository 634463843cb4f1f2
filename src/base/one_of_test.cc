#include "base/one_of.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace clew {
namespace {

int alive = 0;
bool copying_fails = false;

// Counts itself, and can be told to fail.
struct Counted {
  std::string text;

  Counted() { ++alive; }
  explicit Counted(std::string t) : text(std::move(t)) { ++alive; }
  Counted(const Counted& other) : text(other.text) {
    if (copying_fails) throw std::runtime_error("no room");
    ++alive;
  }
  Counted(Counted&& other) noexcept : text(std::move(other.text)) { ++alive; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
  bool operator==(const Counted& other) const { return text == other.text; }
};

struct Pair {
  int a = 0;
  double b = 0;
  bool operator==(const Pair&) const = default;
};

using Any = OneOf<int, Counted, std::vector<std::string>, Pair>;

const std::string kLong = "a text that is too long to be kept in place";

TEST_CASE("a sum begins as the first of its types") {
  const Any any;
  CHECK(any.index() == 0);
  CHECK(get<int>(any) == 0);
}

TEST_CASE("what is put in is held, and nothing else") {
  const Any any = Counted(kLong);
  CHECK(holds<Counted>(any));
  CHECK_FALSE(holds<int>(any));
  CHECK(get<Counted>(any).text == kLong);
  REQUIRE(get_if<Counted>(&any) != nullptr);
  CHECK(get_if<Pair>(&any) == nullptr);
  CHECK(any.index() == Any::kIndexOf<Counted>);
  static_assert(Any::kCount == 4 && std::is_same_v<Any::Type<3>, Pair>);
  static_assert(!std::is_constructible_v<Any, std::string> && !std::is_constructible_v<Any, long>);
}

TEST_CASE("what is held can be changed in place") {
  Any any = std::vector<std::string>{"a"};
  get<std::vector<std::string>>(any).push_back("b");
  CHECK(get_if<std::vector<std::string>>(&any)->size() == 2);
}

TEST_CASE("every value is destroyed once, whatever is assigned to what") {
  REQUIRE(alive == 0);
  {
    const std::vector<Any> kinds = {Any(7), Any(Counted(kLong)),
                                    Any(std::vector<std::string>{kLong, "b"}), Any(Pair{1, 2})};
    for (const auto& from : kinds) {
      for (const auto& to : kinds) {
        Any copied = to;
        copied = from;
        CHECK(copied == from);
        Any moved = to;
        moved = std::move(copied);
        CHECK(moved == from);
        CHECK(copied.index() == from.index());  // NOLINT: what a move leaves is defined
        copied = to;
        CHECK(copied == to);
        const Any built(std::move(moved));
        CHECK(built == from);
      }
    }
  }
  CHECK(alive == 0);
}

TEST_CASE("assigning to itself changes nothing") {
  Any any = Counted(kLong);
  Any& same = any;
  any = same;
  CHECK(get<Counted>(any).text == kLong);
  any = std::move(same);
  CHECK(get<Counted>(any).text == kLong);
}

TEST_CASE("a copy that fails leaves what was there") {
  {
    const Any from = Counted(kLong);
    Any to = std::vector<std::string>{"kept"};
    copying_fails = true;
    CHECK_THROWS_AS(to = from, std::runtime_error);
    CHECK_THROWS_AS(Any{from}, std::runtime_error);
    copying_fails = false;
    CHECK(get<std::vector<std::string>>(to) == std::vector<std::string>{"kept"});
  }
  CHECK(alive == 0);
}

TEST_CASE("two are equal when they hold the same of the same type") {
  CHECK(Any(1) == Any(1));
  CHECK_FALSE(Any(1) == Any(2));
  CHECK_FALSE(Any(0) == Any(Pair()));
  CHECK(Any(Pair{1, 2}) == Any(Pair{1, 2}));
}

TEST_CASE("a visit sees what is held, as its type") {
  struct Name {
    std::string operator()(int) const { return "int"; }
    std::string operator()(const Counted& x) const { return "counted " + x.text; }
    std::string operator()(const std::vector<std::string>& x) const { return x.at(0); }
    std::string operator()(const Pair&) const { return "pair"; }
  };
  CHECK(visit(Name(), Any(3)) == "int");
  CHECK(visit(Name(), Any(Counted("x"))) == "counted x");
  CHECK(visit(Name(), Any(std::vector<std::string>{"first"})) == "first");
  CHECK(visit(Name(), Any(Pair())) == "pair");

  Any any = 3;
  visit(
      [](auto& x) {
        if constexpr (std::is_same_v<decltype(x), int&>) x = 4;
      },
      any);
  CHECK(get<int>(any) == 4);
}

}  // namespace
}  // namespace clew

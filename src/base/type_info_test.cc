#include "base/type_info.h"

#include <doctest/doctest.h>

#include <atomic>
#include <limits>
#include <thread>

#include "base/scratch_list.h"
#include "base/type_table.h"

namespace clew {

enum class Shade { kLight, kDark };
template <>
struct EnumNames<Shade> {
  static constexpr const char* names[] = {"light", "dark"};
};

namespace {

struct Part {
  std::string name;
  Shade shade = Shade::kDark;
  bool operator==(const Part&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "name", &Part::name, "what it is called"),
                      field(2, "shade", &Part::shade));
  }
};

struct Whole {
  bool flag = true;
  int small = -5;
  uint32_t count = 0;
  int64_t big = 0;
  double ratio = 0.5;
  Shade shade = Shade::kLight;
  std::string text;
  ActorId actor;
  StepId step;
  Time at;
  Duration took;
  Hash hash;
  Value value;
  std::optional<Part> maybe;
  std::vector<Part> parts;
  std::optional<std::vector<std::string>> lists;
  Part part;
  bool operator==(const Whole&) const = default;
  static constexpr auto fields() {
    using T = Whole;
    return field_list(
        field(1, "flag", &T::flag), field(2, "small", &T::small), field(3, "count", &T::count),
        field(4, "big", &T::big), field(5, "ratio", &T::ratio), field(6, "shade", &T::shade),
        field(7, "text", &T::text), field(8, "actor", &T::actor), field(9, "step", &T::step),
        field(10, "at", &T::at), field(11, "took", &T::took), field(12, "hash", &T::hash),
        field(13, "value", &T::value), field(14, "maybe", &T::maybe), field(15, "parts", &T::parts),
        field(16, "lists", &T::lists), field(17, "part", &T::part));
  }
};

const TypeInfo& kWhole = kTypeInfo<Whole>;

// One that differs from a blank one in a single field, for each field.
std::vector<Whole> changed_ones() {
  std::vector<Whole> all(17);
  all[0].flag = false;
  all[1].small = std::numeric_limits<int>::min();
  all[2].count = std::numeric_limits<uint32_t>::max();
  all[3].big = -1;
  all[4].ratio = 0.25;
  all[5].shade = Shade::kDark;
  all[6].text = "a text that is too long to be kept in place";
  all[7].actor = ActorId("ana");
  all[8].step = StepId{9};
  all[9].at = Time{-7};
  all[10].took = Duration{8};
  all[11].hash = sha256("x");
  all[12].value = Value(Value::List{1, "x"});
  all[13].maybe = Part{"", Shade::kLight};
  all[14].parts = {
      Part(), Part{"b", Shade::kDark}
  };
  all[15].lists.emplace();
  all[16].part.name = "inside";
  return all;
}

TEST_CASE("a struct's members have their numbers, names, words and places") {
  const auto& members = kTypeInfo<Part>.structure().members;
  REQUIRE(members.size() == 2);
  CHECK(members[0].number == 1);
  CHECK(std::string(members[1].name) == "shade");
  CHECK(std::string(members[0].doc) == "what it is called");
  Part part{"n", Shade::kLight};
  CHECK(members[0].of(&part) == &part.name);
  CHECK(members[1].of(&part) == &part.shade);
  CHECK(*static_cast<const Part*>(kTypeInfo<Part>.structure().blank) == Part());
}

TEST_CASE("every field counts when two structs are compared, and is there in a copy") {
  const auto all = changed_ones();
  CHECK(all.size() == kWhole.structure().members.size());
  for (size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK_FALSE(same_content(kWhole, &all[i], kWhole.structure().blank));
    for (const auto& before : all) {
      Whole copy = before;
      copy_content(kWhole, &copy, &all[i]);
      CHECK(copy == all[i]);
      CHECK(same_content(kWhole, &copy, &all[i]));
    }
  }
}

TEST_CASE("a list is longer than its beginning, and an empty one is set") {
  const std::vector<Part> one(1);
  const std::vector<Part> two(2);
  CHECK_FALSE(same_content(kTypeInfo<std::vector<Part>>, &one, &two));
  CHECK_FALSE(same_content(kTypeInfo<std::vector<Part>>, &two, &one));
  const std::optional<std::string> unset;
  const std::optional<std::string> empty = "";
  CHECK_FALSE(same_content(kTypeInfo<std::optional<std::string>>, &unset, &empty));
  CHECK(says_nothing(kTypeInfo<std::optional<std::string>>, &unset));
  CHECK_FALSE(says_nothing(kTypeInfo<std::optional<std::string>>, &empty));
}

TEST_CASE("a number that does not fit is refused") {
  int small = 0;
  uint32_t count = 0;
  Shade shade = Shade::kLight;
  bool flag = false;
  CHECK(set_number(kTypeInfo<int>, &small, -3));
  CHECK(small == -3);
  CHECK(number_in(kTypeInfo<int>, &small) == -3);
  CHECK_FALSE(set_number(kTypeInfo<int>, &small, int64_t{1} << 31));
  CHECK_FALSE(set_number(kTypeInfo<uint32_t>, &count, -1));
  CHECK(set_number(kTypeInfo<uint32_t>, &count, 0xffff'ffff));
  CHECK(number_in(kTypeInfo<uint32_t>, &count) == 0xffff'ffff);
  CHECK(set_number(kTypeInfo<Shade>, &shade, 1));
  CHECK_FALSE(set_number(kTypeInfo<Shade>, &shade, 2));
  CHECK_FALSE(set_number(kTypeInfo<Shade>, &shade, -1));
  CHECK(shade == Shade::kDark);
  CHECK_FALSE(set_number(kTypeInfo<bool>, &flag, 2));
}

TEST_CASE("the parts of a value are what is in it") {
  const Whole whole = changed_ones()[14];
  size_t members = 0;
  for_each_part(kWhole, &whole, [&](const TypeInfo&, const void*) { ++members; });
  CHECK(members == 17);
  std::vector<std::string> names;
  for_each_part(kTypeInfo<std::vector<Part>>, &whole.parts, [&](const TypeInfo& type, auto* part) {
    CHECK(&type == &kTypeInfo<Part>);
    names.push_back(static_cast<const Part*>(part)->name);
  });
  CHECK(names == std::vector<std::string>{"", "b"});
  size_t inside = 0;
  for_each_part(kTypeInfo<std::optional<Part>>, &whole.maybe,
                [&](const TypeInfo&, const void*) { ++inside; });
  for_each_part(kTypeInfo<std::string>, &whole.text,
                [&](const TypeInfo&, const void*) { ++inside; });
  CHECK(inside == 0);
}

TEST_CASE("a list takes the order it is given, and loses what is left out") {
  const TypeInfo& type = kTypeInfo<std::vector<std::string>>;
  const std::vector<std::string> letters = {"a", "b", "c"};
  struct Row {
    std::vector<size_t> order;
    std::vector<std::string> wanted;
  };
  const Row kRows[] = {
      {{0, 1, 2},    {"a", "b", "c"}     },
      {{2, 0, 1},    {"c", "a", "b"}     },
      {{0, 1},       {"a", "b"}          },
      {{},           {}                  },
      {{1, 1, 0, 2}, {"b", "b", "a", "c"}},
  };
  for (const auto& row : kRows) {
    std::vector<std::string> list = letters;
    arrange(type, &list, row.order);
    CHECK(list == row.wanted);
  }
}

struct Late {
  int number = 3;
  static constexpr auto fields() { return field_list(field(1, "number", &Late::number)); }
};

TEST_CASE("whoever asks first finds a struct described") {
  std::vector<std::thread> threads;
  std::atomic<size_t> described = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { described += kTypeInfo<Late>.structure().members.size(); });
  }
  for (auto& thread : threads) thread.join();
  CHECK(described == 8);
}

}  // namespace
}  // namespace clew

#include "document/tree_patch.h"

#include <doctest/doctest.h>

#include "document/json/json.h"
#include "document/random_tree_test.h"

namespace clew {
namespace {

Value json(std::string_view text) {
  const auto value = parse_json(text);
  REQUIRE(value.ok());
  return *value;
}

TEST_CASE("a patch brings the wanted tree back, and reads as what is missing") {
  struct Row {
    const char* claim;
    const char* shown;
    const char* wanted;
    const char* patch;
  };
  constexpr Row kRows[] = {
      {"the same is no patch",             R"({"a": 1})",                                 R"({"a": 1})",                     "null"                                                                                 },
      {"null is absent",                   R"({"a": 1})",                                 R"({"a": 1, "b": null})",          "null"                                                                                 },
      {"zeros of a time say nothing",      R"({"at": "2026-01-05T10:00:00.000Z"})",
       R"({"at": "2026-01-05T10:00:00+00:00"})",                                                                             "null"                                                                                 },
      {"another spelling of one time",     R"({"at": "2026-01-05T10:00:00.000Z"})",
       R"({"at": "2026-01-05T11:00:00+01:00"})",                                                                             R"({"at":{"^":"2026-01-05T11:00:00+01:00"}})"                                          },
      {"a finer time",                     R"({"at": "2026-01-05T10:00:00.120Z"})",
       R"({"at": "2026-01-05T10:00:00.120450"})",                                                                            R"({"at":{"^":"2026-01-05T10:00:00.120450"}})"                                         },
      {"a member that is not there",       R"({})",                                       R"({"a": 1})",                     R"({"a":1})"                                                                           },
      {"an object is entered",             R"({"a": {"b": 1}})",                          R"({"a": {"b": 1, "c": 2}})",
       R"({"a":{"c":2}})"                                                                                                                                                                                           },
      {"what is shown instead is named",   R"({"a": "pending"})",                         R"({"a": "open"})",
       R"({"a":{"=":"open","~":"pending"}})"                                                                                                                                                                        },
      {"members that only the other has",  R"({"a": 1, "b": 2})",                         R"({"a": 1})",                     R"({"-":["b"]})"                                                                       },
      {"a null where another is shown",    R"({"a": 1, "b": 2})",                         R"({"a": 1, "b": null})",
       R"({"b":{"=":null,"~":2}})"                                                                                                                                                                                  },
      {"elements in their places",         R"([{"a": 1}, {"a": 2}])",                     R"([{"a": 1}, {"a": 2, "b": 3}])",
       R"({"[":{"1":{"b":3}}})"                                                                                                                                                                                     },
      {"elements in another order",        R"(["x", "y"])",                               R"(["y", "x", "z"])",
       R"({"[":[1,0,{"=":"z"}],"n":2})"                                                                                                                                                                             },
      {"an element that stands elsewhere", R"({"a": [{"name": "a long name", "n": 1}]})",
       R"({"b": [{"in": [{"name": "a long name", "n": 2}]}]})",                                                              R"({"b":{"[":[{"+":{"in":{"[":[{"@":"/a/0","+":{".n":{"=":2,"~":1}}}]}}}]},"-":["a"]})"},
      {"a member called like a mark",      R"({})",                                       R"({"=": 1, "n": 2, ".": 3})",
       R"({".=":1,".n":2,"..":3})"                                                                                                                                                                                  },
      {"an empty object",                  R"({})",                                       R"({"a": {}})",                    R"({"a":{"=":{}}})"                                                                    },
  };
  for (const auto& row : kRows) {
    INFO(row.claim);
    const Value shown = json(row.shown);
    const Value wanted = json(row.wanted);
    const Value patch = patch_between(shown, wanted, nullptr);
    CHECK(write_json(patch) == row.patch);
    CHECK(same_value(with_patch(shown, patch), wanted));
  }
}

TEST_CASE("what was changed since is kept") {
  const Value patch = patch_between(json(R"({"a": "pending", "l": [1]})"),
                                    json(R"({"a": "open", "b": 7, "l": [1, 2]})"), nullptr);
  const Value later = json(R"({"a": "done", "b": 8, "l": [1, 9]})");
  CHECK(write_json(with_patch(later, patch)) == R"({"a":"done","b":8,"l":[1,2,9]})");
}

TEST_CASE("every value that is not shown is reported, with what is shown instead") {
  const Value shown = json(R"({"a": 1, "l": [{"k": "x", "v": 1}]})");
  const Value wanted =
      json(R"({"a": 2, "b": {"c": [3, 4]}, "l": [{"k": "x", "v": 5}], "n": null})");
  std::vector<MissingValue> missing;
  patch_between(shown, wanted, nullptr, &missing);
  std::string reported;
  for (const auto& each : missing) {
    reported += to_pointer(each.path) + " " + write_json(*each.wanted) + " for " +
                (each.shown == nullptr ? "nothing" : write_json(*each.shown)) + "\n";
  }
  CHECK(reported == "/a 2 for 1\n/b/c/0 3 for nothing\n/b/c/1 4 for nothing\n/l/0/v 5 for 1\n");
  CHECK(count_values(wanted) == 5);
}

TEST_CASE(
    "a time is missing when it says more than milliseconds, and comes back as it was spelled") {
  const Value shown = json(R"(["2026-01-05T10:00:00.120Z", "2026-01-05T10:00:00.120Z"])");
  const Value wanted = json(R"(["2026-01-05T10:00:00.120450", "2026-01-05T11:00:00.12+01:00"])");
  std::vector<MissingValue> missing;
  const Value patch = patch_between(shown, wanted, nullptr, &missing);
  REQUIRE(missing.size() == 1);
  CHECK(to_pointer(missing[0].path) == "/0");
  CHECK(with_patch(shown, patch) == wanted);
  const Value later = json(R"(["2026-01-05T10:00:00.121Z", "2026-01-05T10:00:00.120Z"])");
  CHECK(with_patch(later, patch).as_list()[0].as_string() == "2026-01-05T10:00:00.121Z");
}

TEST_CASE("the elements of long lists are known by their texts, in any order") {
  Value shown = Value::list();
  Value wanted = Value::list();
  constexpr int64_t kCount = 2000;
  for (int64_t i = 0; i < kCount; ++i) {
    Value one = Value::object();
    one.set("path", "src/" + std::to_string(i) + ".ts");
    shown.push(one);
    one.set("lines", i);
    wanted.push(std::move(one));
  }
  std::reverse(shown.list_ref().begin(), shown.list_ref().end());
  std::vector<MissingValue> missing;
  const Value patch = patch_between(shown, wanted, nullptr, &missing);
  CHECK(missing.size() == kCount);  // what is not shown, and no path
  CHECK(write_json(patch).find(".ts") == std::string::npos);
  CHECK(with_patch(shown, patch) == wanted);
}

TEST_CASE("a patch from elsewhere that does not fit is passed over") {
  const Value tree = json(R"({"a": 1, "l": [1, 2]})");
  for (const char* patch :
       {R"({"l": {"[": [9, [7, {}], "x", {"@": "/no/0"}], "n": 2}})", R"({"a": {"[": {"0": 1}}})",
        R"({"l": {"[": {"x": 1, "99": 2}}})", R"({"a": {"b": {"c": 1}}})", R"("text")",
        R"({"-": 3})", R"({"l": {"[": [], "n": -1}})"}) {
    INFO(patch);
    const Value got = with_patch(tree, json(patch));
    CHECK(got.find("a")->as_int() == 1);
  }
}

TEST_CASE("of any two trees a patch makes one of the other") {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    RandomTree random(seed);
    const Value shown = random.any_value(4);
    const Value wanted = random.any_value(4);
    if (wanted.is_null()) continue;
    INFO("seed ", seed, ": ", write_json(shown), " to ", write_json(wanted));
    const Value patch = patch_between(shown, wanted, nullptr);
    const Value got = with_patch(shown, patch);
    std::vector<MissingValue> missing;
    patch_between(got, wanted, nullptr, &missing);
    CHECK(missing.empty());
  }
}

}  // namespace
}  // namespace clew

#include "document/json/json_without_long_strings.h"

#include <doctest/doctest.h>

#include <vector>

namespace clew {
namespace {

LeanJson lean(std::string_view all, size_t most, size_t at_once) {
  LeanJson json(most);
  for (size_t at = 0; at < all.size(); at += at_once) json.take(all.substr(at, at_once));
  return json;
}

TEST_CASE("strings over the limit become null, wherever the bytes are cut") {
  struct Row {
    std::string_view claim;
    std::string_view before;
    std::string_view after;
    size_t left_out;
  };
  const std::vector<Row> rows = {
      {"of the limit",                         R"({"a":"1234"})",             R"({"a":"1234"})",        0},
      {"over it",                              R"({"a":"12345","b":[""]})",   R"({"a":null,"b":[""]})", 1},
      {"several",                              R"(["12345" , "1", "12345"])", R"([null , "1", null])",  2},
      {"an escape is two bytes",               R"(["\"\\","\"\\x"])",         R"(["\"\\",null])",       1},
      {"a quote that is escaped ends nothing", R"(["12345\"","1"])",          R"([null,"1"])",          1},
      {"a backslash at the end",               R"(["123\\","12345\\","1"])",  R"([null,null,"1"])",     2},
      {"torn in a short one",                  R"({"a":"12)",                 R"({"a":"12)",            0},
      {"torn in a long one",                   R"({"a":"12345)",              R"({"a":null)",           1},
      {"nothing",                              "",                            "",                       0},
      {"no string",                            "[1, 23456789]",               "[1, 23456789]",          0},
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    for (const size_t at_once : {1, 2, 3, 100}) {
      CAPTURE(at_once);
      const LeanJson json = lean(row.before, 4, at_once);
      CHECK(json.text() == row.after);
      CHECK(json.left_out() == row.left_out);
    }
  }
}

}  // namespace
}  // namespace clew

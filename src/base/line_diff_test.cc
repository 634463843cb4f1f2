#include "base/line_diff.h"

#include <doctest/doctest.h>

#include <string>

namespace clew {
namespace {

std::string numbered(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST_CASE("the fewest lines that make one text of the other are counted") {
  struct Row {
    const char* claim;
    std::string before;
    std::string after;
    LineChanges changes;
  };
  const Row rows[] = {
      {"the same text", "a\nb\n", "a\nb\n", {0, 0}},
      {"all of a new file", "", "a\nb\n", {2, 0}},
      {"all of one that is emptied", "a\nb\n", "", {0, 2}},
      {"one line in the middle", "a\nb\nc\n", "a\nx\nc\n", {1, 1}},
      {"a line put in", "a\nc\n", "a\nb\nc\n", {1, 0}},
      {"the end of the last line", "a\nb", "a\nb\n", {1, 1}},
      {"a line that moved", "a\nb\nc\nd\n", "b\nc\nd\na\n", {1, 1}},
      {"the same line more than once", "x\nx\ny\n", "x\ny\nx\n", {1, 1}},
      {"something in a long text", numbered(1, 900), numbered(1, 400) + numbered(402, 901), {1, 1}},
      {"nothing in common", numbered(1, 30), numbered(31, 50), {20, 30}},
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    const auto changes = count_line_changes(row.before, row.after);
    REQUIRE(changes.has_value());
    CHECK(changes->added == row.changes.added);
    CHECK(changes->removed == row.changes.removed);
  }
}

TEST_CASE("what would take too long is not guessed") {
  CHECK_FALSE(count_line_changes(numbered(1, 3000), numbered(5000, 8000)).has_value());
}

TEST_CASE("the last line counts without its end") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\nb") == 2);
}

}  // namespace
}  // namespace clew

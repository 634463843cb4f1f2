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

std::string whole(std::string_view line) { return std::string(line); }

TEST_CASE("a difference shows what changed with two lines around it") {
  const std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
  const std::string after = "1\n2\n3\n4\nfour and a half\n5\n6\n7\n8\n9\n10\n12\n";
  CHECK(unified_diff("a", "b", before, after, whole) ==
        "--- a\n+++ b\n"
        "@@ -3,4 +3,5 @@\n 3\n 4\n+four and a half\n 5\n 6\n"
        "@@ -9,4 +10,3 @@\n 9\n 10\n-11\n 12\n");
  CHECK(unified_diff("a", "b", "x\n", "x\n", whole).empty());
  CHECK(unified_diff("/dev/null", "b", "", "1\n2\n", whole) ==
        "--- /dev/null\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n");
}

TEST_CASE("a difference shows each line as the caller wants it, without its end") {
  const auto shown = [](std::string_view line) { return "<" + std::string(line) + ">"; };
  CHECK(unified_diff("a", "b", "x\r\n", "x\r\ny", shown) ==
        "--- a\n+++ b\n@@ -1,1 +1,2 @@\n <x>\n+<y>\n");
}

TEST_CASE("a difference can be taken back") {
  const std::string before = numbered(1, 40);
  const std::string after = "new\n" + numbered(2, 19) + numbered(21, 40) + "end\n";
  const std::string diff = unified_diff("a", "b", before, after, whole);
  CHECK(reverse_diff(after, diff.substr(diff.find("@@"))) == before);
}

TEST_CASE("texts that have too little in common are shown as replaced") {
  const std::string diff = unified_diff("a", "b", numbered(1, 1500), numbered(2000, 3000), whole);
  CHECK(diff.starts_with("--- a\n+++ b\n@@ -1,1500 +1,1001 @@\n-line 1\n-line 2\n"));
}

TEST_CASE("the last line counts without its end") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\nb") == 2);
}

}  // namespace
}  // namespace clew

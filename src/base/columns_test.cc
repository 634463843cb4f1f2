#include "base/columns.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace clew {
namespace {

TEST_CASE("room that is used up is nothing, not a huge number") {
  CHECK(columns_left(80, 30) == 50);
  CHECK(columns_left(80, 80) == 0);
  CHECK(columns_left(60, 81) == 0);
}

TEST_CASE("a text is cut to its columns, never within a character") {
  CHECK(cut_columns("Add OAuth", 9) == "Add OAuth");
  CHECK(cut_columns("Add OAuth", 8) == "Add OAu…");
  CHECK(cut_columns("日本語版", 8) == "日本語版");
  CHECK(cut_columns("日本語版", 7) == "日本語…");
  CHECK(cut_columns("日本語版", 6) == "日本…");
  CHECK(cut_columns("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
  CHECK(cut_columns("anything", 1) == "…");
  CHECK(cut_columns("anything", 0) == "");
  CHECK(cut_columns("a\xff", 2) == "a\uFFFD");
}

TEST_CASE("whatever the text, it is padded to the width and cut to it") {
  CHECK(rc::check([](const std::string& text, uint8_t width) {
    const std::string shown = cut_columns(to_utf8(text), width);
    RC_ASSERT(is_utf8(shown));
    RC_ASSERT(count_columns(shown) <= width);
    RC_ASSERT(count_columns(padded(shown, width)) == width);
  }));
}

}  // namespace
}  // namespace clew

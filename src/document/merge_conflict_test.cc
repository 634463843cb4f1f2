#include "document/merge_conflict.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("the first conflict of a text is read with both of its sides") {
  const auto found = read_conflict(
      "a\r\n<<<<<<< HEAD\r\nb\r\n||||||| base\nold\n=======\nc\nd\n>>>>>>> side\n<<<<<<< x\n");
  REQUIRE(found);
  CHECK(found->line == 2);
  CHECK(found->ours == "HEAD");
  CHECK(found->our_text == "b\n");
  CHECK(found->theirs == "side");
  CHECK(found->their_text == "c\nd\n");
  CHECK(to_text(*found) == "a merge conflict; HEAD says\nb\nand side says\nc\nd\n");
}

TEST_CASE("one that is cut off is one all the same, and other text is none") {
  CHECK(read_conflict("<<<<<<< HEAD\nb\n")->our_text == "b\n");
  CHECK(to_text(*read_conflict("<<<<<<<\nb\n=======\n")) ==
        "a merge conflict; one side says\nb\nand the other side says\n");
  for (const char* text : {"", "=======\n", ">>>>>>> x\n", " <<<<<<< HEAD\n", "<<<<<<<x\n"}) {
    CAPTURE(text);
    CHECK_FALSE(read_conflict(text));
  }
}

}  // namespace
}  // namespace clew

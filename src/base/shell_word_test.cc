#include "base/shell_word.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("a word can be pasted into a shell, and is one line") {
  CHECK(shell_word("src/main.cc") == "src/main.cc");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("x;touch y;#") == "'x;touch y;#'");
  CHECK(shell_word("$(id) `id`") == "'$(id) `id`'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("~/x") == "'~/x'");
  CHECK(shell_word("a\nGoal: forged") == "$'a\\nGoal: forged'");
  CHECK(shell_word("it's\x1b[2J\\") == "$'it\\'s\\x1b[2J\\\\'");
  CHECK(shell_words({"clew", "note", "a b"}) == "clew note 'a b'");
}

}  // namespace
}  // namespace clew

#include "base/id_rule.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("a session's id can be typed, pasted and put into a file name") {
  for (const std::string id : {"oauth-7f3a", "A.b_c-9", "_x", "3"}) CHECK(is_session_id(id));
  CHECK(is_session_id(std::string(64, 'a')));
  for (const std::string id : {"", "-x", ".x", "..", "a b", "a/b", "a\nb", "x;touch y;#", "$(id)",
                               "`id`", "ü", "a\u200b"}) {
    CAPTURE(id);
    CHECK_FALSE(is_session_id(id));
  }
  CHECK_FALSE(is_session_id(std::string(65, 'a')));
  CHECK_FALSE(is_session_id(std::string("a\0b", 3)));
}

TEST_CASE("an id that is refused cannot forge a line of the refusal") {
  const Error error =
      bad_session_id(ErrorCode::kInvalid, "x\nok  done\x1b[2J" + std::string(5000, 'y'), "");
  CHECK(error.message.find('\n') == std::string::npos);
  CHECK(error.message.find('\x1b') == std::string::npos);
  CHECK(error.message.size() < 300);
  CHECK(error.subject.size() < 100);
}

}  // namespace
}  // namespace clew

#pragma once
// A character in UTF-8: how many of the bytes from `at` on could begin one, and whether they do.

#include <cstddef>
#include <string_view>

namespace clew {

struct Utf8Piece {
  size_t length = 0;  // 0: the first byte begins none
  bool whole = false;
};
Utf8Piece utf8_at(std::string_view text, size_t at);  // REQUIRES: at < text.size()

}  // namespace clew

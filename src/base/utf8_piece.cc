#include "base/utf8_piece.h"

namespace clew {

Utf8Piece utf8_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {1, true};
  if (first < 0xC2 || first > 0xF4) return {};
  const size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  // The second byte also keeps out what is too long, a surrogate, or beyond U+10FFFF.
  unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (size_t length = 1; length < wanted; ++length) {
    if (at + length == text.size()) return {length, false};
    const unsigned char next = byte(at + length);
    if (next < least || next > most) return {length, false};
    least = 0x80;
    most = 0xBF;
  }
  return {wanted, true};
}

}  // namespace clew

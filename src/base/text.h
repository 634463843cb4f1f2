#pragma once
// Text that came from elsewhere, made fit to be shown. `visible` makes it safe for a terminal;
// `one_line` and `cut` make it fit. All of them count code points, never split one, and turn
// invalid UTF-8 into U+FFFD; none of them fails.

#include <cstddef>
#include <string>
#include <string_view>

namespace clew {

// A character in UTF-8: how many of the bytes from `at` on could begin one, and whether they do.
struct Utf8Piece {
  size_t length = 0;  // 0: the first byte begins none
  bool whole = false;
};
Utf8Piece utf8_at(std::string_view text, size_t at);  // REQUIRES: at < text.size()

bool is_utf8(std::string_view text);
// The same text with every invalid byte as U+FFFD.
std::string to_utf8(std::string_view text);
size_t count_characters(std::string_view text);
// Columns on a terminal, near enough: wide East Asian and emoji count two, combining marks none.
size_t count_columns(std::string_view text);
// Control, escape and bidi characters become visible (\x1b, \u202e); newline and tab stay.
std::string visible(std::string_view text);
// Line breaks and runs of blanks become one space; ends trimmed.
std::string one_line(std::string_view text);
// At most `most` characters; what was cut ends in "…".
std::string cut(std::string_view text, size_t most);
// Of ASCII letters alone, whatever the person's language.
std::string lower_case(std::string_view text);

}  // namespace clew

#pragma once
// Arithmetic with the columns of a terminal, all of it: texts are as wide as whoever wrote them
// made them, so room can be used up, but never fall below nothing.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace clew {

// What `taken` leaves of `columns`: 0 when it takes more.
constexpr size_t columns_left(size_t columns, size_t taken) {
  return columns > taken ? columns - taken : 0;
}

// `text` with blanks behind it, at least `columns` wide.
std::string padded(std::string text, size_t columns);
// At most `most` columns of `text`; what was cut ends in "…".
std::string cut_columns(std::string_view text, size_t most);

}  // namespace clew

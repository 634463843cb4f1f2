#include "base/columns.h"

namespace clew {

std::string padded(std::string text, size_t columns) {
  text.append(columns_left(columns, count_columns(text)), ' ');
  return text;
}

std::string cut_columns(std::string_view text, size_t most) {
  if (count_columns(text) <= most) return to_utf8(text);
  if (most == 0) return {};
  size_t end = 0;
  for (size_t taken = 0; end < text.size();) {
    const Utf8Piece piece = utf8_at(text, end);
    const size_t length = piece.whole ? piece.length : 1;
    taken += count_columns(text.substr(end, length));
    if (taken >= most) break;  // the last column is for the "…"
    end += length;
  }
  return to_utf8(text.substr(0, end)) + "…";
}

}  // namespace clew

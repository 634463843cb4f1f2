#pragma once
// Where in a text something is, for messages that people follow into an editor. Lines and columns
// count from 1; columns count characters, and a byte order mark is none.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace clew {

struct TextPosition {
  size_t line = 1;
  size_t column = 1;

  bool operator==(const TextPosition&) const = default;
};

// An offset past the end is the end.
TextPosition position_at(std::string_view text, size_t offset);

// kInvalid: "line 3, column 14: <problem>"
Error refuse_at(TextPosition position, std::string_view problem);
// Takes the position that refuse_at put there off the front of a message.
std::optional<TextPosition> take_position(std::string& message);

// The first line that starts as git starts the sides of a merge conflict. In no document we read
// does such a line stand at the margin for another reason, so it is never taken for content.
std::optional<Error> find_conflict(std::string_view text);

// The text without the byte order mark that some editors put first.
std::string_view without_mark(std::string_view text);

}  // namespace clew

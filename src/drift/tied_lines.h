#pragma once
// Finds lines again that something is tied to: cuts them out of a file's content, and tells where
// they stand in its present one.

#include <cstdint>
#include <optional>
#include <string_view>

#include "session/tie.h"

namespace clew {

// From `first` to `last`, counted from 1, with their ends; nothing when the file has not so many.
std::optional<std::string_view> lines_between(std::string_view content, uint32_t first,
                                              uint32_t last);

// Whether these very lines stand somewhere in the content: at their place, or above or below it. In
// a long file a long run of lines is looked for only near its place.
bool has_lines(std::string_view content, const TiedLines& lines);

}  // namespace clew

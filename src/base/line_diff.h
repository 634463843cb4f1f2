#pragma once
// How many lines were added and removed between two texts: the fewest that make one of the other.

#include <cstdint>
#include <optional>
#include <string_view>

namespace clew {

struct LineChanges {
  int64_t added = 0;
  int64_t removed = 0;
  bool operator==(const LineChanges&) const = default;
};

// The last line counts even without its end, and is another line with it.
int64_t count_lines(std::string_view text);
// Nothing when the texts differ so much that finding out would take too long.
std::optional<LineChanges> count_line_changes(std::string_view before, std::string_view after);

}  // namespace clew

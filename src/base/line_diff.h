#pragma once
// The difference between two texts, line by line: counted, shown as `diff -u` shows it, or taken
// back. A line is what ends with \n; the last one may have no end, and is another line with it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

struct LineChanges {
  int64_t added = 0;
  int64_t removed = 0;
  bool operator==(const LineChanges&) const = default;
};

int64_t count_lines(std::string_view text);
// The fewest lines that make one text of the other. Nothing when the texts differ so much that
// finding out would take too long.
std::optional<LineChanges> count_line_changes(std::string_view before, std::string_view after);

// How a line is shown, given without its end: cut, or with what is secret left out.
using ShownLine = std::function<std::string(std::string_view line)>;
// For people to read, with two lines around each change. Empty when both texts are the same;
// everything is shown as replaced when they differ too much. The names stand in the head lines.
std::string unified_diff(const std::string& before_name, const std::string& after_name,
                         std::string_view before, std::string_view after, const ShownLine& shown);

// The text a unified diff began with, from the text it ended in:
//   @@ -1,3 +1,3 @@
//    kept
//   -before
//   +after
//   \ No newline at end of file
// Nothing unless every line stands exactly where the diff says: then `after` is not what the diff
// ended in. Nothing for a lone \r either, which some count as a line's end and others do not.
std::optional<std::string> reverse_diff(std::string_view after, std::string_view diff);

}  // namespace clew

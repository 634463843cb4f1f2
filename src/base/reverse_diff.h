#pragma once
// A unified diff taken back: the text it began with, from the text it ended in. Pure.
//   @@ -1,3 +1,3 @@
//    kept
//   -before
//   +after
//   \ No newline at end of file

#include <optional>
#include <string>
#include <string_view>

namespace clew {

// Nothing unless every line stands exactly where the diff says: then `after` is not what the diff
// ended in. Nothing for a lone \r either, which some count as a line's end and others do not.
std::optional<std::string> reverse_diff(std::string_view after, std::string_view diff);

}  // namespace clew

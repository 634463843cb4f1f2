#pragma once
// Finds what a file has lost since it was written or read last: where lines are only added, those
// that were removed and those that say something else now; elsewhere, its end. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace clew {

struct LostLines {
  std::vector<size_t> removed;  // their numbers in the text as it was written last
  std::vector<size_t> changed;  // the same
  std::string whole;            // that text, and the lines that were added since
  bool any() const { return !removed.empty() || !changed.empty(); }
};

// JSON lines, or a text with entries under headings ("## TIME …"), each of which counts as one line
// and is known by its heading's number. Lines are compared by what they say, wherever they stand.
// An added line that says the same as a lost one but for a value, or of the same moment, is that
// line changed; one that cannot be read is what is left of a lost one, as long as there are any. An
// entry below which somebody has written text of their own is there.
LostLines find_lost_lines(DocumentKind kind, std::string_view last, std::string_view present);

// A text with entries, as find_lost_lines knows it, without what somebody wrote of their own below
// entries that stand there as they were.
std::string without_own_text(std::string_view last, std::string_view present);

// "line 3 was removed; lines 5 and 6 were changed; the file is append-only"
std::string lost_words(const LostLines& lost);

// A text that is the beginning of another one, and nothing else.
struct EarlyEnd {
  size_t line = 0;           // the last that is there
  size_t of = 0;             // the last that was
  bool inside_line = false;  // nobody ends a text so on purpose
};
// Blanks and line ends at the end of either count for nothing. An empty text has no beginning.
std::optional<EarlyEnd> find_early_end(std::string_view last, std::string_view present);

}  // namespace clew

#pragma once
// Finds what an append-only view file has lost since it was written last: lines that were removed,
// and lines that say something else now. Pure.

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
// line changed; one that cannot be read is what is left of a lost one, as long as there are any.
LostLines find_lost_lines(DocumentKind kind, std::string_view last, std::string_view present);

// "line 3 was removed; lines 5 and 6 were changed; the file is append-only"
std::string lost_words(const LostLines& lost);

}  // namespace clew

#pragma once
// What somebody wrote, as sentences: without code, tables, differences and pasted output. A list
// item or a line is one or more; a line that was wrapped goes on in the next. Deterministic.

#include <string>
#include <string_view>
#include <vector>

namespace clew {

inline constexpr size_t kLongestSentence = 240;
inline constexpr size_t kMaxSentences = 400;

struct Sentence {
  std::string text;    // one line; a piece of a longer one has "…" where it was cut
  std::string lead;    // the heading or the line with a colon that a list item stands under
  bool first = false;  // of the text
};

// The lines of a text as they stand; one for an empty text.
std::vector<std::string_view> lines_of(std::string_view text);

// At most kMaxSentences.
std::vector<Sentence> sentences_of(std::string_view text);

// "Not done yet: the proxy header": a list item with what it stands under.
std::string with_lead(const Sentence& sentence);

}  // namespace clew

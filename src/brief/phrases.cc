#include "brief/phrases.h"

#include <algorithm>

#include "brief/words.h"

namespace clew {
namespace {

bool stands_at(const std::vector<std::string>& words, size_t at,
               const std::vector<std::string>& phrase) {
  return at + phrase.size() <= words.size() &&
         std::equal(phrase.begin(), phrase.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
}

// Kana, Han and Hangul: no blanks between words, or words that change at their end.
bool is_east_asian(std::string_view row) {
  const auto lead = static_cast<unsigned char>(row.empty() ? 0 : row.front());
  return lead >= 0xE3 && lead <= 0xED;
}

}  // namespace

bool has_phrase(std::string_view sentence, const std::vector<std::string>& words,
                std::string_view row) {
  if (is_east_asian(row)) return sentence.find(row) != std::string_view::npos;
  const bool wants_more = row.ends_with(" +");
  if (wants_more) row.remove_suffix(2);
  if (row.ends_with('*')) {
    const std::string_view start = row.substr(0, row.size() - 1);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.starts_with(start); });
  }
  // One word is the common case, and there are hundreds of rows.
  if (!wants_more && row.find_first_of(" -") == std::string_view::npos) {
    return std::find(words.begin(), words.end(), row) != words.end();
  }
  const auto phrase = words_of(row);
  for (size_t at = 0; at < words.size(); ++at) {
    if (!stands_at(words, at, phrase)) continue;
    if (!wants_more || at + phrase.size() < words.size()) return true;
  }
  return false;
}

}  // namespace clew

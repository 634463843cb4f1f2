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

PhraseTable::PhraseTable(const std::vector<std::string_view>& rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string_view row = rows[i];
    if (is_east_asian(row)) {
      anywhere_.push_back({std::string(row), i});
    } else if (row.ends_with('*')) {
      beginnings_.push_back({std::string(row.substr(0, row.size() - 1)), i});
    } else {
      const bool wants_more = row.ends_with(" +");
      if (wants_more) row.remove_suffix(2);
      entries_.push_back({words_of(row), wants_more, i});
    }
  }
  std::erase_if(entries_, [](const Entry& entry) { return entry.words.empty(); });
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.words.front() < b.words.front();
  });
}

std::vector<size_t> PhraseTable::found_in(std::string_view sentence,
                                          const std::vector<std::string>& words) const {
  std::vector<size_t> out;
  for (size_t at = 0; at < words.size(); ++at) {
    auto entry = std::lower_bound(
        entries_.begin(), entries_.end(), words[at],
        [](const Entry& a, const std::string& word) { return a.words.front() < word; });
    for (; entry != entries_.end() && entry->words.front() == words[at]; ++entry) {
      const bool found = stands_at(words, at, entry->words) &&
                         (!entry->wants_more || at + entry->words.size() < words.size());
      if (found) out.push_back(entry->row);
    }
    for (const auto& start : beginnings_) {
      if (words[at].starts_with(start.text)) out.push_back(start.row);
    }
  }
  for (const auto& piece : anywhere_) {
    if (sentence.find(piece.text) != std::string_view::npos) out.push_back(piece.row);
  }
  return out;
}

}  // namespace clew

#include "brief/phrases.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace clew {
namespace {

// Kana, Han and Hangul: no blanks between words, or words that change at their end.
bool is_east_asian(char first) {
  const auto lead = static_cast<unsigned char>(first);
  return lead >= 0xE3 && lead <= 0xED;
}

uint32_t hash_of(std::string_view word) {
  uint32_t hash = 0;
  for (const char c : word) hash = hash * 31 + static_cast<unsigned char>(c);
  return hash;
}

// The first word of a phrase, which loses it.
std::string_view take_word(std::string_view& phrase) {
  size_t end = 0;
  while (end < phrase.size() && phrase[end] != ' ' && phrase[end] != '-') ++end;
  const std::string_view word = phrase.substr(0, end);
  phrase.remove_prefix(std::min(end + 1, phrase.size()));
  return word;
}

// The position behind the phrase, when it stands at `at`; 0: it does not.
size_t end_of_phrase(const std::vector<std::string_view>& words, size_t at,
                     std::string_view phrase) {
  while (!phrase.empty()) {
    if (at == words.size() || words[at] != take_word(phrase)) return 0;
    ++at;
  }
  return at;
}

}  // namespace

PhraseTable::PhraseTable(std::span<const std::string_view> rows) {
  entries_.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string_view row = rows[i];
    if (is_east_asian(row.front())) {
      anywhere_.push_back({row, i});
    } else if (row.ends_with('*')) {
      beginnings_.push_back({row.substr(0, row.size() - 1), i});
    } else {
      const bool wants_more = row.ends_with(" +");
      if (wants_more) row.remove_suffix(2);
      const std::string_view first = take_word(row);
      entries_.push_back({first, row, wants_more, i});
    }
  }
  heads_.resize(std::bit_ceil(2 * entries_.size() + 1));
  for (size_t i = 0; i < entries_.size(); ++i) {
    uint32_t& head = heads_[hash_of(entries_[i].first) & (heads_.size() - 1)];
    entries_[i].next = std::exchange(head, static_cast<uint32_t>(i + 1));
  }
}

template <class Found>
void PhraseTable::find_in(const Wording& sentence, Found&& found) const {
  const auto& words = sentence.words;
  for (size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    for (uint32_t i = heads_[hash_of(word) & (heads_.size() - 1)]; i != 0;) {
      const Entry& entry = entries_[i - 1];
      i = entry.next;
      if (entry.first != word) continue;
      const size_t end = end_of_phrase(words, at + 1, entry.rest);
      if (end == 0 || (entry.wants_more && end == words.size())) continue;
      if (found(entry.row)) return;
    }
    for (const auto& start : beginnings_) {
      if (word.starts_with(start.text) && found(start.row)) return;
    }
  }
  if (anywhere_.empty() || std::none_of(sentence.text.begin(), sentence.text.end(), is_east_asian))
    return;
  for (const auto& piece : anywhere_) {
    if (sentence.text.find(piece.text) != std::string::npos && found(piece.row)) return;
  }
}

bool PhraseTable::any_in(const Wording& sentence) const {
  bool any = false;
  find_in(sentence, [&](size_t) { return any = true; });
  return any;
}

std::vector<size_t> PhraseTable::found_in(const Wording& sentence) const {
  std::vector<size_t> out;
  find_in(sentence, [&](size_t row) {
    out.push_back(row);
    return false;
  });
  return out;
}

}  // namespace clew

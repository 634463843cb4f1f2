#pragma once
// Finds the rows of a table of words in a sentence, for the rules about what people and agents
// said. A row is folded; several words are a phrase; "kein*" is any word that begins so; "no +"
// wants a word behind it. Chinese, Japanese and Korean rows are found anywhere in the sentence.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "brief/words.h"

namespace clew {

// A row of a table, held in place: pointers would be relocated at every start of the program.
class PhraseText {
 public:
  consteval PhraseText(const char* text) {  // NOLINT: implicit on purpose
    while (text[size_] != 0) {
      text_[size_] = text[size_];
      ++size_;
    }
  }
  constexpr operator std::string_view() const {  // NOLINT: implicit on purpose
    return {text_, size_};
  }

 private:
  char text_[39] = {};
  uint8_t size_ = 0;
};

// A sentence is looked up by its words, not row by row. The rows must live as long as the table.
class PhraseTable {
 public:
  explicit PhraseTable(std::span<const std::string_view> rows);
  explicit PhraseTable(std::span<const PhraseText> rows)
      : PhraseTable(std::vector<std::string_view>(rows.begin(), rows.end())) {}
  explicit PhraseTable(const std::vector<std::string_view>& rows)
      : PhraseTable(std::span<const std::string_view>(rows)) {}
  PhraseTable(std::initializer_list<std::string_view> rows)
      : PhraseTable(std::span(rows.begin(), rows.size())) {}

  bool any_in(const Wording& sentence) const;
  // The numbers of the rows found, in no order.
  std::vector<size_t> found_in(const Wording& sentence) const;

 private:
  struct Entry {
    std::string_view first;  // word
    std::string_view rest;   // the words behind it
    bool wants_more = false;
    size_t row = 0;
    uint32_t next = 0;  // entry with the same hash of its first word, from 1; 0: none
  };
  struct Piece {
    std::string_view text;
    size_t row = 0;
  };
  // Calls `found` with rows until it says that it has enough.
  template <class Found>
  void find_in(const Wording& sentence, Found&& found) const;

  std::vector<Entry> entries_;
  std::vector<uint32_t> heads_;    // by the hash of a first word: an entry, from 1; 0: none
  std::vector<Piece> beginnings_;  // of words
  std::vector<Piece> anywhere_;
};

}  // namespace clew

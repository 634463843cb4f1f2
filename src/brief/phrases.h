#pragma once
// Finds a row of a table of words in a sentence, for the rules about what people and agents said.
// A row is folded; several words are a phrase; "kein*" is any word that begins so; "no +" wants a
// word behind it. Chinese, Japanese and Korean rows are found anywhere in the sentence.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// `words` are those of `sentence`.
bool has_phrase(std::string_view sentence, const std::vector<std::string>& words,
                std::string_view row);

// Many rows at once: a sentence is looked up by its words, not row by row.
class PhraseTable {
 public:
  explicit PhraseTable(const std::vector<std::string_view>& rows);
  // The numbers of the rows found, in no order; `words` are those of `sentence`.
  std::vector<size_t> found_in(std::string_view sentence,
                               const std::vector<std::string>& words) const;

 private:
  struct Entry {
    std::vector<std::string> words;
    bool wants_more = false;
    size_t row = 0;
  };
  struct Piece {
    std::string text;
    size_t row = 0;
  };
  std::vector<Entry> entries_;     // by their first word
  std::vector<Piece> beginnings_;  // of words
  std::vector<Piece> anywhere_;
};

}  // namespace clew

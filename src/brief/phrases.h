#pragma once
// Finds a row of a table of words in a sentence, for the rules about what people and agents said.
// A row is folded; several words are a phrase; "kein*" is any word that begins so; "no +" wants a
// word behind it. Chinese, Japanese and Korean rows are found anywhere in the sentence.

#include <string>
#include <string_view>
#include <vector>

namespace clew {

// `words` are those of `sentence`.
bool has_phrase(std::string_view sentence, const std::vector<std::string>& words,
                std::string_view row);

}  // namespace clew

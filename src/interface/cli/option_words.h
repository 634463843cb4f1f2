#pragma once
// The words of a command line behind its verb, sorted before they are parsed: which are options,
// which word belongs to one, and what is the verb's own.

#include <string>
#include <vector>

#include "command/verb.h"

namespace clew {

struct OptionWords {
  std::vector<std::string> options;  // with their words: --name=word; --name and "" for no text
  std::vector<std::string> plain;    // the verb's own, in order
};

// `words` up to "--"; `behind` is what stands after it and is the verb's own too. kUsage: an option
// without its word, or a word that begins with a dash and is no option of the verb.
Result<OptionWords> sort_option_words(const Verb& verb, const std::vector<std::string>& words,
                                      const std::vector<std::string>& behind);

}  // namespace clew

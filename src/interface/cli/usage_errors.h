#pragma once
// What is wrong with a command line, each with what to type instead.

#include <string>
#include <vector>

#include "command/verb.h"

namespace clew {

// Words that are left over; the first "--" among them is the parser's own.
Error unexpected_words(std::vector<std::string> words, const Verb& verb);
// More words than the verb has places for: as a rule, somebody forgot the quotes.
Error too_many_words(const Verb& verb);
// An option that takes one value, and was given several.
Error option_twice(const Verb& verb, const std::string& option,
                   const std::vector<std::string>& values);
// "clew done --": a command was meant, and to go on without it would claim what was to be shown.
Error no_command(const Verb& verb, const std::vector<std::string>& words);
// "clew tried x": `words` stand before "--", `behind` behind it.
Error missing_option(const Verb& verb, const ParamInfo& option,
                     const std::vector<std::string>& words, const std::vector<std::string>& behind);
// "clew -s ID status"
Error option_before_verb(const std::vector<std::string>& words);

}  // namespace clew

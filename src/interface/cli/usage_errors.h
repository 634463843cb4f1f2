#pragma once
// What is wrong with a command line, each with what to type instead.

#include <string>
#include <vector>

#include "command/verb.h"

namespace clew {

// The words behind a verb, as they would be typed again.
struct TypedWords {
  std::vector<std::string> options;  // with their values: --name=value; --name and "" for no text
  std::vector<std::string> plain;    // the verb's own, in order
  std::vector<std::string> unknown;  // of the plain ones, those that look like an option
};

// An option without its value; `instead` is the option that follows it.
Error needs_value(const Verb& verb, const std::string& option, const std::string& instead);
// `typed.unknown` is not empty: an option spelt wrong, or text or a command that lacks "--".
Error no_option(const Verb& verb, const TypedWords& typed);
// Words that are left over.
Error unexpected_words(const Verb& verb, const std::vector<std::string>& words);
// More words than the verb has places for: as a rule, somebody forgot the quotes.
Error too_many_words(const Verb& verb);
// An option that takes one value, and was given several.
Error option_twice(const Verb& verb, const std::string& option,
                   const std::vector<std::string>& values);
// Values that are not of the option's type.
Error not_converted(const Verb& verb, const std::string& option,
                    const std::vector<std::string>& values);
// "clew done --": a command was meant, and to go on without it would claim what was to be shown.
Error no_command(const Verb& verb, const std::vector<std::string>& words);
// "clew tried x": `words` stand before "--", `behind` behind it.
Error missing_option(const Verb& verb, const ParamInfo& option,
                     const std::vector<std::string>& words, const std::vector<std::string>& behind);
// "clew -s ID status"
Error option_before_verb(const std::vector<std::string>& words);

}  // namespace clew

#pragma once
// Texts of files out of which words were redacted. Words are looked for in what a text says,
// however it spells it: in the strings of JSON, YAML and JSON lines, and in all else as it stands.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_set.h"
#include "base/value.h"

namespace clew {

// What stands where words were taken out.
inline constexpr const char* kRedacted = "[redacted]";

struct RedactedWords {
  std::vector<std::string> named;     // by a person: wherever they stand, in keys and comments too
  std::vector<std::string> reported;  // what was said: wherever it is said, but in no key
  // Said as well, but as short or plain as the words of a format ("active"): only where they are
  // all that a string says. Which of the two it is cannot be told, so that such a text has to go.
  std::vector<std::string> plain;
  bool empty() const { return named.empty() && reported.empty() && plain.empty(); }
  void add_reported(const std::string& text);
  void add(const RedactedWords& more);
};

// The strings of `before` that `after`, the same otherwise, no longer has.
RedactedWords words_gone(const Value& before, const Value& after);

bool tells(std::string_view text, const RedactedWords& words);

// The text with the mark in the place of the words, and every other byte as it was. Nothing when
// that is not to be had.
std::optional<std::string> without_words(const NamedFile& file, const RedactedWords& words);

// A later version of what the words were taken out of may have them still. What differs from `base`
// in nothing but what its marks stand for is taken to be as it was, and gets the mark as well.
// Elements of lists are the same when all else in them is.
Value cover(const Value& base, Value later);
std::string cover(const NamedFile& base, const std::string& later);

}  // namespace clew

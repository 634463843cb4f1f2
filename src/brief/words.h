#pragma once
// The words of a text in any language, and what in it names one certain thing: numbers, paths and
// identifiers. Deterministic: no locale, letters are folded by a small table. For the rules that
// compare what people and agents said.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Lower case for Latin, Greek and Cyrillic letters; curly apostrophes become straight. Invalid
// UTF-8 stays as it is.
std::string folded(std::string_view text);

// The folded words in their order: runs of letters and digits, with apostrophes inside. Of
// scripts without blanks between words, every character is a word. At most the first `most`.
std::vector<std::string> words_of(std::string_view text, size_t most = SIZE_MAX);
bool has_words(std::string_view text);

// A text with its words, made once for rules that look at it again and again.
struct Wording {
  std::string text = {};
  std::vector<char> letters = {};            // the folded text; it stays in its place
  std::vector<std::string_view> words = {};  // words_of, in `letters`
  Wording() = default;
  Wording(Wording&&) = default;
  Wording& operator=(Wording&&) = default;
};
Wording wording_of(std::string text);

// Whether two folded words have one stem: they begin alike, up to the last letter of the shorter
// one, and for at least four letters.
bool have_same_stem(std::string_view a, std::string_view b);

// Words that can carry a stem and mean something: four letters or more, none of the commonest
// words of any language here; sorted, each once.
std::vector<std::string> content_words(std::string_view text);
// How many of the content words of `a` have their stem among those of `b`. Both as they come from
// content_words.
size_t shared_stems(const std::vector<std::string>& a, const std::vector<std::string>& b);
size_t shared_stems(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b);

// Paths (src/limit.py), identifiers (rate_limit, parseGoal, X-Forwarded-For) and numbers with what
// they count ("41 passed", "5 per"), folded, each once, in their order. A bare number counts too
// when it has three digits or more.
std::vector<std::string> names_in(std::string_view text);
bool shares_name(std::string_view a, std::string_view b);

// A number and what it counts: {"30", "mb"} of "30 MB" and of "30MB"; without a unit where none
// follows. Times of day are none.
struct Quantity {
  std::string number;
  std::string unit;
};
std::vector<Quantity> quantities_in(std::string_view text);

// What two texts are compared by, made once for a text that meets many others.
struct Subject {
  std::vector<std::string> names = {};       // names_in
  std::vector<std::string_view> words = {};  // content_words, in the letters of the wording
};
Subject subject_of(const Wording& wording);
bool share_name(const Subject& a, const Subject& b);
// They share a name, or at least so many stems.
bool share_subject(const Subject& a, const Subject& b, size_t stems);

// The words in their order with a blank between them: equal for the same words, whatever their case
// and punctuation.
std::string plain_words(const std::vector<std::string_view>& words);
bool same_words(std::string_view a, std::string_view b);

}  // namespace clew

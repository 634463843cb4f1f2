#include "dialect/json_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "dialect/number.h"

namespace clew {
namespace {

constexpr size_t kShown = 20;              // characters
constexpr size_t kMostBytes = 4 * kShown;  // that so many characters take
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kNumberCharacters = "+-.0123456789Ee";
constexpr std::string_view kDelimiters = " \t\r\n\",:[]{}";

struct Expected {
  std::string_view parser;
  std::string_view reader;
};

// A container that has a value may end or go on; the parser names only the end.
constexpr Expected kExpected[] = {
    {"']'",                    "',' or ']'"            },
    {"'}'",                    "',' or '}'"            },
    {"':'",                    "':'"                   },
    {"string literal",         "a key in double quotes"},
    {"end of input",           "the end of the text"   },
    {"'[', '{', or a literal", "a value"               },
};

struct Found {
  std::string_view parser;
  std::string_view reader;
  JsonToken token;
};

constexpr Found kFound[] = {
    {"true literal",   "true",     JsonToken::kWord  },
    {"false literal",  "false",    JsonToken::kWord  },
    {"null literal",   "null",     JsonToken::kWord  },
    {"number literal", "a number", JsonToken::kNumber},
    {"string literal", "a string", JsonToken::kString},
};

std::string_view up_to(std::string_view text, std::string_view mark) {
  return text.substr(0, text.find(mark));
}

std::string_view behind(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
}

std::string_view expected_words(std::string_view what) {
  for (const auto& row : kExpected) {
    if (what.ends_with(fmt::format("; expected {}", row.parser))) return row.reader;
  }
  return "a value";
}

JsonProblem explain_token(std::string_view what, std::string_view name, std::string_view text,
                          size_t reached) {
  const auto expected = [&](std::string_view found) {
    return fmt::format("expected {}, found {}", expected_words(what), found);
  };
  if (name == "end of input") return {expected("the end of the text"), text.size()};
  for (const auto& row : kFound) {
    if (row.parser == name) {
      return {expected(row.reader), find_token_start(text, reached, row.token)};
    }
  }
  return {expected(name), find_token_start(text, reached, JsonToken::kSign)};
}

// Something that starts no token: True, 'single', <html>. `at` is the byte that did not fit.
JsonProblem explain_word(std::string_view what, std::string_view text, size_t at) {
  const size_t start = text.substr(0, at).find_last_not_of(kLetters) + 1;
  const std::string_view rest = text.substr(start, kMostBytes);
  const std::string_view word =
      rest.substr(0, std::max<size_t>(1, rest.find_first_of(kDelimiters)));
  return {fmt::format("expected {}, found {}", expected_words(what), cut(visible(word), kShown)),
          start};
}

}  // namespace

size_t find_token_start(std::string_view text, size_t end, JsonToken token) {
  const auto skip_back = [&](size_t from, std::string_view characters) {
    return text.substr(0, from).find_last_not_of(characters) + 1;
  };
  switch (token) {
    case JsonToken::kSign:
      return end - 1;
    case JsonToken::kWord:
      return skip_back(end, kLetters);
    case JsonToken::kNumber:
      if (kNumberCharacters.find(text[end - 1]) == std::string_view::npos) --end;
      return skip_back(end, kNumberCharacters);
    case JsonToken::kString:
      break;
  }
  // A quote inside the string has an odd number of backslashes before it, the opening one none.
  size_t quote = text.rfind('"', end - 2);
  while ((quote - skip_back(quote, "\\")) % 2 != 0) quote = text.rfind('"', quote - 1);
  return quote;
}

JsonProblem explain_json_error(std::string_view what, std::string_view text, size_t read,
                               size_t reached) {
  // Only the front of `what` is the parser's own; further on it quotes the text, which may imitate
  // anything.
  if (what.starts_with("[json.exception.out_of_range.406]")) {
    const size_t start = find_token_start(text, reached, JsonToken::kNumber);
    const auto number = read_decimal(text.substr(start, read - start));
    return {number ? "the number is too large" : number.error().message, start};
  }
  constexpr std::string_view kUnexpected = "unexpected ";
  const std::string_view problem = behind(what, " - ");
  if (problem.starts_with(kUnexpected)) {
    const std::string_view token = up_to(problem.substr(kUnexpected.size()), "; expected ");
    return explain_token(what, token, text, reached);
  }
  // `read` counts the end of the text as one more byte.
  const size_t at = std::min(read, text.size() + 1) - 1;
  const std::string_view complaint = up_to(problem, "; last read: ");
  if (complaint != "invalid literal") return {std::string(complaint), at};
  if (at < text.size()) return explain_word(what, text, at);
  return explain_token(what, "end of input", text, reached);
}

}  // namespace clew

#include "brief/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "base/text.h"

namespace clew {
namespace {

struct Letter {
  char32_t code = 0;
  size_t length = 1;
};

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

Letter letter_at(std::string_view text, size_t at) {
  if (is_ascii(text[at])) return {static_cast<unsigned char>(text[at]), 1};
  const Utf8Piece piece = utf8_at(text, at);
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  if (!piece.whole || piece.length <= 1) return {byte(0), 1};
  char32_t code = byte(0) & (0xFFU >> (piece.length + 1));
  for (size_t i = 1; i < piece.length; ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return {code, piece.length};
}

void append_letter(std::string& out, char32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    out += static_cast<char>(0xE0U | (code >> 12U));
    out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

// Of the letters that have a case, the small one.
char32_t small(char32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 32;
  if ((code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E)) {
    return code % 2 == 1 ? code + 1 : code;
  }
  if (code >= 0x100 && code <= 0x177) return code % 2 == 0 ? code + 1 : code;
  if (code >= 0x391 && code <= 0x3A9) return code + 32;
  if (code >= 0x410 && code <= 0x42F) return code + 32;
  if (code >= 0x400 && code <= 0x40F) return code + 80;
  if (code == 0x2018 || code == 0x2019) return '\'';
  return code;
}

// What becomes of an ASCII character in a word: its small form, or 0 when it ends one.
constexpr std::array<char, 128> kInWord = [] {
  std::array<char, 128> out{};
  for (char c = '0'; c <= '9'; ++c) out[static_cast<size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    out[static_cast<size_t>(c)] = c;
    out[static_cast<size_t>(c - 'a' + 'A')] = c;
  }
  out['_'] = '_';
  out['\''] = '\'';
  return out;
}();

// Scripts that put no blanks between words.
bool stands_alone(char32_t code) {
  return (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x20000 && code <= 0x3FFFF);
}

bool is_word_letter(char32_t code) {
  if (code < 0x80) return kInWord[code] != 0 && code != '\'';
  if (code < 0xC0) return code == 0xAA || code == 0xB5 || code == 0xBA;
  if (code == 0xD7 || code == 0xF7) return false;
  if (code >= 0x2000 && code <= 0x2BFF) return false;  // punctuation, arrows, boxes, symbols
  if (code >= 0x3000 && code <= 0x303F) return false;
  if (code >= 0xFE00 && code <= 0xFE6F) return false;
  if (code >= 0xFF00 && code <= 0xFF0F) return false;
  if (code >= 0xFF1A && code <= 0xFF20) return false;
  return code < 0x1F000 || code > 0x1FAFF;  // emoji
}

bool is_figure(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isdigit(c) != 0 || c == '.' || c == ',' || c == '%' || c == ':';
  }) && has_digit(text);
}

constexpr std::array<std::string_view, 96> kCommonRows = {
    "about", "after",  "again", "also", "another", "because", "been",   "before", "being",
    "both",  "change", "could", "does", "done",    "each",    "else",   "even",   "every",
    "from",  "going",  "have",  "here", "into",    "just",    "keep",   "leave",  "like",
    "made",  "make",   "many",  "more", "most",    "much",    "must",   "need",   "never",
    "next",  "only",   "other", "over", "please",  "same",    "should", "some",   "still",
    "such",  "sure",   "than",  "that", "them",    "then",    "there",  "these",  "they",
    "thing", "this",   "those", "time", "very",    "want",    "well",   "what",   "when",
    "where", "which",  "while", "will", "with",    "without", "would",  "your",   "nicht",
    "auch",  "aber",   "dann",  "dass", "diese",   "eine",    "einen",  "jetzt",  "mach",
    "muss",  "noch",   "oder",  "sind", "soll",    "wenn",    "wird",   "pour",   "avec",
    "dans",  "para",   "como",  "pero", "instead", "actually"};
constexpr auto kCommon = [] {
  auto rows = kCommonRows;
  std::sort(rows.begin(), rows.end());
  return rows;
}();

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The token that begins at `at` or behind the blanks there; `at` goes behind it.
std::string_view next_token(std::string_view text, size_t& at) {
  while (at < text.size() && is_space(text[at])) ++at;
  const size_t from = at;
  while (at < text.size() && !is_space(text[at])) ++at;
  return text.substr(from, at - from);
}

// What a blank ends, with quotes and sentence marks taken off.
std::string_view bare(std::string_view token) {
  constexpr std::string_view kAround = "\"'`()[]{}<>,;:!?*";
  const auto is_around = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 && kAround.find(c) != kAround.npos;
  };
  while (!token.empty() && is_around(token.front())) token.remove_prefix(1);
  while (!token.empty() && (is_around(token.back()) || token.back() == '.')) {
    token.remove_suffix(1);
  }
  return token;
}

bool is_latin(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

bool is_path(std::string_view token) {
  const size_t slash = token.find('/');
  const size_t letters = static_cast<size_t>(std::count_if(token.begin(), token.end(), is_latin));
  if (slash != std::string_view::npos && letters >= 3 && token.size() > 3) return true;
  const size_t dot = token.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const std::string_view extension = token.substr(dot + 1);
  return !extension.empty() && extension.size() <= 5 && is_latin(extension[0]) &&
         std::all_of(extension.begin(), extension.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0; }) &&
         letters > extension.size() && token.substr(0, dot).size() >= 2;
}

bool is_identifier(std::string_view token) {
  if (token.size() < 3 || !std::all_of(token.begin(), token.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == ':' || c == '.' || c == '(' ||
               c == ')';
      })) {
    return false;
  }
  if (token.find('_') != std::string_view::npos || token.find("::") != std::string_view::npos) {
    return true;
  }
  bool camel = false;
  for (size_t i = 1; i < token.size(); ++i) {
    camel = camel || (is_upper(token[i]) && std::islower(static_cast<unsigned char>(token[i - 1])));
  }
  // X-Forwarded-For, but not a word that begins a sentence.
  const size_t dash = token.find('-');
  const bool header = dash != std::string_view::npos && dash + 1 < token.size() &&
                      is_upper(token[0]) && is_upper(token[dash + 1]);
  const bool mixed = has_digit(token) && is_latin(token[0]) && token.size() >= 3;
  return camel || header || mixed;
}

// Letters alone, a capital at most in front: most tokens are, and name nothing certain.
bool is_plain_word(std::string_view token) {
  const auto is_low = [](char c) { return (c >= 'a' && c <= 'z') || !is_ascii(c); };
  return (is_latin(token[0]) || !is_ascii(token[0])) &&
         std::all_of(token.begin() + 1, token.end(), is_low);
}

// The first four bytes, in the order of the alphabet.
uint32_t start_of(std::string_view word) {
  uint32_t out = 0;
  for (size_t i = 0; i < 4; ++i) {
    out = (out << 8U) | (i < word.size() ? static_cast<unsigned char>(word[i]) : 0U);
  }
  return out;
}

void add_once(std::vector<std::string>& out, std::string name) {
  if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
}

bool have_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& each) {
    return std::find(b.begin(), b.end(), each) != b.end();
  });
}

// The words of a folded text.
template <class Text>
std::vector<Text> split_words(std::string_view all, size_t most) {
  std::vector<Text> out;
  out.reserve(std::min(most, all.size() / 5 + 1));
  constexpr size_t kNone = std::string::npos;
  size_t from = kNone;  // where the word begins that goes on here
  const auto end_word = [&](size_t end) {
    if (from == kNone) return;
    while (all[end - 1] == '\'') --end;
    out.emplace_back(all.substr(from, end - from));
    from = kNone;
  };
  for (size_t at = 0; at < all.size() && out.size() < most;) {
    if (is_ascii(all[at])) {
      const char c = all[at];
      const bool goes_on = kInWord[static_cast<size_t>(c)] != 0 && (c != '\'' || from != kNone);
      if (!goes_on) {
        end_word(at);
      } else if (from == kNone) {
        from = at;
      }
      ++at;
      continue;
    }
    const Letter letter = letter_at(all, at);
    const bool alone = stands_alone(letter.code);
    if (alone || !is_word_letter(letter.code)) {
      end_word(at);
      if (alone) out.emplace_back(all.substr(at, letter.length));
    } else if (from == kNone) {
      from = at;
    }
    at += letter.length;
  }
  if (out.size() < most) end_word(all.size());
  return out;
}

template <class Text>
std::vector<Text> content_of(const std::vector<Text>& words) {
  std::vector<Text> out;
  out.reserve(words.size());
  for (const auto& word : words) {
    if (word.size() < 4 || count_characters(word) < 4 || is_number(word)) continue;
    if (std::binary_search(kCommon.begin(), kCommon.end(), word)) continue;
    out.push_back(word);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

template <class Text>
size_t count_shared(const std::vector<Text>& a, const std::vector<Text>& b) {
  size_t shared = 0;
  auto from = b.begin();
  for (const auto& word : a) {
    // Words of one stem begin with the same four bytes, so they stand together.
    const uint32_t start = start_of(word);
    while (from != b.end() && start_of(*from) < start) ++from;
    for (auto other = from; other != b.end() && start_of(*other) == start; ++other) {
      if (!have_same_stem(word, *other)) continue;
      ++shared;
      break;
    }
  }
  return shared;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (std::all_of(out.begin(), out.end(), is_ascii)) return out;
  out.clear();
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    const char32_t code = small(letter.code);
    if (code == letter.code) {
      out.append(text.substr(at, letter.length));
    } else {
      append_letter(out, code);
    }
    at += letter.length;
  }
  return out;
}

std::vector<std::string> words_of(std::string_view text, size_t most) {
  return split_words<std::string>(folded(text), most);
}

bool has_words(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    if (is_word_letter(letter.code)) return true;
    at += letter.length;
  }
  return false;
}

bool have_same_stem(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::string_view shorter = a.size() <= b.size() ? a : b;
  const std::string_view longer = a.size() <= b.size() ? b : a;
  const size_t letters = count_characters(shorter);
  if (letters < 4) return false;
  // Less its last letter, when four remain.
  size_t length = shorter.size();
  if (letters > 4) {
    do --length;
    while (length > 0 && (static_cast<unsigned char>(shorter[length]) & 0xC0U) == 0x80U);
  }
  return longer.substr(0, length) == shorter.substr(0, length);
}

std::vector<std::string> content_words(std::string_view text) { return content_of(words_of(text)); }

size_t shared_stems(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return count_shared(a, b);
}

size_t shared_stems(const std::vector<std::string_view>& a,
                    const std::vector<std::string_view>& b) {
  return count_shared(a, b);
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> out;
  std::string number;  // waits for what it counts
  for (size_t at = 0; at < text.size();) {
    const std::string_view token = bare(next_token(text, at));
    if (token.empty()) continue;
    if (!number.empty()) {
      if (is_latin(token[0])) add_once(out, number + " " + folded(token));
      number.clear();
    }
    if (is_plain_word(token)) continue;
    if (is_number(token)) {
      number = std::string(token);
      if (token.size() >= 3) add_once(out, number);
    } else if (is_path(token) || is_identifier(token)) {
      add_once(out, folded(token));
    }
  }
  return out;
}

bool shares_name(std::string_view a, std::string_view b) {
  return have_common(names_in(a), names_in(b));
}

bool share_name(const Subject& a, const Subject& b) { return have_common(a.names, b.names); }

Wording wording_of(std::string text) {
  Wording out;
  out.text = std::move(text);
  const std::string all = folded(out.text);
  out.letters.assign(all.begin(), all.end());
  out.words = split_words<std::string_view>({out.letters.data(), out.letters.size()}, SIZE_MAX);
  return out;
}

Subject subject_of(const Wording& wording) {
  return {names_in(wording.text), content_of(wording.words)};
}

bool share_subject(const Subject& a, const Subject& b, size_t stems) {
  return share_name(a, b) || shared_stems(a.words, b.words) >= stems;
}

std::string plain_words(const std::vector<std::string_view>& words) {
  std::string out;
  for (const auto& word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

std::vector<Quantity> quantities_in(std::string_view text) {
  constexpr std::string_view kNoUnits[] = {"and",   "or",  "to",  "in",      "of",  "is",   "for",
                                           "with",  "at",  "not", "instead", "und", "oder", "bis",
                                           "statt", "ist", "y",   "o",       "en",  "et",   "ou",
                                           "au",    "but", "are", "as",      "on",  "from"};
  std::vector<Quantity> out;
  bool waits = false;  // the last number has no unit yet
  for (size_t at = 0; at < text.size();) {
    const std::string_view whole = next_token(text, at);
    const std::string_view token = bare(whole);
    if (token.empty()) continue;
    if (!is_figure(token[0])) {
      if (!waits) continue;
      waits = false;
      const std::string unit = folded(token);
      const bool counts =
          std::find(std::begin(kNoUnits), std::end(kNoUnits), unit) == std::end(kNoUnits);
      if (counts) out.back().unit = unit;
      continue;
    }
    const size_t digits = std::min(token.find_first_not_of("0123456789.,"), token.size());
    const std::string_view rest = token.substr(digits);
    waits = false;
    // A time, a date, a version or a part of a name.
    if (rest.find_first_of(":-/0123456789") != std::string_view::npos) continue;
    std::string_view number = token.substr(0, digits);
    while (!number.empty() && !is_figure(number.back())) number.remove_suffix(1);
    out.push_back({std::string(number), folded(rest)});
    // A comma behind it ends what it belongs to.
    waits = rest.empty() && whole.ends_with(token.back());
  }
  // A number of four digits that counts nothing is a year.
  std::erase_if(out, [](const Quantity& each) {
    return each.unit.empty() && each.number.size() == 4 &&
           (each.number.starts_with("19") || each.number.starts_with("20"));
  });
  return out;
}

bool same_words(std::string_view a, std::string_view b) { return words_of(a) == words_of(b); }

}  // namespace clew

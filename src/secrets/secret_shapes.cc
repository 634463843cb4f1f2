#include "secrets/secret_shapes.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "secrets/secret_values.h"

namespace clew {
namespace {

// Which runs of a pattern a character may stand in, as bits.
enum SignBit : uint16_t {
  kDigitBit = 1,
  kHexLowerBit = 2,
  kLowerBit = 4,
  kHexUpperBit = 8,
  kUpperBit = 16,
  kUnderscoreBit = 32,
  kDashBit = 64,
  kDotBit = 128,
  kBase64Bit = 256,
  kPathBit = 512,
};

constexpr auto kSignBits = [] {
  std::array<uint16_t, 256> bits{};
  for (char c = '0'; c <= '9'; ++c) bits[static_cast<size_t>(c)] = kDigitBit;
  for (char c = 'a'; c <= 'z'; ++c) {
    bits[static_cast<size_t>(c)] = c <= 'f' ? kHexLowerBit : kLowerBit;
    bits[static_cast<size_t>(c - 'a' + 'A')] = c <= 'f' ? kHexUpperBit : kUpperBit;
  }
  bits['_'] = kUnderscoreBit;
  bits['-'] = kDashBit;
  bits['.'] = kDotBit;
  bits['+'] = bits['='] = kBase64Bit;
  bits['/'] = bits['%'] = kBase64Bit | kPathBit;
  bits['@'] = kPathBit;
  return bits;
}();

constexpr std::string_view kRunNames = "aAlnxwbdBp";
constexpr auto kRunBits = [] {
  constexpr uint16_t kLowerHalf = kDigitBit | kHexLowerBit | kLowerBit;
  constexpr uint16_t kUpperHalf = kDigitBit | kHexUpperBit | kUpperBit;
  constexpr uint16_t kBoth = kLowerHalf | kUpperHalf;
  constexpr uint16_t kBase64Url = kBoth | kUnderscoreBit | kDashBit;
  return std::array<uint16_t, 10>{kBoth,
                                  kUpperHalf,
                                  kLowerHalf,
                                  kDigitBit,
                                  kDigitBit | kHexLowerBit | kHexUpperBit,
                                  kBoth | kUnderscoreBit,
                                  kBase64Url,
                                  kBase64Url | kDotBit,
                                  kBase64Url | kBase64Bit,
                                  kBase64Url | kPathBit};
}();

constexpr size_t kShapeCount = std::size(kSecretShapes);

// The rows of one form, those with the longer patterns first.
template <ShapeForm Form>
constexpr auto rows_of() {
  constexpr size_t kCount =
      static_cast<size_t>(std::count_if(std::begin(kSecretShapes), std::end(kSecretShapes),
                                        [](const SecretShape& row) { return row.form == Form; }));
  struct Row {
    std::string_view pattern;
    const char* kind = "";
    NameTrust trust = NameTrust::kWeak;
  };
  std::array<Row, kCount> rows{};
  size_t count = 0;
  for (size_t i = 0; i < kShapeCount; ++i) {
    const SecretShape& row = kSecretShapes[i];
    if (row.form == Form) rows[count++] = {row.pattern, row.kind, row.trust};
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.pattern.size() != b.pattern.size() ? a.pattern.size() > b.pattern.size()
                                                : a.pattern < b.pattern;
  });
  return rows;
}

constexpr auto kNameRows = rows_of<ShapeForm::kName>();
constexpr auto kWordRows = rows_of<ShapeForm::kWord>();
constexpr auto kCommandRows = rows_of<ShapeForm::kCommand>();

constexpr size_t kLetters = 128;

// Issued keys by the first character of their prefix.
struct IssuedRow {
  std::string_view prefix;
  const char* runs = "";
  const char* kind = "";
};
constexpr auto kIssued = [] {
  constexpr auto kRows = rows_of<ShapeForm::kIssued>();
  std::array<IssuedRow, kRows.size()> rows{};
  for (size_t i = 0; i < kRows.size(); ++i) {
    const std::string_view pattern = kRows[i].pattern;
    const std::string_view prefix = pattern.substr(0, pattern.find('<'));
    rows[i] = {prefix, pattern.data() + prefix.size(), kRows[i].kind};
  }
  std::sort(rows.begin(), rows.end(), [](const IssuedRow& a, const IssuedRow& b) {
    if (a.prefix[0] != b.prefix[0]) return a.prefix[0] < b.prefix[0];
    return a.prefix.size() != b.prefix.size() ? a.prefix.size() > b.prefix.size()
                                              : a.prefix < b.prefix;
  });
  return rows;
}();
// kIssuedFrom[c] to kIssuedFrom[c + 1]: the rows whose prefix begins with c.
constexpr auto kIssuedFrom = [] {
  std::array<uint16_t, kLetters + 1> from{};
  size_t row = 0;
  for (size_t c = 0; c <= kLetters; ++c) {
    while (row < kIssued.size() && static_cast<size_t>(kIssued[row].prefix[0]) < c) ++row;
    from[c] = static_cast<uint16_t>(row);
  }
  return from;
}();

// Most words begin with three letters that no key and no word of the table does: one bit for each
// hash of three.
constexpr size_t kHeadBits = 1 << 15;
using HeadSet = std::array<uint64_t, kHeadBits / 64>;
constexpr size_t head_of(unsigned char a, unsigned char b, unsigned char c) {
  return ((a | uint32_t{b} << 8 | uint32_t{c} << 16) * 0x9E3779B1U) >> 17;
}
constexpr bool has_head(const HeadSet& heads, size_t head) {
  return (heads[head / 64] >> head % 64 & 1) != 0;
}
constexpr void add_head(HeadSet& heads, std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const bool is_short = text.size() < 3;
  for (unsigned c = 0; c < (is_short ? 256 : 1); ++c) {
    const auto third = is_short ? static_cast<unsigned char>(c) : at(2);
    const size_t head = head_of(at(0), at(1), third);
    heads[head / 64] |= uint64_t{1} << head % 64;
  }
}
constexpr auto kHeads = [] {
  HeadSet heads{};
  for (const auto& row : kIssued) add_head(heads, row.prefix);
  add_head(heads, "eyJ");
  // Words in any case.
  const auto add_word = [&](std::string_view word) {
    for (unsigned cases = 0; cases < 8; ++cases) {
      char three[3] = {};
      for (size_t i = 0; i < 3; ++i) {
        const bool raise = (cases >> i & 1) != 0 && is_lower(word[i]);
        three[i] = raise ? static_cast<char>(word[i] - 'a' + 'A') : word[i];
      }
      add_head(heads, {three, 3});
    }
  };
  for (const auto& row : kWordRows) add_word(row.pattern);
  add_word("bearer");
  add_word("api");
  add_head(heads, "is ");
  return heads;
}();

enum LocationBit : uint8_t { kWordSign = 1, kFirstSign = 2, kTrigger = 4 };
constexpr auto kLocations = [] {
  std::array<uint8_t, 256> locations{};
  for (size_t c = 0; c < kLetters; ++c) {
    if (is_alphanumeric(static_cast<char>(c))) locations[c] = kWordSign;
  }
  const auto begins = [&](char c) {
    locations[static_cast<size_t>(c)] |= kFirstSign;
    if (is_lower(c)) locations[static_cast<size_t>(c - 'a' + 'A')] |= kFirstSign;
  };
  for (const auto& row : kIssued) locations[static_cast<size_t>(row.prefix[0])] |= kFirstSign;
  for (const auto& row : kWordRows) begins(row.pattern[0]);
  for (const char c : {'a', 'b', 'e', 'i'}) begins(c);
  for (const unsigned char c : {'-', '=', ':', '\\', '%', '>', ','}) locations[c] |= kTrigger;
  return locations;
}();

uint8_t location_of(char c) { return kLocations[static_cast<unsigned char>(c)]; }

bool may_begin_at(std::string_view text, size_t at) {
  if (at + 3 > text.size()) return false;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data()) + at;
  return has_head(kHeads, head_of(p[0], p[1], p[2]));
}

// Where to go on from a sign: at it, when the scanner is to look there.
size_t behind_trigger(std::string_view text, size_t at) {
  const char before = at > 0 ? text[at - 1] : '\n';
  const char behind = at + 1 < text.size() ? text[at + 1] : '\0';
  switch (text[at]) {
    case '-': {
      if (before == '-') return at + 1;
      if (behind == '-' && text.substr(at).starts_with("----")) return at;
      const bool begins = !is_alphanumeric(before) && (behind == '-' || is_letter(behind));
      return begins ? at : at + 1;
    }
    case '\\':  // the letter of a line break is no part of the word behind it
      if (behind == 'n' || behind == 'r' || behind == 't') return at + 2;
      return behind == 'u' ? std::min(at + 6, text.size()) : at + 1;
    case '%': {  // nor are the digits of %20
      if (at + 2 >= text.size() || !is_hex(behind) || !is_hex(text[at + 2])) return at + 1;
      const bool is_equals = behind == '3' && to_lower(text[at + 2]) == 'd';
      return is_equals ? at : at + 3;
    }
    case '>':
      return is_alphanumeric(before) ? at : at + 1;
    case ',':
      return is_quote(before) ? at : at + 1;
    default:
      return at;
  }
}

bool joins_words(char c) { return c == '_' || c == '-' || c == '.'; }

// Any case, and whatever joins the words. A short ending is a word of its own: DB_PASS, not
// compass.
bool ends_in(std::string_view name, std::string_view ending) {
  size_t left = ending.size();
  size_t i = name.size();
  for (; i > 0 && left > 0; --i) {
    const char c = name[i - 1];
    if (joins_words(c)) continue;
    if (to_lower(c) != ending[--left]) return false;
  }
  if (left > 0) return false;
  constexpr size_t kShort = 4;
  if (ending.size() > kShort || ending == "pwd" || i == 0) return true;
  return joins_words(name[i - 1]) || (is_upper(name[i]) && !is_upper(name[i - 1]));
}

// Names by their last three characters, any case: most names end with others.
constexpr size_t name_end_of(char a, char b, char c) {
  const auto lower = [](char sign) { return static_cast<unsigned char>(to_lower(sign)); };
  return head_of(lower(a), lower(b), lower(c));
}
constexpr auto kNameEnds = [] {
  HeadSet ends{};
  const auto add = [&](char a, char b, char c) {
    const size_t end = name_end_of(a, b, c);
    ends[end / 64] |= uint64_t{1} << end % 64;
  };
  const auto add_name = [&](std::string_view name) {
    const size_t size = name.size();
    add(name[size - 3], name[size - 2], name[size - 1]);
    for (const char join : {'_', '-', '.'}) add(join, name[size - 2], name[size - 1]);  // secret_id
  };
  for (const auto& row : kNameRows) add_name(row.pattern);
  for (const std::string_view name : kNamesNearby) add_name(name);
  return ends;
}();

// kNameRows by their last character, the longer first.
constexpr auto kNamesByEnd = [] {
  auto rows = kNameRows;
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    if (a.pattern.back() != b.pattern.back()) return a.pattern.back() < b.pattern.back();
    return a.pattern.size() != b.pattern.size() ? a.pattern.size() > b.pattern.size()
                                                : a.pattern < b.pattern;
  });
  return rows;
}();
constexpr auto kNamesFrom = [] {
  std::array<uint16_t, kLetters + 1> from{};
  size_t row = 0;
  for (size_t c = 0; c <= kLetters; ++c) {
    while (row < kNamesByEnd.size() && static_cast<size_t>(kNamesByEnd[row].pattern.back()) < c) {
      ++row;
    }
    from[c] = static_cast<uint16_t>(row);
  }
  return from;
}();

struct InnerWord {
  std::string_view word;
  const char* kind;
};
constexpr InnerWord kInnerWords[] = {
    {"password", "password"},
    {"passwd",   "password"},
    {"secret",   "secret"  },
    {"token",    "token"   },
    {"api_key",  "API key" },
    {"apikey",   "API key" },
};

size_t read_number(const char*& p) {
  size_t number = 0;
  for (; is_digit(*p); ++p) number = number * 10 + static_cast<size_t>(*p - '0');
  return number;
}

}  // namespace

size_t ShapeMatcher::run_end(size_t at, char run) {
  const size_t kind = kRunNames.find(run);
  Run& known = runs_[kind];
  if (at < known.start || at > known.end) {
    size_t end = at;
    while (end < text_.size() &&
           (kSignBits[static_cast<unsigned char>(text_[end])] & kRunBits[kind]) != 0) {
      ++end;
    }
    known = {at, end};
  }
  return known.end;
}

// A text that was too long ends so. What is left of a key there is enough to be one.
bool ShapeMatcher::is_cut_at(size_t at) const { return text_.substr(at).starts_with(kCutMark); }

size_t ShapeMatcher::match(size_t at, const char* pattern) {
  constexpr size_t kMinOfCut = 8;
  size_t end = at;
  for (const char* p = pattern; *p != '\0';) {
    if (*p != '<') {
      if (end >= text_.size() || text_[end] != *p) return 0;
      ++p;
      ++end;
      continue;
    }
    const size_t run = run_end(end, p[1]) - end;
    p += 2;
    const size_t min = read_number(p);
    size_t max = min;
    if (*p == '+') {
      max = run;
      ++p;
    } else if (*p == '-') {
      max = read_number(++p);
    }
    ++p;  // '>'
    if (run < min && is_cut_at(end + run)) return end + run - at < kMinOfCut ? 0 : end + run - at;
    if (run < min || run > max) return 0;
    end += run;
  }
  if (end < text_.size() && is_alphanumeric(text_[end])) return 0;
  while (end > at && text_[end - 1] == '.') --end;
  return end - at;
}

IssuedKey ShapeMatcher::issued_key_at(size_t at) {
  if (at >= text_.size() || static_cast<unsigned char>(text_[at]) >= kLetters) return {};
  const auto first = static_cast<size_t>(text_[at]);
  for (size_t i = kIssuedFrom[first]; i < kIssuedFrom[first + 1]; ++i) {
    const IssuedRow& row = kIssued[i];
    if (!text_.substr(at).starts_with(row.prefix)) continue;
    const size_t body = at + row.prefix.size();
    const size_t length = match(body, row.runs);
    if (length == 0 || !may_be_key_body(text_.substr(body, length))) continue;
    return {row.prefix.size() + length, row.kind};
  }
  return {};
}

IssuedKey ShapeMatcher::json_web_token_at(size_t at) {
  if (!text_.substr(at).starts_with("eyJ")) return {};
  const size_t length = match(at, "<b10+>.eyJ<b7+>.<b10+>");
  return length == 0 ? IssuedKey() : IssuedKey{length, "JSON web token"};
}

bool may_end_secret_name(std::string_view text, size_t end) {
  return end >= 3 && has_head(kNameEnds, name_end_of(text[end - 3], text[end - 2], text[end - 1]));
}

NamedSecret secret_name(std::string_view name) {
  if (!may_end_secret_name(name, name.size())) return {};
  const auto last = static_cast<size_t>(to_lower(name.back()));
  if (last >= kLetters) return {};
  for (size_t i = kNamesFrom[last]; i < kNamesFrom[last + 1]; ++i) {
    const auto& row = kNamesByEnd[i];
    if (!ends_in(name, row.pattern)) continue;
    return row.trust == NameTrust::kNever ? NamedSecret() : NamedSecret{row.kind, row.trust};
  }
  return {};
}

bool begins_secret_word(std::string_view text, size_t at) {
  return std::any_of(std::begin(kInnerWords), std::end(kInnerWords), [&](const InnerWord& each) {
    return starts_with_any_case(text.substr(at), each.word);
  });
}

NamedSecret secret_word_in(std::string_view name) {
  static constexpr std::string_view kHarmless[] = {
      "type",    "name", "id",  "ids",  "count",  "url",    "uri",   "file",   "path",
      "hash",    "ref",  "at",  "size", "length", "limit",  "field", "header", "format",
      "version", "key",  "arn", "md5",  "sha1",   "sha256", "digest"};
  for (const auto& [word, kind] : kInnerWords) {
    for (size_t at = 0; at + word.size() < name.size(); ++at) {
      if (!starts_with_any_case(name.substr(at), word)) continue;
      std::string_view rest = name.substr(at + word.size());
      if (!joins_words(rest[0]) && !is_digit(rest[0])) continue;
      rest.remove_prefix(std::min(rest.find_last_of("_-.") + 1, rest.size()));
      const bool is_harmless =
          std::any_of(std::begin(kHarmless), std::end(kHarmless), [&](std::string_view each) {
            return rest.size() == each.size() && starts_with_any_case(rest, each);
          });
      return is_harmless ? NamedSecret() : NamedSecret{kind, NameTrust::kWeak};
    }
  }
  return {};
}

SecretWord secret_word_at(std::string_view text, size_t at) {
  for (const auto& row : kWordRows) {
    const size_t end = at + row.pattern.size();
    if (end >= text.size() || (text[end] != ' ' && text[end] != '\t')) continue;
    if (!starts_with_any_case(text.substr(at), row.pattern)) continue;
    return {
        row.pattern.size(), {row.kind, row.trust}
    };
  }
  return {};
}

SecretOption secret_option(std::string_view before, std::string_view option) {
  before.remove_prefix(std::min(before.find_last_of("|;&\n") + 1, before.size()));
  for (const auto& row : kCommandRows) {
    const size_t blank = row.pattern.find(' ');
    const std::string_view program = row.pattern.substr(0, blank);
    std::string_view wanted = row.pattern.substr(blank + 1);
    auto value = SecretOption::Value::kNext;
    if (wanted.ends_with('*')) value = SecretOption::Value::kAttached;
    if (wanted.ends_with(" :")) value = SecretOption::Value::kAfterColon;
    if (wanted.ends_with(" %")) value = SecretOption::Value::kAfterPercent;
    wanted = wanted.substr(0, wanted.find_first_of("* "));
    const bool attached = value == SecretOption::Value::kAttached;
    if (attached ? !option.starts_with(wanted) || option.starts_with("--") : option != wanted) {
      continue;
    }
    const size_t found = before.rfind(program);
    if (found == std::string_view::npos) continue;
    const size_t end = found + program.size();
    const bool is_whole =
        (found == 0 || !is_word(before[found - 1])) && end < before.size() && is_blank(before[end]);
    if (is_whole) return {value, row.kind};
  }
  return {};
}

ScanLocation next_location(std::string_view text, ScanLocation from) {
  const size_t size = text.size();
  size_t at = from.at;
  size_t word = from.word;
  bool in_word = word < at;
  while (at < size) {
    if (!in_word) {
      const uint8_t location = location_of(text[at]);
      if ((location & kWordSign) == 0) {
        if ((location & kTrigger) != 0) {
          const size_t next = behind_trigger(text, at);
          if (next == at) return {at, at};
          at = next;
        } else {
          ++at;
        }
        continue;
      }
      word = at;
      if ((location & kFirstSign) != 0 && may_begin_at(text, at)) return {at, word};
      ++at;
    }
    while (at < size && (location_of(text[at]) & kWordSign) != 0) ++at;
    in_word = false;
    if (at >= size) return {at, word};
    const size_t run = at - word;
    const bool is_key = run >= kHexRun && (run >= kLongRun || (run == kHexRun && text[at] == '-'));
    if (is_key || (text[at] == '~' && text[at - 1] == 'Q')) return {at, word};
  }
  return {at, at};
}

}  // namespace clew

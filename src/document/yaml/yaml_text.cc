#include "document/yaml/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "document/edit.h"
#include "document/json/json.h"
#include "document/yaml/yaml_scalar.h"

namespace clew {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";
constexpr size_t kLongestName = 1000;  // the parser's limit is 1024 characters, quotes included

size_t width_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

uint32_t decode(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  uint32_t point = lead & (0x7FU >> character.size());
  for (const char tail : character.substr(1)) {
    point = point << 6 | (static_cast<unsigned char>(tail) & 0x3FU);
  }
  return point;
}

// Those that YAML does not allow as they are, and those it takes for a line break.
bool is_special(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 || point == 0x2029 ||
         point == 0xFEFF || point == 0xFFFE || point == 0xFFFF;
}

template <class Take>
void for_each_character(std::string_view text, Take take) {
  for (size_t at = 0; at < text.size();) {
    const std::string_view character = text.substr(at, width_of(text[at]));
    take(character);
    at += character.size();
  }
}

// JSON's strings are YAML's, but for characters that YAML does not like as they are.
std::string write_double(std::string_view text) {
  std::string out;
  for_each_character(write_json(Value(text)), [&](std::string_view character) {
    const uint32_t point = decode(character);
    out += is_special(point) ? fmt::format("\\u{:04x}", point) : std::string(character);
  });
  return out;
}

std::string write_single(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c;
  }
  return out + "'";
}

// Stricter than YAML is: whatever could be taken for something else is refused, and the rest is
// read back to make sure.
bool can_be_plain(std::string_view text, YamlContext context) {
  if (text.empty() || !is_yaml_printable(text)) return false;
  if (std::string_view(" -?:,[]{}#&*!|>'\"%@`=").find(text.front()) != std::string_view::npos) {
    return false;
  }
  if (text.ends_with(' ') || text.ends_with(':') || text.starts_with("...")) return false;
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos) {
    return false;
  }
  if (context == YamlContext::kFlow && text.find_first_of(",[]{}:?") != std::string_view::npos) {
    return false;
  }
  const auto value = read_yaml_scalar(text, YamlTag::kNone, YamlStyle::kPlain);
  return value.ok() && *value == Value(text);
}

std::string write_string(std::string_view text, YamlQuotes quotes, YamlContext context) {
  const bool plain = quotes == YamlQuotes::kBare ||
                     (quotes == YamlQuotes::kPlain && old_yaml_type(text) == OldYamlType::kString);
  if (plain && can_be_plain(text, context)) return std::string(text);
  if (quotes == YamlQuotes::kSingle && is_yaml_printable(text)) return write_single(text);
  return write_double(text);
}

}  // namespace

std::string write_yaml_scalar(const Value& scalar, YamlQuotes quotes, YamlContext context) {
  return scalar.is_string() ? write_string(scalar.as_string(), quotes, context)
                            : write_json(scalar);
}

std::string write_yaml_name(std::string_view name, YamlQuotes quotes) {
  const auto is_in = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  const bool is_word = !name.empty() && (is_in(name.front(), kLetters) || name.front() == '_') &&
                       std::all_of(name.begin(), name.end(), [&](char c) {
                         return is_in(c, kLetters) || is_in(c, kDigits) || is_in(c, "_-.");
                       });
  const bool is_safe = is_word && old_yaml_type(name) == OldYamlType::kString &&
                       can_be_plain(name, YamlContext::kFlow);
  if (quotes == YamlQuotes::kPlain) return is_safe ? std::string(name) : write_double(name);
  return write_string(name, quotes, YamlContext::kFlow);
}

bool is_long_yaml_name(std::string_view written) { return written.size() > kLongestName; }

OldYamlType old_yaml_type(std::string_view plain) {
  constexpr std::array<std::string_view, 4> kBools = {"yes", "no", "on", "off"};
  std::string lower(plain);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (std::find(kBools.begin(), kBools.end(), lower) != kBools.end()) return OldYamlType::kBool;
  // Times, numbers to base 60 and numbers with _ in them are made of these.
  const bool is_numeric =
      !plain.empty() && plain.find_first_of(kDigits) != std::string_view::npos &&
      plain.find_first_not_of("0123456789:-+._ TtZzeExXoabcdefABCDEF,") == std::string_view::npos &&
      std::string_view("0123456789.+-").find(plain.front()) != std::string_view::npos;
  return is_numeric || plain == "<<" ? OldYamlType::kOther : OldYamlType::kString;
}

bool is_yaml_printable(std::string_view text) {
  bool printable = true;
  for_each_character(text, [&](std::string_view character) {
    printable = printable && !is_special(decode(character));
  });
  return printable;
}

}  // namespace clew

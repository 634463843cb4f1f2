#include "document/yaml/yaml_scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "document/json/number.h"

namespace clew {
namespace {

constexpr size_t kShownScalar = 40;
constexpr std::string_view kCorePrefix = "tag:yaml.org,2002:";

struct TagRow {
  YamlTag tag;
  std::string_view name;
};

constexpr TagRow kTags[] = {
    {YamlTag::kNull,  "null" },
    {YamlTag::kBool,  "bool" },
    {YamlTag::kInt,   "int"  },
    {YamlTag::kFloat, "float"},
    {YamlTag::kStr,   "str"  },
    {YamlTag::kSeq,   "seq"  },
    {YamlTag::kMap,   "map"  },
};

constexpr std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> kTrues = {"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> kFalses = {"false", "False", "FALSE"};
constexpr std::array<std::string_view, 3> kInfinities = {".inf", ".Inf", ".INF"};
constexpr std::array<std::string_view, 3> kNans = {".nan", ".NaN", ".NAN"};

template <size_t n>
bool is_one_of(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool has_digits(std::string_view text, std::string_view prefix, std::string_view digits) {
  return text.size() > prefix.size() && text.starts_with(prefix) &&
         text.find_first_not_of(digits, prefix.size()) == std::string_view::npos;
}

std::string show(std::string_view text) { return cut(visible(one_line(text)), kShownScalar); }

Result<Value> read_plain(std::string_view text) {
  if (is_one_of(text, kNulls)) return Value();
  if (is_one_of(text, kTrues)) return Value(true);
  if (is_one_of(text, kFalses)) return Value(false);
  if (std::string_view("+-.0123456789").find(text.front()) == std::string_view::npos) {
    return Value(text);
  }
  if (is_decimal(text)) return read_decimal(text);
  if (has_digits(text, "0o", "01234567")) return read_digits(text.substr(2), NumberBase::kOctal);
  if (has_digits(text, "0x", "0123456789abcdefABCDEF")) {
    return read_digits(text.substr(2), NumberBase::kHex);
  }
  const bool is_signed = text.front() == '+' || text.front() == '-';
  if (is_one_of(text.substr(is_signed ? 1 : 0), kInfinities) || is_one_of(text, kNans)) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("{} is not a number that can be stored; put it in quotes if it is text", text));
  }
  return Value(text);
}

bool fits(const Value& value, YamlTag tag) {
  switch (tag) {
    case YamlTag::kNull:
      return value.is_null();
    case YamlTag::kBool:
      return value.is_bool();
    case YamlTag::kInt:
      return value.is_int();
    case YamlTag::kFloat:
      return value.is_number();
    default:
      return false;
  }
}

}  // namespace

Result<YamlTag> read_yaml_tag(std::string_view tag) {
  if (tag.empty()) return YamlTag::kNone;
  for (const auto& row : kTags) {
    if (tag.starts_with(kCorePrefix) && tag.substr(kCorePrefix.size()) == row.name) return row.tag;
  }
  return make_error(ErrorCode::kInvalid,
                    fmt::format("the tag {} is not one of YAML's core tags", show(tag)));
}

Result<Value> read_yaml_scalar(std::string_view text, YamlTag tag, YamlStyle style) {
  if (tag == YamlTag::kStr) return Value(text);
  if (tag == YamlTag::kNone) return style == YamlStyle::kPlain ? read_plain(text) : Value(text);
  CLEW_ASSIGN(Value value, read_plain(text));
  if (!fits(value, tag)) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("\"{}\" does not match its tag", show(text)));
  }
  return tag == YamlTag::kFloat ? Value(value.as_double()) : value;
}

}  // namespace clew

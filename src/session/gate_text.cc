// How a gate is written on a command line or in a plan: "coverage >= 80 and approved". Text in
// quotes is taken as it stands.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/pattern.h"
#include "session/gate.h"

namespace clew {
namespace {

std::string trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// Which characters stand inside quotes. A quote opens at the start of a word only, so that an
// apostrophe stays one, and must be closed.
std::vector<bool> quoted_locations(std::string_view text) {
  std::vector<bool> quoted(text.size(), false);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool starts =
        i == 0 || std::string_view(" \t=<>!,").find(text[i - 1]) != std::string_view::npos;
    if (!starts || (text[i] != '"' && text[i] != '\'')) continue;
    const size_t end = text.find(text[i], i + 1);
    if (end == std::string_view::npos) continue;
    std::fill(quoted.begin() + static_cast<std::ptrdiff_t>(i),
              quoted.begin() + static_cast<std::ptrdiff_t>(end) + 1, true);
    i = end;
  }
  return quoted;
}

// Splits outside quotes only. Parts are trimmed and may be empty.
std::vector<std::string> split(std::string_view text, std::string_view by) {
  const std::vector<bool> quoted = quoted_locations(text);
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t i = 0; i + by.size() <= text.size();) {
    if (quoted[i] || text.substr(i, by.size()) != by) {
      ++i;
      continue;
    }
    parts.push_back(trim(text.substr(start, i - start)));
    start = i += by.size();
  }
  parts.push_back(trim(text.substr(start)));
  return parts;
}

// Letters, digits, "_", "-" and ".", and no digit or "-" at the front.
bool is_name(std::string_view text) {
  const auto ok = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), ok);
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// A literal: number, percentage, true, false, quoted text. Empty result: it is a name.
std::optional<Value> literal(std::string_view text) {
  if (text == "true" || text == "false") return Value(text == "true");
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    return Value(text.substr(1, text.size() - 2));
  }
  if (!text.empty() && text.back() == '%') text.remove_suffix(1);
  if (const auto integer = whole_number<int64_t>(text)) return Value(*integer);
  const auto number = whole_number<double>(text);
  return number && std::isfinite(*number) ? std::optional(Value(*number)) : std::nullopt;
}

Error bad_expression(const std::string& text, const std::string& why) {
  return make_error(ErrorCode::kUsage, fmt::format("gate \"{}\": {}", text, why),
                    text.empty() ? "gate" : text,
                    "a gate reads like \"coverage >= 80\", \"approved\" or \"passed == total\"");
}

// The field of that name, added if the gate has none: two expressions may speak of one field.
GateField& field_named(Gate& gate, const std::string& name) {
  for (auto& present : gate.required) {
    if (present.name == name) return present;
  }
  gate.required.push_back({name, FieldType::kAny, true, {}, ""});
  return gate.required.back();
}

struct Spelling {
  std::string_view text;
  CheckOp op;
};
// At each place the first row that matches is taken, so longer spellings stand before their own
// beginnings (">=" before ">").
constexpr Spelling kSpellings[] = {
    {">=",        CheckOp::kAtLeast },
    {"<=",        CheckOp::kAtMost  },
    {"==",        CheckOp::kEqual   },
    {"!=",        CheckOp::kNotEqual},
    {" matches ", CheckOp::kMatches },
    {" one_of ",  CheckOp::kOneOf   },
    {" between ", CheckOp::kBetween },
    {">",         CheckOp::kGreater },
    {"<",         CheckOp::kLess    },
    {"=",         CheckOp::kEqual   },
};

struct Comparison {
  std::string left;
  CheckOp op;
  std::string right;
};

// Split at the first operator that is not inside quotes.
std::optional<Comparison> find_comparison(const std::string& text) {
  const std::vector<bool> quoted = quoted_locations(text);
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted[i]) continue;
    for (const auto& [spelling, op] : kSpellings) {
      if (text.compare(i, spelling.size(), spelling) != 0) continue;
      return Comparison{trim(std::string_view(text).substr(0, i)), op,
                        trim(std::string_view(text).substr(i + spelling.size()))};
    }
  }
  return std::nullopt;
}

// "one_of a, b" and "between 1, 5". Items that are no literals are texts.
Result<Value> parse_list(const std::string& text, CheckOp op, const std::string& right) {
  Value operand = Value::list();
  for (const auto& item : split(right, ",")) {
    if (item.empty()) return bad_expression(text, "an item of its list is empty");
    operand.push(literal(item).value_or(Value(item)));
  }
  const auto& items = operand.as_list();
  if (op == CheckOp::kOneOf) return operand;
  if (items.size() != 2) {
    return bad_expression(text, "between takes two values, as in \"score between 1,5\"");
  }
  const bool is_range = items[0].is_number()
                            ? items[1].is_number() && items[0].as_double() <= items[1].as_double()
                            : items[0].is_string() && items[1].is_string() &&
                                  items[0].as_string() <= items[1].as_string();
  if (!is_range) return bad_expression(text, "its range is empty");
  return operand;
}

// Null means that the right side is a name, and the comparison a rule between two fields.
Result<Value> parse_operand(const std::string& text, const Comparison& found) {
  if (found.op == CheckOp::kOneOf || found.op == CheckOp::kBetween) {
    return parse_list(text, found.op, found.right);
  }
  const auto value = literal(found.right);
  if (found.op != CheckOp::kMatches) return value.value_or(Value());
  const std::string pattern = value && value->is_string() ? value->as_string() : found.right;
  if (Pattern(pattern).ok()) return Value(pattern);
  return bad_expression(text, "its pattern is not an extended regular expression, or too large");
}

// Three forms: NAME must be true; NAME op LITERAL is a check of one field; NAME op NAME is a rule
// between two, both of which become required.
Status parse_one(const std::string& text, Gate& gate) {
  const auto found = find_comparison(text);
  if (!found) {
    if (!is_name(text)) return bad_expression(text, "it has no comparison and is not a name");
    GateField& wanted = field_named(gate, text);
    wanted.type = FieldType::kBoolean;
    wanted.checks.push_back({CheckOp::kEqual, Value(true)});
    return success();
  }
  if (!is_name(found->left)) return bad_expression(text, "its left side must be a name");
  if (found->right.empty()) return bad_expression(text, "its right side is empty");
  CLEW_ASSIGN(const Value operand, parse_operand(text, *found));
  if (operand.is_null()) {
    if (!is_name(found->right)) return bad_expression(text, "quote text on its right side");
    field_named(gate, found->left);
    field_named(gate, found->right);
    gate.rules.push_back({found->left, found->op, found->right});
    return success();
  }
  GateField& wanted = field_named(gate, found->left);
  if (operand.is_number()) wanted.type = FieldType::kNumber;
  wanted.checks.push_back({found->op, operand});
  return success();
}

}  // namespace

Result<Gate> parse_gate(const std::vector<std::string>& expressions) {
  Gate gate;
  for (const auto& expression : expressions) {
    for (const auto& part : split(expression, " and ")) CLEW_TRY(parse_one(part, gate));
  }
  return gate;
}

}  // namespace clew

#include "dialect/workflow/gate_checks.h"

#include <fmt/format.h>

#include "base/pattern.h"
#include "dialect/tree_dialect.h"

namespace clew::workflow {
namespace {

// Validators that a definition may name without defining them.
struct NamedValidator {
  const char* name;
  const char* rule;
};
constexpr NamedValidator kValidators[] = {
    {"positive",       "lambda x: x > 0"                                    },
    {"non_negative",   "lambda x: x >= 0"                                   },
    {"negative",       "lambda x: x < 0"                                    },
    {"in_range",       "lambda x, min_val, max_val: min_val <= x <= max_val"},
    {"between",        "lambda x, low, high: low < x < high"                },
    {"greater_than",   "lambda x, threshold: x > threshold"                 },
    {"less_than",      "lambda x, threshold: x < threshold"                 },
    {"equals",         "lambda x, expected: x == expected"                  },
    {"not_equals",     "lambda x, forbidden: x != forbidden"                },
    {"non_empty",      "lambda x: len(x) > 0"                               },
    {"list_not_empty", "lambda x: len(x) > 0"                               },
    {"contains_text",  "lambda x, text: text in x"                          },
};

// A text as a pattern that finds just that text.
std::string as_pattern(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\^$.[]|()*+?{}").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Python's patterns mean something else to POSIX where these stand.
bool is_plain_pattern(const std::string& pattern) {
  return pattern.find('\\') == std::string::npos && pattern.find("(?") == std::string::npos &&
         pattern.find("*?") == std::string::npos && pattern.find("+?") == std::string::npos;
}

std::optional<Value> empty_of(FieldType type) {
  switch (type) {
    case FieldType::kString:
      return Value("");
    case FieldType::kList:
      return Value::list();
    case FieldType::kObject:
      return Value::object();
    default:
      return std::nullopt;
  }
}

// len(x) > 0, in its spellings
bool asks_for_something(CheckOp op, const Value& than) {
  if (!than.is_int()) return false;
  return (op == CheckOp::kGreater && than.as_int() == 0) ||
         (op == CheckOp::kAtLeast && than.as_int() == 1) ||
         (op == CheckOp::kNotEqual && than.as_int() == 0);
}

// Found at the start of the text, as Python's match does.
std::optional<std::vector<Check>> match_check(const std::string& pattern) {
  const std::string anchored = fmt::format("^({})", pattern);
  if (pattern.empty() || !is_plain_pattern(pattern) || !Pattern(anchored).ok()) return std::nullopt;
  return std::vector<Check>{
      {CheckOp::kMatches, anchored}
  };
}

}  // namespace

std::optional<Check> to_check(const Relation& relation, FieldType type) {
  const bool left = relation.left.kind != OperandKind::kLiteral;
  const Operand& value = left ? relation.left : relation.right;
  const Operand& other = left ? relation.right : relation.left;
  if (value.kind == OperandKind::kLiteral || other.kind != OperandKind::kLiteral) {
    return std::nullopt;
  }
  if (relation.op == CheckOp::kOneOf) {
    if (left && !value.length && other.literal.is_list())
      return Check{CheckOp::kOneOf, other.literal};
    if (left || value.length || type != FieldType::kString || !other.literal.is_string()) {
      return std::nullopt;
    }
    const std::string pattern = as_pattern(other.literal.as_string());
    if (!Pattern(pattern).ok()) return std::nullopt;
    return Check{CheckOp::kMatches, pattern};
  }
  const auto op = left ? std::optional(relation.op) : turned(relation.op);
  if (!op) return std::nullopt;
  if (!value.length) return Check{*op, other.literal};
  const auto nothing = empty_of(type);
  if (!nothing || !asks_for_something(*op, other.literal)) return std::nullopt;
  return Check{CheckOp::kNotEqual, *nothing};
}

std::optional<std::vector<Check>> checks_of(const std::string& name, const std::string& definition,
                                            const Value& parameters, FieldType type) {
  std::string rule = definition.empty() ? name : definition;
  if (definition.empty() && name == "matches_pattern") {
    return match_check(text_in(parameters, "pattern"));
  }
  for (const auto& known : kValidators) {
    if (definition.empty() && name == known.name) rule = known.rule;
  }
  const auto relations = parse_expression(rule, Subject::kValue, parameters);
  if (!relations) return std::nullopt;
  std::vector<Check> checks;
  for (const auto& relation : *relations) {
    const auto check = to_check(relation, type);
    if (!check) return std::nullopt;
    checks.push_back(*check);
  }
  return checks;
}

}  // namespace clew::workflow

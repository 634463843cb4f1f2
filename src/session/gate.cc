#include "session/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/pattern.h"

namespace clew {

CLEW_COPIED_HERE(Gate);
namespace {

std::string quoted(const Value& value) {
  return value.is_string() ? fmt::format("\"{}\"", value.as_string()) : to_text(value);
}

bool has_type(const Value& value, FieldType type) {
  switch (type) {
    case FieldType::kAny:
      return true;
    case FieldType::kBoolean:
      return value.is_bool();
    case FieldType::kInteger:
      return value.is_int() || (std::isfinite(value.as_double()) && value.is_double() &&
                                std::nearbyint(value.as_double()) == value.as_double());
    case FieldType::kNumber:
      return value.is_number();
    case FieldType::kString:
      return value.is_string();
    case FieldType::kList:
      return value.is_list();
    case FieldType::kObject:
      return value.is_object();
  }
  return false;
}

// A number read from JSON may be 3 or 3.0; both are the same evidence.
bool equal(const Value& a, const Value& b) {
  const bool mixed = a.is_number() && b.is_number() && a.kind() != b.kind();
  return mixed ? a.as_double() == b.as_double() : a == b;
}

// Only numbers with numbers, and texts with texts, have an order; what is no number has none.
std::optional<int> compare(const Value& a, const Value& b) {
  if (a.is_int() && b.is_int()) {
    return a.as_int() < b.as_int() ? -1 : a.as_int() > b.as_int() ? 1 : 0;
  }
  if (a.is_number() && b.is_number()) {
    const double x = a.as_double();
    const double y = b.as_double();
    if (std::isnan(x) || std::isnan(y)) return std::nullopt;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (a.is_string() && b.is_string()) {
    const int order = a.as_string().compare(b.as_string());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  return std::nullopt;
}

bool matches(const Value& value, const Value& operand) {
  const Pattern pattern(operand.as_string());
  return value.is_string() && pattern.ok() && pattern.found_in(value.as_string());
}

// Whether one check is passed. A value that has no order with the operand, as a text and a number,
// passes none of the comparisons but "not equal".
bool holds(const Value& value, CheckOp op, const Value& operand) {
  const std::optional<int> order = compare(value, operand);
  switch (op) {
    case CheckOp::kEqual:
      return equal(value, operand);
    case CheckOp::kNotEqual:
      return !equal(value, operand);
    case CheckOp::kLess:
      return order && *order < 0;
    case CheckOp::kAtMost:
      return order && *order <= 0;
    case CheckOp::kGreater:
      return order && *order > 0;
    case CheckOp::kAtLeast:
      return order && *order >= 0;
    case CheckOp::kMatches:
      return matches(value, operand);
    case CheckOp::kOneOf:
      return std::any_of(operand.as_list().begin(), operand.as_list().end(),
                         [&](const Value& choice) { return equal(value, choice); });
    case CheckOp::kBetween:
      return operand.as_list().size() == 2 &&
             holds(value, CheckOp::kAtLeast, operand.as_list()[0]) &&
             holds(value, CheckOp::kAtMost, operand.as_list()[1]);
  }
  return false;
}

std::string describe(const Check& check) {
  return fmt::format("{} {}", name_of(check.op), quoted(check.operand));
}

// Itself, or a part of it under a dotted name.
bool is_shown(const Evidence& evidence, const std::string& name) {
  const Value* whole = evidence.find(name);
  if (whole != nullptr && !whole->is_null()) return true;
  return std::any_of(evidence.items.begin(), evidence.items.end(), [&](const EvidenceItem& item) {
    return item.name.starts_with(name + ".") && !item.value.is_null();
  });
}

// A part is asked for when what it is a part of is shown or must be.
bool is_demanded(const Gate& gate, const GateField& wanted, const Evidence& evidence) {
  if (!wanted.required) return false;
  return std::none_of(gate.required.begin(), gate.required.end(), [&](const GateField& whole) {
    return !whole.required && wanted.name.starts_with(whole.name + ".") &&
           !is_shown(evidence, whole.name);
  });
}

// What is not shown as one value: its parts are, under dotted names, or are asked for themselves.
bool is_shown_in_parts(const Gate& gate, const GateField& whole, const Evidence& evidence) {
  if (whole.type != FieldType::kObject && whole.type != FieldType::kAny) return false;
  return is_shown(evidence, whole.name) ||
         std::any_of(gate.required.begin(), gate.required.end(), [&](const GateField& part) {
           return part.name.starts_with(whole.name + ".") && is_demanded(gate, part, evidence);
         });
}

// One field against its checks. A missing field is one finding that lists every check it will have
// to pass, a field of a wrong type is one finding without the checks, and each failed check is one.
void judge_field(const Gate& gate, const GateField& wanted, const Evidence& evidence,
                 std::vector<GateFinding>& findings) {
  const Value* shown = evidence.find(wanted.name);
  if (shown == nullptr || shown->is_null()) {
    if (!is_demanded(gate, wanted, evidence)) return;
    if (is_shown_in_parts(gate, wanted, evidence)) return;
    std::string needs;
    for (const auto& check : wanted.checks) needs += ", needs " + describe(check);
    findings.push_back({wanted.name, fmt::format("{} is missing{}", wanted.name, needs),
                        fmt::format("show it: {}=…", wanted.name)});
    return;
  }
  if (!has_type(*shown, wanted.type)) {
    findings.push_back({wanted.name,
                        fmt::format("{} {} is {}, must be {}", wanted.name, quoted(*shown),
                                    to_string(shown->kind()), name_of(wanted.type)),
                        fmt::format("show {} as {}", wanted.name, name_of(wanted.type))});
    return;
  }
  for (const auto& check : wanted.checks) {
    if (holds(*shown, check.op, check.operand)) continue;
    findings.push_back(
        {wanted.name, fmt::format("{} {}, needs {}", wanted.name, quoted(*shown), describe(check)),
         fmt::format("bring {} to {}", wanted.name, describe(check))});
  }
}

// A strict gate knows the fields it asks for, those that its rules compare, and any object that one
// of them is part of.
bool knows(const Gate& gate, const std::string& name) {
  const auto starts = [&](const std::string& known) {
    return name == known || known.compare(0, name.size() + 1, name + ".") == 0;
  };
  return std::any_of(gate.required.begin(), gate.required.end(),
                     [&](const GateField& f) { return starts(f.name); }) ||
         std::any_of(gate.rules.begin(), gate.rules.end(),
                     [&](const CrossRule& r) { return starts(r.left) || starts(r.right); });
}

// Looks for a dotted name inside an item's value. A member whose own name has dots wins over
// descending: {"a.b": 1} answers "a.b" before {"a": {"b": 1}} does.
const Value* find_inside(const EvidenceItem& item, std::string_view name) {
  const std::string start = item.name + ".";
  if (name.substr(0, start.size()) != start) return nullptr;
  std::string_view rest = name.substr(start.size());
  for (const Value* value = &item.value; value != nullptr;) {
    if (const Value* whole = value->find(rest)) return whole;
    const size_t dot = rest.find('.');
    if (dot == std::string_view::npos) return nullptr;
    value = value->find(rest.substr(0, dot));
    rest = rest.substr(dot + 1);
  }
  return nullptr;
}

}  // namespace

// What clew measured counts before what somebody claimed.
const Value* Evidence::find(std::string_view name) const {
  constexpr EvidenceSource kSources[] = {EvidenceSource::kMeasured, EvidenceSource::kClaimed};
  for (const EvidenceSource source : kSources) {
    for (const auto& item : items) {
      if (item.source == source && item.name == name) return &item.value;
    }
  }
  for (const EvidenceSource source : kSources) {
    for (const auto& item : items) {
      if (item.source != source) continue;
      if (const Value* found = find_inside(item, name)) return found;
    }
  }
  return nullptr;
}

// Order of the findings: fields in the order the gate lists them, then cross-field rules, then what
// a strict gate did not ask for. A rule with a side that is missing is not judged; whether it had
// to be shown is the field's own matter.
std::vector<GateFinding> judge(const Gate& gate, const Evidence& evidence) {
  std::vector<GateFinding> findings;
  for (const auto& wanted : gate.required) judge_field(gate, wanted, evidence, findings);
  for (const auto& rule : gate.rules) {
    const Value* left = evidence.find(rule.left);
    const Value* right = evidence.find(rule.right);
    if (left == nullptr || right == nullptr || left->is_null() || right->is_null()) continue;
    if (holds(*left, rule.op, *right)) continue;
    const std::string said = rule.message.empty() ? "" : rule.message + ": ";
    findings.push_back({rule.left,
                        fmt::format("{}{} {}, needs {} {} ({})", said, rule.left, quoted(*left),
                                    name_of(rule.op), rule.right, quoted(*right)),
                        fmt::format("bring {} {} {}", rule.left, name_of(rule.op), rule.right)});
  }
  if (gate.strictness == Strictness::kStrict) {
    for (const auto& item : evidence.items) {
      if (knows(gate, item.name)) continue;
      findings.push_back({item.name,
                          fmt::format("{} is not asked for by this strict gate", item.name),
                          fmt::format("leave {} out", item.name)});
    }
  }
  return findings;
}

// The gate as one line for people: "tests_passed and coverage at least 80 and summary shown". A
// field that must be true is named alone; a field without checks is "shown", unless a rule or its
// parts say more.
std::string to_text(const Gate& gate) {
  std::vector<std::string> parts;
  std::vector<std::string> any;  // to be shown, whatever they say
  for (const auto& wanted : gate.required) {
    if (!wanted.required && wanted.checks.empty()) continue;
    const std::string name = wanted.required ? wanted.name : wanted.name + " (if shown)";
    const bool is_flag = wanted.checks.size() == 1 && wanted.checks[0].op == CheckOp::kEqual &&
                         wanted.checks[0].operand == Value(true);
    if (is_flag) parts.push_back(name);
    for (const auto& check : wanted.checks) {
      if (!is_flag) parts.push_back(name + " " + describe(check));
    }
    const bool in_rule = std::any_of(gate.rules.begin(), gate.rules.end(), [&](const CrossRule& r) {
      return r.left == wanted.name || r.right == wanted.name;
    });
    const bool has_parts =
        std::any_of(gate.required.begin(), gate.required.end(), [&](const GateField& part) {
          return part.required && part.name.starts_with(wanted.name + ".");
        });
    if (wanted.checks.empty() && !in_rule && !has_parts) any.push_back(wanted.name);
  }
  if (!any.empty()) parts.push_back(fmt::format("{} shown", fmt::join(any, ", ")));
  if (parts.empty() && gate.rules.empty()) {
    for (const auto& wanted : gate.required) parts.push_back(wanted.name + " (if shown)");
  }
  for (const auto& rule : gate.rules) {
    parts.push_back(fmt::format("{} {} {}", rule.left, name_of(rule.op), rule.right));
  }
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string to_text(const std::vector<GateFinding>& findings) {
  std::string out;
  for (const auto& finding : findings) out += (out.empty() ? "" : "; ") + finding.problem;
  return out;
}

}  // namespace clew

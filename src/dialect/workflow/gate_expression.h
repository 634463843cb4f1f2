#pragma once
// The comparisons in gate definitions, which are written as Python functions:
//   lambda x: x >= 80              lambda x, low, high: low < x < high
//   lambda e: e['passed'] == e.get('total', 0) and e['coverage'] >= 80
// They are read as data, never run. Only comparisons joined by `and` are understood: between the
// value (or a named piece of evidence), its length, parameters and literals.

#include <optional>
#include <string>
#include <vector>

#include "session/gate.h"

namespace clew::workflow {

enum class OperandKind { kSubject, kField, kLiteral };

struct Operand {
  OperandKind kind = OperandKind::kLiteral;
  std::string name;  // kField: dotted
  Value literal;
  bool length = false;       // len(…) of it
  bool has_default = false;  // .get('a', 0)
  bool operator==(const Operand&) const = default;
};

struct Relation {
  Operand left;
  CheckOp op = CheckOp::kEqual;  // kOneOf: left in right
  Operand right;
  bool operator==(const Relation&) const = default;
};

// Whose fields the first parameter is: one value, or all the evidence.
enum class Subject { kValue, kEvidence };

// Nothing when the text is anything else.
std::optional<std::vector<Relation>> parse_expression(const std::string& text, Subject subject,
                                                      const Value& parameters);
// a < b is b > a; nothing for what cannot be turned round.
std::optional<CheckOp> turned(CheckOp op);

}  // namespace clew::workflow

#pragma once
// Validators of a gate definition as checks of a gate.

#include <optional>
#include <string>
#include <vector>

#include "dialect/workflow/gate_expression.h"

namespace clew::workflow {

// A comparison of one value with a literal; nothing when a check cannot say it.
std::optional<Check> to_check(const Relation& relation, FieldType type);

// The validator `name` with its definition, empty when the file has none: then it is one that
// everybody knows, or a rule itself. Nothing when not all of it can be said.
std::optional<std::vector<Check>> checks_of(const std::string& name, const std::string& definition,
                                            const Value& parameters, FieldType type);

}  // namespace clew::workflow

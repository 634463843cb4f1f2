#pragma once
// Findings for programs and for people.

#include "dialect/finding.h"

namespace clew {

// {severity, rule, message, next, file, line, column, pointer} each
Value findings_fields(const Findings& findings);
// "state.yaml:3: active_task names no task"
std::string finding_line(const Finding& finding);

}  // namespace clew

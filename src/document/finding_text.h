#pragma once
// Findings (finding.h) as JSON for programs and as lines for people, and the one to name when there
// is room for one.

#include <string>
#include <string_view>

#include "document/finding.h"

namespace clew {

// {severity, rule, message, next, file, line, column, pointer} each
Value findings_fields(const Findings& findings);
// What a JSON pointer leads to, as people write it: "stages.stage_4.sections[0].status".
std::string field_name(std::string_view pointer);
// "agents[0].progress: 9 is more than 1": with the field, unless the message names it.
std::string finding_message(const Finding& finding);
// "state.yaml:3: active_task names no task"
std::string finding_line(const Finding& finding);
// The one to name when only one can be: what keeps the rest from being judged comes first, then any
// other error. Null when there is none at all.
const Finding* main_finding(const Findings& findings);

// A version of the format that this clew does not know: its files are never written.
bool names_unknown_version(const Finding& finding);

}  // namespace clew

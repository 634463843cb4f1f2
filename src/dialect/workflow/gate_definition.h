#pragma once
// gate-definition.yaml: what a phase of a workflow must show.
//
//   checkpoint: {strict: false, allow_override: true}
//   evidence_schema: {NAME: {type, required, validator, validator_params, description, fields}}
//   validators: {NAME: "lambda x: x > 0"}
//   cross_field_validation: [{rule: "lambda e: e['a'] >= e['b']", error_message}]

#include "base/result.h"
#include "base/value.h"
#include "dialect/plan_folder.h"

namespace clew {

// Findings have pointers. kInvalid lists everything that is missing.
Result<FolderGate> read_gate_definition(const Value& yaml);

}  // namespace clew

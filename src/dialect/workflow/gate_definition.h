#pragma once
// gate-definition.yaml: what a phase of a workflow must show.
//
//   checkpoint: {strict: false, allow_override: true}
//   evidence_schema: {NAME: {type, required, validator, validator_params, description, fields}}
//   validators: {NAME: "lambda x: x > 0"}
//   cross_field_validation: [{rule: "lambda e: e['a'] >= e['b']", error_message}]

#include "base/result.h"
#include "document/finding.h"
#include "session/gate.h"

namespace clew {

struct GateDefinition {
  Gate gate;
  // What a Gate cannot say, each with its pointer; the file is the caller's to add.
  Findings findings;
};

// kInvalid lists everything that is missing.
Result<GateDefinition> read_gate_definition(const Value& yaml);

}  // namespace clew

#pragma once
// The one document of the dialect, <session-id>.json: nine sections, said once (docs/dialects/
// workflow.md). Older files lack workflow_structure, phase_timing and lifecycle.

#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew::workflow {

inline constexpr const char* kName = "workflow";
inline constexpr uint32_t kMaxPhases = 1000;  // numbers 0 to 999 or 1 to 1000

const std::vector<DocumentShape>& documents();
const DocumentShape& state_document();

// An id that can be a file's name.
bool is_session_id(const std::string& text);

// Keys of attributes that this dialect reads and writes.
inline constexpr const char* kTargetFile = "workflow.target_file";
inline constexpr const char* kFileName = "workflow.file_name";        // when it is not the id's
inline constexpr const char* kMetadataPrefix = "workflow.metadata.";  // and the member's name
inline constexpr const char* kOutputs = "workflow.phase_artifacts.outputs";
inline constexpr const char* kCommandOutput = "workflow.phase_artifacts.commands_executed.output";

}  // namespace clew::workflow

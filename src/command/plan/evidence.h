#pragma once
// Evidence on its way in: K=V words, K=JSON, a file, or a command that clew runs and measures.

#include <string>
#include <vector>

#include "engine/workspace.h"
#include "files/run_process.h"
#include "session/gate.h"

namespace clew {

struct EvidenceWords {
  std::vector<std::string> pairs;  // K=V, V typed by its looks: 83, true, text
  std::vector<std::string> json;   // K=JSON
  std::string file;                // one JSON or YAML object
};
Result<Evidence> read_evidence(Workspace& workspace, const EvidenceWords& words);

// Runs the command in `folder` and shows its output as it comes.
Result<ProcessResult> run_to_measure(const std::vector<std::string>& command,
                                     const std::string& folder);
// Adds what the run measured: exit_code, duration_ms, and for every field the gate asks for what
// was printed for it (output_metrics.h). The output is kept without secrets and without the lines
// that were cut where it is too long. Answers in words what was redacted, and what was printed and
// could not be taken as it stands.
std::vector<std::string> take_measured(Workspace& workspace,
                                       const std::vector<std::string>& command,
                                       const ProcessResult& result, const Gate* gate,
                                       Evidence& evidence);

}  // namespace clew

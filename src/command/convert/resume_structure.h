#pragma once
// `clew structural resume`: a checkpoint for whoever goes on from it. What it says of the code is
// looked up again, with a line for everything that drifted; what it decided, asked and covers is
// taken into the current session, or into a new one.

#include "command/verb.h"

namespace clew {

struct StructuralResumeRequest {
  std::string session_id;
  std::string input;
  bool skip_verify = false;
  static constexpr auto params() {
    using R = StructuralResumeRequest;
    return field_list(
        option("session_id", &R::session_id, "ID", "only this session of those in the file"),
        option("input", &R::input, "PATH",
               "the file; default: quedonde_session_state.json in the project"),
        flag("skip_verify", &R::skip_verify, "do not compare it with the code"));
  }
};

// kExitDrift when something is not as the checkpoint says.
Result<Answer> resume_structure(Workspace& workspace, const StructuralResumeRequest& request);

}  // namespace clew

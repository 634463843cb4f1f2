#pragma once
// `clew structural resume`: a checkpoint for whoever goes on from it, with a warning for every path
// it rests on that is gone.

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
        flag("skip_verify", &R::skip_verify, "do not check that its paths exist"));
  }
};

// kExitDrift when something is gone.
Result<Answer> resume_structure(Workspace& workspace, const StructuralResumeRequest& request);

}  // namespace clew

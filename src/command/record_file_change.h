#pragma once
// `clew changed`: a file that the work created, modified or deleted. clew takes the hash of what
// stands there now, so that a later change by somebody else shows as drift.

#include "command/verb.h"

namespace clew {

struct ChangedRequest {
  std::string path;
  std::string action;
  std::optional<int64_t> added;
  std::optional<int64_t> removed;
  std::string agent;
  std::string hash_before;
  std::string step;
  static constexpr auto params() {
    using R = ChangedRequest;
    return field_list(
        positional("path", &R::path, "PATH", "the file, beneath the project"),
        option("action", &R::action, "created|modified|deleted",
               "what happened to it; seen from what stands there otherwise"),
        option("added", &R::added, "N",
               "lines added; counted against the content that was kept of it otherwise, and not "
               "against git, which would have to be run"),
        option("removed", &R::removed, "N", "lines removed; counted in the same way"),
        option("agent", &R::agent, "ID", "the agent that did it"),
        option("hash_before", &R::hash_before, "SHA256", "of its content before"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_file_change(Workspace& workspace, const ChangedRequest& request);

}  // namespace clew

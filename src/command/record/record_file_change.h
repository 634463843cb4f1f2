#pragma once
// `clew changed`: a file that the work created, modified or deleted. clew takes the hash of what
// stands there now, so that a later change by somebody else shows as drift, and of what was there
// before: recorded last, or in git's last commit.

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
        option(
            "action", &R::action, "created|modified|deleted",
            "what happened to it; seen from what stands there and in git's last commit otherwise"),
        option("added", &R::added, "N",
               "lines added; counted otherwise, against the content that was kept of it, or that "
               "git's last commit has where nothing is recorded of it"),
        option("removed", &R::removed, "N", "lines removed; counted in the same way"),
        option("agent", &R::agent, "ID", "the agent that did it"),
        option("hash_before", &R::hash_before, "SHA256",
               "of its content before; the one recorded last otherwise, or of git's last commit"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_file_change(Workspace& workspace, const ChangedRequest& request);

}  // namespace clew

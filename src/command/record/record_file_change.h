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
        positional("path", &R::path, "PATH", "the file, inside the project"),
        option("action", &R::action, "created|modified|deleted",
               "what happened to it (default: derived from the file and git's last commit)"),
        option("added", &R::added, "N",
               "lines added (default: counted against its recorded content, or against git's last "
               "commit if none is recorded)"),
        option("removed", &R::removed, "N", "lines removed (default: counted in the same way)"),
        option("agent", &R::agent, "ID", "the agent that did it"),
        option("hash_before", &R::hash_before, "SHA256",
               "hash of its previous content (default: the last one recorded, or that of git's "
               "last commit)"),
        option("step", &R::step, "STEP", "the step it belongs to"));
  }
};

Result<Answer> record_file_change(Workspace& workspace, const ChangedRequest& request);

}  // namespace clew

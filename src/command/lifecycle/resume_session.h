#pragma once
// `clew resume`: stand where the work stood. `clew brief`: the same text, changing nothing.

#include "command/verb.h"
#include "engine/workspace.h"

namespace clew {

struct BriefRequest {
  std::optional<int64_t> budget;
  std::optional<int64_t> tokens;
  static constexpr auto params() {
    using R = BriefRequest;
    return field_list(
        option("budget", &R::budget, "N", "at most N characters (default: 6000, at most 9500)"),
        option("tokens", &R::tokens, "N", "at most about N tokens, instead of --budget"));
  }
};

Result<Answer> resume_session(Workspace& workspace, const BriefRequest& request);
Result<Answer> show_brief(Workspace& workspace, const BriefRequest& request);

// The rules of a dialect with a resume protocol are looked at when a session is taken up again;
// what is broken is told, and a person chooses whether to go on.

// Nothing to say of a session without such a view. On the command line the choice is asked, and
// without a terminal it is --yes (exit 2 without it). Whoever resumes in another way cannot be
// asked: what is broken is what this gives back, a line each.
Result<std::vector<std::string>> check_on_resume(Workspace& workspace, const SessionId& id);

}  // namespace clew

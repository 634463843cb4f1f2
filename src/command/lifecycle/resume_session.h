#pragma once
// `clew resume`: stand where the work stood. `clew brief`: the same text, changing nothing.

#include "command/verb.h"

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

}  // namespace clew

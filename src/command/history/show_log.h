#pragma once
// `clew log`: what happened, in order.

#include "command/verb.h"

namespace clew {

struct LogRequest {
  std::vector<std::string> type;
  std::string actor;
  std::optional<int64_t> from;
  std::optional<int64_t> limit;
  bool follow = false;
  bool quarantined = false;
  static constexpr auto params() {
    using R = LogRequest;
    return field_list(
        option("type", &R::type, "TYPE",
               "only this event type, such as decision_made, or all that begin with it, such as "
               "decision; repeat it"),
        option("actor", &R::actor, "WHO", "only what this actor did"),
        option("from", &R::from, "SEQ", "from this event on"),
        option("limit", &R::limit, "N", "only the latest N; default: all"),
        flag("follow", &R::follow, "keep printing new events, one JSON line each with --json"),
        flag("set_aside", &R::quarantined,
             "the events that `clew repair --from` cut off, and what is wrong with them"));
  }
};

Result<Answer> show_log(Workspace& workspace, const LogRequest& request);

}  // namespace clew

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
  bool set_aside = false;
  static constexpr auto params() {
    using R = LogRequest;
    return field_list(
        option(
            "type", &R::type, "TYPE",
            "only this type of event, as decision_made; decision is all that begin so; repeat it"),
        option("actor", &R::actor, "WHO", "only what this actor did"),
        option("from", &R::from, "SEQ", "from this event on"),
        option("limit", &R::limit, "N", "at most the latest N; all otherwise"),
        flag("follow", &R::follow, "go on as events come, one JSON line each with --json"),
        flag("set_aside", &R::set_aside,
             "the events that `clew repair --from` cut off, and what is wrong with them"));
  }
};

Result<Answer> show_log(Workspace& workspace, const LogRequest& request);

}  // namespace clew

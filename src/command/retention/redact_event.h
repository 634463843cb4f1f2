#pragma once
// `clew redact`: takes words out of events that should never have been recorded. The chain stays
// whole, and the log says that it was done.

#include "command/verb.h"

namespace clew {

struct RedactRequest {
  std::vector<std::string> events;
  std::string text;
  std::string reason;
  static constexpr auto params() {
    using R = RedactRequest;
    return field_list(positional("events", &R::events, "SEQ…", "the events, by number"),
                      option("text", &R::text, "TEXT", "only this text; default: all free text"),
                      option("reason", &R::reason, "TEXT", "why; recorded"));
  }
};

Result<Answer> redact_event(Workspace& workspace, const RedactRequest& request);

}  // namespace clew

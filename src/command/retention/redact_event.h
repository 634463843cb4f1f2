#pragma once
// `clew redact`: takes words out of events that should never have been recorded. The chain stays
// whole, and the log says that it was done.

#include <functional>
#include <string>

#include "command/verb.h"
#include "dialect/redacted_text.h"
#include "session/event.h"

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

// The same event without its words. Structure stays: ids, hashes, times, enums, numbers, and text
// that only names something (paths, keys, fields of gates).

// Every free text becomes [redacted], and contents that it names are let go.
EventData scrub_event(EventData data);

// Only `text`, wherever it occurs in the event, and contents of which `holds` says that they have
// it.
EventData scrub_text(EventData data, const std::string& text,
                     const std::function<bool(const Hash& content)>& holds);

}  // namespace clew

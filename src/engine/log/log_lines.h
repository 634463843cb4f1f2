#pragma once
// A log as plain NDJSON (docs/format-event-log.md). For each session one opening line, then one
// line per event of its own, then the contents that they name (command/convert/log_contents.h):
//
//   {"clew_log":1,"session":"oauth-7f3a","parent":"oauth-1b2c","parent_seq":17,"events":3,
//    "contents":1,"seq":20,"hash":"9f3c…"}
//   {"session":"oauth-7f3a","seq":18,"type":"note_added","at":"…","actor":"ana@laptop","via":"cli",
//    "part":0,"repairs":0,"salt":"…","hash":"…","data":{"text":"…"}}
//
// A redacted event has "inner" in the place of "salt". Where JSON cannot say an event's bytes
// exactly (text that is not UTF-8, say), "payload" has them in hex and wins over "data"; so do
// "actor_bytes" and "at_ms" over "actor" and "at".

#include <optional>
#include <string>

#include "store/event_store.h"

namespace clew {

inline constexpr int64_t kLogVersion = 1;

struct LogOpening {
  SessionId session;                // as it stands in the hashed headers
  std::optional<SessionId> handle;  // what it is called where it was exported, if that is another
  std::optional<Fork> fork;
  uint32_t events = 0;
  Head head;
  uint32_t contents = 0;  // left out when there are none, as in logs of old

  // What forks call their parent.
  const SessionId& name() const { return handle ? *handle : session; }
};

bool is_log_opening(const Value& line);
Value opening_line(const LogOpening& opening);
Result<LogOpening> read_opening(const Value& line);

// Reads back as the same event, always: kFailed when that cannot be had.
Result<Value> event_line_of(const RawEvent& event);
Result<RawEvent> read_event_line(const Value& line);

// One line of text that survives being shown on a terminal unchanged; without its line end.
std::string line_text(const Value& line);

}  // namespace clew

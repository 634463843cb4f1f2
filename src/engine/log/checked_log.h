#pragma once
// Reads a session's log for showing it: each event with what the hash chain says of it (intact,
// redacted, damaged), through all ancestors of a fork.

#include <map>
#include <optional>
#include <set>

#include "store/event_store.h"

namespace clew {

struct CheckedEvent {
  RawEvent raw;
  std::optional<EventData> data;  // none: it is damaged and cannot be read
  std::string problem;            // empty: it is what was recorded
};

class CheckedLog {
 public:
  CheckedLog(StoreReader& store, SessionId session) : store_(store), id_(std::move(session)) {}

  // Up to `limit` events from `from` on. The event before them is taken as it stands. An event that
  // is intact and cannot be read is an error: a newer clew wrote it. So is a forgotten session.
  Result<std::vector<CheckedEvent>> read(Seq from, size_t limit);

 private:
  Result<bool> is_explained(const RawEvent& redacted);

  StoreReader& store_;
  SessionId id_;
  std::map<SessionId, std::set<Seq>> unexplained_;  // of the sessions with redactions met so far
};

// As event_fields_of and event_line, with the problem.
Value checked_fields(const CheckedEvent& event);
std::string checked_line(const CheckedEvent& event, const Session* plan = nullptr);

}  // namespace clew

#pragma once
// Two machines went on with the same session from a common event. What the other one appended
// stands; what this store appended, its tail, is moved as it is to a session of its own, and
// decided again behind the other's events (session/merge/merge_tail.h), after one event that tells
// of it. A tail that was recorded while another device had the session only moves: nothing is told
// of it.

#include <span>

#include "engine/context.h"

namespace clew {

struct DivergedLog {
  SessionId session;                 // its handle here
  std::optional<Fork> fork;          // of a fork: its parent's handle here
  Seq common;                        // the last event that both have
  std::span<const RawEvent> others;  // the other side's after that, with their payloads
};

struct MergedLog {
  Head head;
  SessionId side;  // holds the tail; archived when nothing of it is in conflict
  uint32_t reappended = 0;
  bool has_conflict = false;
  std::string handed_to;  // the device that had the session when some of it was recorded
};

// In the caller's transaction. kCorrupt when the other side's events do not follow.
Result<MergedLog> merge_log(Context& context, Transaction& transaction, const DivergedLog& log);

}  // namespace clew

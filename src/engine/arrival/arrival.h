#pragma once
// What another machine has of a session meets what this store has of it: the one way in for logs
// from elsewhere, whether sync, a bundle or an exported log brings them.

#include <optional>
#include <string>
#include <vector>

#include "engine/context.h"
#include "store/event_store.h"

namespace clew {

// One session, or the part of it after what the receiver was known to have, as the other side has
// it. Events are as EventLogReader::read_raw gives them, but the payload of a large one may be a
// reference to one of the contents; `session` in them is not looked at.
struct ArrivingSession {
  SessionId id;  // as it stands in the hashed headers; the handle may differ on either side
  Hash genesis;  // hash of its first own event: what a session is known by, everywhere
  std::optional<Fork> fork;      // of a fork: the parent's id in its hashed headers, and seq …
  Hash parent;                   // … and the hash of the event that it goes on from
  std::vector<RawEvent> events;  // ascending, without gaps, up to `head`; from 1 or later
  Head head;
  // What the events name, and for every event_redacted the payload that now stands at its target
  // (its hash is the `replacement`), when the target is not among the events.
  std::vector<Blob> contents;
  std::string device;  // who sent it, for what is told to people
};

// What this store has, seen from the other side's.
enum class LogRelation {
  kEqual,
  kBehind,    // the other side has more: taken in
  kAhead,     // this store has more
  kDiverged,  // both went on from a common event: merged
  kNew,       // not here: taken in
};
template <>
struct EnumNames<LogRelation> {
  static constexpr const char* names[] = {"equal", "behind", "ahead", "diverged", "new"};
};

struct Arrived {
  SessionId session;  // its handle in this store
  LogRelation was = LogRelation::kEqual;
  bool changed = false;           // anything was written
  uint32_t received = 0;          // events that are new here
  uint32_t reappended = 0;        // of our own, appended again after theirs
  std::optional<SessionId> fork;  // holds what contradicted, for `clew merge`
  std::string handed_to;          // the device that had the session when some of that was recorded
  Head head;                      // now
};

// Events that are new here are taken in as they are, bytes and hashes; what was redacted elsewhere
// is redacted here as well; contents that were redacted here stay away. What the store has already
// is left alone, so the same session taken in twice changes nothing.
//
// All or nothing, in the caller's transaction. kCorrupt: the events do not follow from one another,
// or their hashes say otherwise. kNotFound: events or a payload in between are missing; ask the
// other side from an earlier event on. kInvalid: the session was forgotten here.
enum class WhenDiverged {
  kMerge,   // merge_log.h
  kRefuse,  // nothing is changed
};
Result<Arrived> take_in(Context& context, Transaction& transaction, const ArrivingSession& session,
                        WhenDiverged when_diverged = WhenDiverged::kMerge);

// The other direction: what this store has of a session after event `after`; 0 for all of it.
Result<ArrivingSession> part_to_send(StoreReader& store, const SessionId& session, Seq after);

}  // namespace clew

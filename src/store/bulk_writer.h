#pragma once
// Whole sessions at once: importing many in one transaction, and logs from other machines.

#include <optional>
#include <vector>

#include "store/event_log.h"

namespace clew {

struct PreparedSession;  // codec/prepared_session.h

// What becomes of a part of a transaction.
enum class PartEnd { kKept, kTakenBack };

class BulkWriter {
 public:
  virtual ~BulkWriter() = default;
  // A new session that was made ready beforehand. kConflict when its id is taken: nothing of it was
  // written, and the transaction can go on.
  virtual Result<Head> add_session(const PreparedSession& session) = 0;
  // What is written between the two can be taken back without the rest of the transaction.
  virtual Status begin_part() = 0;
  virtual Status end_part(PartEnd end) = 0;
  // The session's own log from elsewhere, from its beginning or from an event on that follows one
  // of those that the store has. Hashes are checked one by one: kCorrupt names the first that is
  // wrong. What the store already has of it is left alone; kConflict when the two differ. A fork
  // needs its parent first. `hashed_id` is the id in the hashed headers; unset, it is `session`.
  virtual Result<Head> restore_chain(const SessionId& session, const std::vector<RawEvent>& events,
                                     const std::optional<Fork>& fork,
                                     const std::optional<SessionId>& hashed_id) = 0;
  Result<Head> restore_chain(const SessionId& session, const std::vector<RawEvent>& events,
                             const std::optional<Fork>& fork) {
    return restore_chain(session, events, fork, std::nullopt);
  }
  // Moves the session's own events after `keep` to `side`, a new session with the same hashed id
  // that goes on from `keep`: rows and hashes stay as they are, and so do forks that left from one
  // of them, and keys. kInvalid when no event of its own would be left.
  virtual Status move_tail(const SessionId& session, Seq keep, const SessionId& side) = 0;
  // Removes a session that says nothing of its own: `into`, which begins with the same event, has
  // all of its events, too. Forks that left from one of them, and keys, go on from `into`. kInvalid
  // when an event of it is missing there, or is redacted only here.
  virtual Status absorb(const SessionId& session, const SessionId& into) = 0;
  // The key that was used for the command which ended at `was` now stands for what ends at `now`.
  virtual Status move_keys(const SessionId& from, Seq was, const SessionId& to, Seq now) = 0;
};

}  // namespace clew

#pragma once
// Erasure: taking content out of the store for good (redact, forget, repair) while the chain of
// hashes stays verifiable. The part of a transaction that only those verbs use.

#include <functional>

#include "store/event_log.h"

namespace clew {

class Erasure {
 public:
  virtual ~Erasure() = default;
  // Replaces the payload of an event by `replacement`, keeping the chain. Snapshots that knew the
  // original are rebuilt, the search index forgets it, and the bytes are gone from the files once
  // the transaction is committed (if not, EventStore::notices() says so). verify() wants the
  // session to say so too: append an EventRedacted in the same transaction.
  virtual Status redact(const SessionId& session, Seq seq, const EventData& replacement) = 0;
  // Lets go of contents that the session or a fork of it holds and no event of theirs names, such
  // as the texts of files: those that `is_chosen` picks. Gone from the files like what redact
  // replaces.
  virtual Status release_unnamed(const SessionId& session,
                                 const std::function<bool(BytesView content)>& is_chosen) = 0;
  // Lets go of those of them that cannot be read any more: nothing is lost by it.
  virtual Status release_damaged(const SessionId& session) = 0;
  // Drops every payload, blob and index entry of a session; the bare chain stays. kInvalid while a
  // fork that is not forgotten still needs it.
  virtual Status forget(const SessionId& session) = 0;
  // Drops events after `keep` that cannot be trusted (`clew repair --from`). They are kept in
  // quarantine as a blob (raw_log.h), whose hash is returned.
  virtual Result<Hash> cut_back(const SessionId& session, Seq keep) = 0;
};

}  // namespace clew

#pragma once
// A new session as the rows it will be: encoded, chained and packed before the turn that writes it,
// on any thread, so that a turn with many of them is short.

#include "base/random.h"
#include "store/event_store.h"

namespace clew {

struct NewSession {
  SessionId id;
  std::vector<Event> events;  // numbered 1, …
  Session after;              // the state with them applied
};

struct PackedBlob {
  Hash hash;
  size_t size = 0;  // of what is packed
  Bytes packed;
};

// What is searched of one event.
struct SearchText {
  Seq seq;
  std::string words;
  Hash artifact;  // whose content belongs to it; may be empty
};

struct PreparedSession {
  SessionId id;
  std::string project;
  Lifecycle status = Lifecycle::kActive;
  bool archived = false;
  Bytes summary;
  std::vector<RawEvent> rows;
  std::vector<Hash> named;        // by the events; some of them are blobs
  Bytes snapshot;                 // packed; empty while there are too few events
  std::vector<SearchText> texts;  // with the snapshot, as for every other append
  std::vector<PackedBlob> blobs;  // content that no event names: the session's right away
};

// kInvalid when an event cannot be stored. REQUIRES: there are events.
Result<PreparedSession> prepare_session(const NewSession& session, const RandomSource& random);
// kInvalid when it is too large.
Result<PackedBlob> pack_blob(BytesView data);

}  // namespace clew

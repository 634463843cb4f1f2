#include "store/codec/prepared_session.h"

#include "store/codec/compress.h"
#include "store/codec/encode_events.h"
#include "store/codec/event_codec.h"
#include "store/codec/session_summary.h"
#include "store/searchable_text.h"

namespace clew {
namespace {

// Shorter ones are folded and put into the index when somebody asks for them.
constexpr uint32_t kLong = 64;

// Many are packed one after the other: speed before the last tenth of the size.
Result<Bytes> pack(BytesView bytes) {
  thread_local Compressor zip;
  return zip.compress(bytes, Compressor::Effort::kQuick);
}

}  // namespace

// Sessions that an import brings are ready before the transaction; a short one gets no snapshot and
// is indexed later.
Result<PreparedSession> prepare_session(const NewSession& session, const RandomSource& random) {
  CLEW_CHECK(!session.events.empty());
  PreparedSession ready;
  ready.id = session.id;
  CLEW_ASSIGN(ready.rows, encode_events(session.id, Seq{}, session.events, random));
  chain_events(ready.rows, Hash());
  const EventHeader& last = session.events.back().header;
  const Session& after = session.after;
  ready.project = after.identity.project;
  ready.status = after.lifecycle.status;
  ready.archived = after.lifecycle.archived;
  ready.summary = encode_summary(summary_text(after, last.actor, last.at));
  const bool is_long = last.seq.number >= kLong;
  for (const Event& event : session.events) {
    for (const Hash& hash : hashes_in(event.data)) ready.named.push_back(hash);
    if (!is_long) continue;
    SearchText text{event.header.seq, searchable_text(event.data), artifact_in(event.data)};
    if (!text.words.empty() || !text.artifact.empty()) ready.texts.push_back(std::move(text));
  }
  if (is_long) {
    CLEW_ASSIGN(ready.snapshot, pack(encode_session(after)));
  }
  return ready;
}

Result<PackedBlob> pack_blob(BytesView data) {
  const Hash hash = sha256(data);
  if (data.size() > kMaxBlobBytes) {
    return make_error(ErrorCode::kInvalid, "the content is over the limit of 1 GiB", hash.hex());
  }
  CLEW_ASSIGN(Bytes packed, pack(data));
  return PackedBlob{hash, data.size(), std::move(packed)};
}

}  // namespace clew

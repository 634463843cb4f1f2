#include "store/codec/event_codec.h"
#include "store/codec/field_codec.h"

namespace clew {

// The first byte is the version of the snapshot; another version is not read, and the session is
// folded from its events.
Bytes encode_session(const Session& session) {
  Bytes out(1, static_cast<char>(kSnapshotVersion));
  wire::put_struct(out, session);
  return out;
}

Result<Session> decode_session(BytesView bytes) {
  wire::Reader reader(bytes);
  if (reader.byte() != kSnapshotVersion) {
    return make_error(ErrorCode::kInvalid, "this snapshot was written by another version of clew");
  }
  Session session;
  session.steps.clear();
  wire::take_struct(reader, session);
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "the snapshot is damaged");
  return session;
}

}  // namespace clew

#pragma once
// The binding of event fields to bytes that every database shares. Layout, and why it may only
// grow: docs/format-event-log.md.
//
// A struct is a run of fields; a field is a varint tag (number << 3 | wire) and its content:
// wire 0 a varint (integers and times zigzag; bools, enums and ids plain), 1 eight bytes (double,
// little endian), 2 a length and that many bytes (text, hash, struct, Value). A list repeats its
// field. A field that has its default is left out; an optional that is set never is, and an
// optional list is a run of its own with the items as field 1. A Value is a tagged tree. The same
// fields always give the same bytes. Defaults are part of the format: they never change.

#include "base/result.h"
#include "session/event.h"

namespace clew {

Bytes encode_data(const EventData& data);
// False when a value in it is nested so deeply that decoding would take it for damage.
bool can_be_read_back(const EventData& data);
// kCorrupt for damaged bytes; kInvalid ("written by a newer clew") for an unknown kind or field.
Result<EventData> decode_data(int kind, BytesView bytes);

// A snapshot: a version byte and the session's fields. Another version is kInvalid. Snapshots are
// only a shortcut, so a caller that cannot decode one goes back to the log.
Bytes encode_session(const Session& session);
Result<Session> decode_session(BytesView bytes);

// Raised whenever `apply` or a field of Session changes its meaning, so that older snapshots are
// made again from the log.
inline constexpr unsigned char kSnapshotVersion = 5;

// The chain: hash = SHA256(prev ‖ header ‖ SHA256(salt ‖ payload)). The header bytes are a version
// byte, then the session's id, seq, kind, time, actor, via, part and repairs. The first event of a
// session has a `prev` of zeros, the first of a fork that of its parent's event.
Bytes encode_header(const SessionId& session, int kind, const EventHeader& header);
Hash inner_hash(BytesView salt, BytesView payload);
Hash chain_hash(const Hash& prev, BytesView header, const Hash& inner);

}  // namespace clew

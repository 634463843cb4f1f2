#pragma once
// An event whose payload is over kMaxEventBytes is stored as a content of its own, and the row has
// a reference to it: field 0, which no struct has, with the SHA-256 of the payload. The chain is
// over what stands in the row. Whoever reads an event gets the payload itself.

#include <optional>

#include "store/event_log.h"

namespace clew {

inline constexpr size_t kMaxPayloadBytes = size_t{64} << 20;

// The bytes that stand in the row and go into the chain: the payload, or the reference to it.
Bytes stored_payload(BytesView payload);
// The content that a large payload is kept as, or that a reference names; none for all others.
std::optional<Hash> content_of_payload(BytesView payload);
bool is_reference(BytesView payload);

}  // namespace clew

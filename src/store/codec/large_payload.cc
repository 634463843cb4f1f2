#include "store/codec/large_payload.h"

namespace clew {
namespace {

constexpr BytesView kReferenceTag("\x02\x20", 2);  // field 0, wire 2, 32 bytes

}  // namespace

bool is_reference(BytesView payload) {
  return payload.size() == kReferenceTag.size() + Hash().bytes.size() &&
         payload.starts_with(kReferenceTag);
}

Bytes stored_payload(BytesView payload) {
  if (payload.size() <= kMaxEventBytes) return Bytes(payload);
  return Bytes(kReferenceTag).append(sha256(payload).view());
}

std::optional<Hash> content_of_payload(BytesView payload) {
  if (payload.size() > kMaxEventBytes) return sha256(payload);
  if (!is_reference(payload)) return std::nullopt;
  return Hash::from_bytes(payload.substr(kReferenceTag.size()));
}

}  // namespace clew

#include "store/codec/chain_check.h"

#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"

namespace clew {

// The walk goes on from the event as it is stored, so that one damaged event is one problem and not
// a problem for all that follow.
std::optional<std::string> ChainCheck::check(const RawEvent& event) {
  const Seq expected{head_.seq.number + 1};
  const Hash prev = head_.hash;
  head_ = {event.header.seq, event.hash};
  if (event.header.seq != expected) {
    return "events " + std::to_string(expected.number) + " to " +
           std::to_string(event.header.seq.number - 1) + " are missing";
  }
  const Hash inner = event.redacted ? event.inner : inner_hash(event.salt, event.payload);
  if (!event.inner.empty() && event.inner != inner)
    return "its payload does not match what was recorded";
  const Bytes header = encode_header(session_, event.kind, event.header);
  if (chain_hash(prev, header, inner) != event.hash) return "it does not match what was recorded";

  if (event.redacted) replaced_[event.header.seq] = sha256(stored_payload(event.payload));
  if (event.kind == EventRedacted::kind) {
    const auto data = decode_data(event.kind, event.payload);
    if (data) {
      const auto& notice = get<EventRedacted>(*data);
      const auto found = replaced_.find(notice.target);
      if (found != replaced_.end() && found->second == notice.replacement) replaced_.erase(found);
    }
  }
  return std::nullopt;
}

std::vector<Seq> ChainCheck::unexplained() const {
  std::vector<Seq> out;
  for (const auto& [seq, digest] : replaced_) out.push_back(seq);
  return out;
}

}  // namespace clew

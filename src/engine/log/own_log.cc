#include "engine/log/own_log.h"

#include <set>

#include "engine/log/quarantine.h"
#include "store/at_once.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"
#include "store/searchable_text.h"

namespace clew {

Result<std::vector<RawEvent>> own_events(StoreReader& store, const SessionId& id, Seq from) {
  std::vector<RawEvent> own;
  while (true) {
    CLEW_ASSIGN(auto page, store.read_raw(id, from, kEventsAtOnce));
    if (page.empty()) return own;
    from = Seq{page.back().header.seq.number + 1};
    for (auto& event : page) {
      if (event.session == id) own.push_back(std::move(event));
    }
  }
}

std::vector<Hash> hashes_named(std::span<const RawEvent> events) {
  std::vector<Hash> named;
  std::set<Hash> seen;
  const auto add = [&](const Hash& hash) {
    if (seen.insert(hash).second) named.push_back(hash);
  };
  for (const auto& event : events) {
    if (const auto content = content_of_payload(event.payload)) add(*content);
    if (event.kind == EventRedacted::kind) continue;  // the payload it tells of is an event's own
    const auto data = decode_data(event.kind, event.payload);
    if (!data) continue;
    for (const auto& hash : hashes_in(*data)) add(hash);
    if (const auto quarantined = quarantined_in(event.header, *data)) add(*quarantined);
  }
  return named;
}

Result<std::vector<Hash>> contents_of(StoreReader& store, std::span<const RawEvent> events) {
  std::vector<Hash> contents;
  for (const auto& hash : hashes_named(events)) {
    const auto blob = store.blob(hash);
    if (!blob && blob.error().code != ErrorCode::kNotFound) return blob.error();
    if (blob) contents.push_back(hash);
  }
  return contents;
}

Result<std::optional<Hash>> own_hash(StoreReader& store, const SessionId& id, Seq seq) {
  CLEW_ASSIGN(const auto found, store.read_raw(id, seq, 1));
  const bool is_own =
      !found.empty() && found.front().session == id && found.front().header.seq == seq;
  return is_own ? std::optional(found.front().hash) : std::nullopt;
}

}  // namespace clew

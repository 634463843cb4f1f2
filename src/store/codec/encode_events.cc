#include "store/codec/encode_events.h"

#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

constexpr size_t kSaltBytes = 16;

Error too_large(const Event& event, size_t bytes, const std::string& subject) {
  return make_error(ErrorCode::kInvalid,
                    std::string("a ") + name_of(event.data) + " of " + std::to_string(bytes) +
                        " bytes is over the limit of 64 MiB for one event",
                    subject, "clew artifact add FILE");
}

}  // namespace

// All salts are asked for at once. Nothing is hashed yet: the chain begins only when the place in
// the log is known.
Result<std::vector<RawEvent>> encode_events(const SessionId& session, Seq before,
                                            const std::vector<Event>& events,
                                            const RandomSource& random) {
  Bytes salts(events.size() * kSaltBytes, '\0');
  random(salts);
  std::vector<RawEvent> rows(events.size());
  uint32_t seq = before.number;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    RawEvent& row = rows[i];
    CLEW_CHECK(event.header.seq.number == ++seq);
    row.session = row.hashed_id = session;
    row.header = event.header;
    row.kind = kind_of(event.data);
    row.payload = encode_data(event.data);
    row.salt = salts.substr(i * kSaltBytes, kSaltBytes);
    const auto subject = [&] { return session.text + "@" + std::to_string(seq); };
    if (row.payload.size() > kMaxPayloadBytes)
      return too_large(event, row.payload.size(), subject());
    // What could not be read back must never be written.
    if (!can_be_read_back(event.data)) {
      return make_error(ErrorCode::kInvalid, "a value is nested deeper than 128 levels", subject());
    }
  }
  return rows;
}

// Each row's hash covers the one before it, its header and the inner digest.
void chain_events(std::vector<RawEvent>& rows, Hash prev) {
  for (RawEvent& row : rows) {
    const Bytes header = encode_header(row.hashed_id, row.kind, row.header);
    const Hash inner = row.redacted ? row.inner : inner_hash(row.salt, row.payload);
    prev = row.hash = chain_hash(prev, header, inner);
  }
}

}  // namespace clew

#include "store/codec/raw_log.h"

#include "store/codec/field_codec.h"

namespace clew {
namespace {

// One event with everything that its row has. Field numbers are for good.
struct Record {
  SessionId session;
  Seq seq;
  Time at;
  ActorId actor;
  Via via = Via::kCli;
  uint32_t part = 0;
  Seq repairs;
  int kind = 0;
  Bytes payload;
  Bytes salt;
  Hash inner;
  Hash hash;
  bool redacted = false;
  bool operator==(const Record&) const = default;
  static constexpr auto fields() {
    using T = Record;
    return field_list(field(1, "session", &T::session), field(2, "seq", &T::seq),
                      field(3, "at", &T::at), field(4, "actor", &T::actor),
                      field(5, "via", &T::via), field(6, "part", &T::part),
                      field(7, "repairs", &T::repairs), field(8, "kind", &T::kind),
                      field(9, "payload", &T::payload), field(10, "salt", &T::salt),
                      field(11, "inner", &T::inner), field(12, "hash", &T::hash),
                      field(13, "redacted", &T::redacted));
  }
};

struct Records {
  std::vector<Record> events;
  bool operator==(const Records&) const = default;
  static constexpr auto fields() { return field_list(field(1, "events", &Records::events)); }
};

}  // namespace

Bytes encode_raw_log(const std::vector<RawEvent>& events) {
  Records records;
  for (const RawEvent& e : events) {
    records.events.push_back({e.session, e.header.seq, e.header.at, e.header.actor, e.header.via,
                              e.header.part, e.header.repairs, e.kind, e.payload, e.salt, e.inner,
                              e.hash, e.redacted});
  }
  Bytes out;
  wire::put_struct(out, records);
  return out;
}

Result<std::vector<RawEvent>> decode_raw_log(BytesView bytes) {
  Records records;
  wire::Reader reader(bytes);
  wire::take_struct(reader, records);
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "these events are damaged");
  std::vector<RawEvent> events;
  for (Record& r : records.events) {
    events.push_back({
        r.session,
        r.session,
        {r.seq, r.at, std::move(r.actor), r.via, r.part, r.repairs},
        r.kind,
        std::move(r.payload),
        std::move(r.salt),
        r.inner,
        r.hash,
        r.redacted
    });
  }
  return events;
}

}  // namespace clew

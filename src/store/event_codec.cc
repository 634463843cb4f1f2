#include "store/event_codec.h"

#include <utility>

#include "store/field_codec.h"

namespace clew {
namespace {

constexpr unsigned char kHeaderVersion = 1;

template <size_t... I>
bool take_kind(int kind, wire::Reader& reader, EventData& data, std::index_sequence<I...>) {
  return (
      (EventKind<I>::kind == kind ? (wire::take_struct(reader, data.emplace<I>()), true) : false) ||
      ...);
}

}  // namespace

Bytes encode_data(const EventData& data) {
  Bytes out;
  std::visit([&](const auto& event) { wire::put_struct(out, event); }, data);
  return out;
}

Result<EventData> decode_data(int kind, BytesView bytes) {
  EventData data;
  wire::Reader reader(bytes);
  const bool known = take_kind(kind, reader, data, std::make_index_sequence<kEventKinds>());
  if (!known || reader.fault() == wire::Fault::kNewer) {
    return make_error(ErrorCode::kInvalid, "this event was written by a newer clew", {},
                      "clew version");
  }
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "the bytes of this event are damaged");
  return data;
}

Bytes encode_header(const SessionId& session, int kind, const EventHeader& header) {
  Bytes out;
  out.push_back(static_cast<char>(kHeaderVersion));
  wire::put_bytes(out, session.text);
  wire::put_varint(out, header.seq.number);
  wire::put_varint(out, static_cast<uint64_t>(kind));
  wire::put_zigzag(out, header.at.ms);
  wire::put_bytes(out, header.actor.text);
  wire::put_varint(out, static_cast<uint64_t>(header.via));
  wire::put_varint(out, header.part);
  wire::put_varint(out, header.repairs.number);
  return out;
}

Hash inner_hash(BytesView salt, BytesView payload) {
  return Hasher().add(salt).add(payload).finish();
}

Hash chain_hash(const Hash& prev, BytesView header, const Hash& inner) {
  return Hasher().add(prev.view()).add(header).add(inner.view()).finish();
}

}  // namespace clew

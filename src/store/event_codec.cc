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

bool is_shallow(const Value& value, int depth) {
  if (depth > wire::kMostValueDepth) return false;
  for (const Value& item : value.as_list()) {
    if (!is_shallow(item, depth + 1)) return false;
  }
  for (const auto& [unused, item] : value.as_object()) {
    if (!is_shallow(item, depth + 1)) return false;
  }
  return true;
}

template <class T>
bool holds_shallow(const T& x) {
  if constexpr (std::is_same_v<T, Value>) {
    return is_shallow(x, 0);
  } else if constexpr (IsOptional<T>::value) {
    return !x || holds_shallow(*x);
  } else if constexpr (IsVector<T>::value) {
    for (const auto& item : x) {
      if (!holds_shallow(item)) return false;
    }
  } else if constexpr (HasFields<T>) {
    bool shallow = true;
    for_each_field<T>([&](const auto& f) { shallow = shallow && holds_shallow(x.*(f.member)); });
    return shallow;
  }
  return true;
}

}  // namespace

bool can_be_read_back(const EventData& data) {
  return std::visit([](const auto& event) { return holds_shallow(event); }, data);
}

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

// Put together first: for so few bytes that is less than a hasher's state costs.
Hash inner_hash(BytesView salt, BytesView payload) {
  Bytes all;
  all.reserve(salt.size() + payload.size());
  return sha256(all.append(salt).append(payload));
}

Hash chain_hash(const Hash& prev, BytesView header, const Hash& inner) {
  Bytes all;
  all.reserve(2 * prev.bytes.size() + header.size());
  return sha256(all.append(prev.view()).append(header).append(inner.view()));
}

}  // namespace clew

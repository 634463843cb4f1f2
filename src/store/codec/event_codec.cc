#include "store/codec/event_codec.h"

#include <utility>

#include "store/codec/field_codec.h"
#include "store/codec/large_payload.h"

namespace clew {
namespace {

constexpr unsigned char kHeaderVersion = 1;

Error newer_clew() {
  return make_error(ErrorCode::kInvalid, "this event was written by a newer clew", {},
                    "clew version");
}

// What is written must be readable, and reading stops at this depth.
bool is_shallow(const Value& value, int depth) {
  if (depth > wire::kMaxValueDepth) return false;
  for (const Value& item : value.as_list()) {
    if (!is_shallow(item, depth + 1)) return false;
  }
  for (const auto& [unused, item] : value.as_object()) {
    if (!is_shallow(item, depth + 1)) return false;
  }
  return true;
}

bool holds_shallow(const TypeInfo& type, const void* x) {
  if (type.form == TypeForm::kValue) return is_shallow(*static_cast<const Value*>(x), 0);
  if ((forms_in(type) & form_bit(TypeForm::kValue)) == 0) return true;
  bool shallow = true;
  for_each_part(type, x, [&](const TypeInfo& inner, const void* part) {
    shallow = shallow && holds_shallow(inner, part);
  });
  return shallow;
}

}  // namespace

bool can_be_read_back(const EventData& data) {
  return holds_shallow(type_of(data), data.content());
}

Bytes encode_data(const EventData& data) {
  Bytes out;
  wire::put_struct(out, type_of(data), data.content());
  return out;
}

// A kind or a field that is not known was written by a newer clew, and that is no damage.
Result<EventData> decode_data(int kind, BytesView bytes) {
  if (event_name(kind) == nullptr) return newer_clew();
  if (is_reference(bytes)) {
    return make_error(ErrorCode::kCorrupt, "the content of this event is missing or damaged");
  }
  EventData data = EventData::blank(kind);
  wire::Reader reader(bytes);
  wire::take_struct(reader, type_of(data), data.content());
  if (reader.fault() == wire::Fault::kNewer) return newer_clew();
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "the bytes of this event are damaged");
  return data;
}

// Part of what is hashed: an order or a form that changes would break every chain.
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
  if (payload.size() > kMaxEventBytes) return inner_hash(salt, stored_payload(payload));
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

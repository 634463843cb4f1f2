// A Value as bytes: one byte for its kind, then its content. Lists and objects begin with how many
// members they have.

#include "store/codec/field_codec.h"

namespace clew::wire {
namespace {

enum class Tag : uint8_t { kNull, kFalse, kTrue, kInt, kDouble, kString, kList, kObject };

}  // namespace

void put_value(Bytes& out, const Value& value) {
  const auto put_tag = [&](Tag tag) { out.push_back(static_cast<char>(tag)); };
  switch (value.kind()) {
    case Value::Kind::kNull:
      return put_tag(Tag::kNull);
    case Value::Kind::kBool:
      return put_tag(value.as_bool() ? Tag::kTrue : Tag::kFalse);
    case Value::Kind::kInt:
      put_tag(Tag::kInt);
      return put_zigzag(out, value.as_int());
    case Value::Kind::kDouble:
      put_tag(Tag::kDouble);
      return put_double(out, value.as_double());
    case Value::Kind::kString:
      put_tag(Tag::kString);
      return put_bytes(out, value.as_string());
    case Value::Kind::kList:
      put_tag(Tag::kList);
      put_varint(out, value.as_list().size());
      for (const Value& item : value.as_list()) put_value(out, item);
      return;
    case Value::Kind::kObject:
      put_tag(Tag::kObject);
      put_varint(out, value.as_object().size());
      for (const auto& [key, item] : value.as_object()) {
        put_bytes(out, key);
        put_value(out, item);
      }
      return;
  }
}

Value take_value(Reader& reader, int depth) {
  if (depth > kMaxValueDepth) reader.fail(Fault::kDamaged);
  switch (static_cast<Tag>(reader.byte())) {
    case Tag::kNull:
      return {};
    case Tag::kFalse:
      return false;
    case Tag::kTrue:
      return true;
    case Tag::kInt:
      return reader.zigzag();
    case Tag::kDouble:
      return reader.fixed64();
    case Tag::kString:
      return Bytes(reader.bytes());
    case Tag::kList: {
      Value::List list;
      for (uint64_t left = reader.varint(); left > 0 && reader.ok(); --left) {
        list.push_back(take_value(reader, depth + 1));
      }
      return list;
    }
    case Tag::kObject: {
      Value::Object object;
      for (uint64_t left = reader.varint(); left > 0 && reader.ok(); --left) {
        Bytes key(reader.bytes());
        object.emplace_back(std::move(key), take_value(reader, depth + 1));
      }
      return object;
    }
  }
  reader.fail(Fault::kNewer);
  return {};
}

}  // namespace clew::wire

#include "store/codec/field_codec.h"

#include <cstring>
#include <limits>

namespace clew::wire {
namespace {

// Forms as sets of bits, so that a test of several kinds is one instruction.
constexpr uint32_t kNumbers = form_bit(TypeForm::kBool) | form_bit(TypeForm::kInt) |
                              form_bit(TypeForm::kEnum) | form_bit(TypeForm::kNumberId) |
                              form_bit(TypeForm::kTime) | form_bit(TypeForm::kDuration);
constexpr uint32_t kZigzags =
    form_bit(TypeForm::kInt) | form_bit(TypeForm::kTime) | form_bit(TypeForm::kDuration);
constexpr uint32_t kTexts = form_bit(TypeForm::kText) | form_bit(TypeForm::kTextId);

bool is_any(const TypeInfo& type, uint32_t forms) { return (form_bit(type.form) & forms) != 0; }

Wire wire_of(const TypeInfo& type) {
  if (type.form == TypeForm::kOptional) return wire_of(*type.inner);
  if (is_any(type, kNumbers)) return Wire::kVarint;
  return type.form == TypeForm::kDouble ? Wire::kFixed64 : Wire::kBytes;
}

// As in protocol buffers: number << 3 | wire type.
uint64_t tag_of(int number, Wire wire) {
  return static_cast<uint64_t>(number) << 3 | static_cast<uint64_t>(wire);
}

void put_tag(Bytes& out, int number, Wire wire) { put_varint(out, tag_of(number, wire)); }

void put_number(Bytes& out, const TypeInfo& type, int64_t number) {
  if (is_any(type, kZigzags)) return put_zigzag(out, number);
  put_varint(out, static_cast<uint64_t>(number));
}

void put_field(Bytes& out, int number, const TypeInfo& type, const void* x);

// A value of its own length: open_bytes leaves room for the length, and close_bytes fills it in.
void put_run(Bytes& out, const TypeInfo& type, const void* x) {
  const size_t start = open_bytes(out);
  if (type.form == TypeForm::kValue) {
    put_value(out, *static_cast<const Value*>(x));
  } else if (type.form == TypeForm::kList) {
    put_field(out, 1, type, x);  // only inside an optional: unset and empty are told apart
  } else {
    put_struct(out, type, x);
  }
  close_bytes(out, start);
}

void put_content(Bytes& out, const TypeInfo& type, const void* x) {
  if (is_any(type, kTexts)) return put_bytes(out, text_in(x));
  if (is_any(type, kNumbers)) return put_number(out, type, number_in(type, x));
  if (type.form == TypeForm::kDouble) return put_double(out, *static_cast<const double*>(x));
  if (type.form == TypeForm::kHash) return put_bytes(out, static_cast<const Hash*>(x)->view());
  put_run(out, type, x);
}

void put_field(Bytes& out, int number, const TypeInfo& type, const void* x) {
  if (type.form == TypeForm::kList) {
    for_each_part(type, x, [&](const TypeInfo& inner, const void* item) {
      put_field(out, number, inner, item);
    });
    return;
  }
  put_tag(out, number, wire_of(type));
  put_content(out, type, x);
}

// A struct without a field that has another value than its default takes no room.
void put_inner(Bytes& out, const MemberInfo& member, const void* x) {
  const size_t before = out.size();
  put_tag(out, member.number, Wire::kBytes);
  const size_t start = open_bytes(out);
  put_struct(out, *member.type, x);
  if (out.size() == start) {
    out.resize(before);
  } else {
    close_bytes(out, start);
  }
}

// Unless it has its default; the same test for all, in the cheapest way for most.
void put_member(Bytes& out, const MemberInfo& member, const void* x, const void* standard) {
  const TypeInfo& type = *member.type;
  if (is_any(type, kTexts)) {
    const std::string& text = text_in(x);
    if (text == text_in(standard)) return;
    put_tag(out, member.number, Wire::kBytes);
    return put_bytes(out, text);
  }
  if (is_any(type, kNumbers)) {
    const int64_t number = number_in(type, x);
    if (number == number_in(type, standard)) return;
    put_tag(out, member.number, Wire::kVarint);
    return put_number(out, type, number);
  }
  switch (type.form) {
    case TypeForm::kOptional:
      if (const void* content = type.reach(x, 0)) {
        put_tag(out, member.number, wire_of(*type.inner));
        put_content(out, *type.inner, content);
      }
      return;
    case TypeForm::kList:
      if (type.reach(standard, 0) != nullptr && same_content(type, x, standard)) return;
      return put_field(out, member.number, type, x);
    case TypeForm::kDouble:  // by its bits: there are two zeros, and what is no number equals
                             // nothing
      if (std::memcmp(x, standard, sizeof(double)) == 0) return;
      return put_field(out, member.number, type, x);
    case TypeForm::kStruct:
      if (member.is_plain) return put_inner(out, member, x);
      [[fallthrough]];
    default:
      if (!same_content(type, x, standard)) put_field(out, member.number, type, x);
  }
}

void take_text(Reader& reader, void* x) {
  const BytesView bytes = reader.bytes();
  text_in(x).assign(bytes);
}

void take_hash(Reader& reader, Hash& out) {
  const BytesView raw = reader.bytes();
  if (raw.size() != out.bytes.size()) reader.fail(Fault::kDamaged);
  out = Hash::from_bytes(raw);
}

void take_content(Reader& reader, const TypeInfo& type, void* x);

// Items of a list inside an optional, each with tag 1.
void take_items(Reader& reader, const TypeInfo& type, void* list) {
  while (!reader.done()) {
    if (reader.varint() != tag_of(1, wire_of(*type.inner))) reader.fail(Fault::kDamaged);
    take_content(reader, *type.inner, type.grow(list));
  }
}

void take_run(Reader& reader, const TypeInfo& type, void* x) {
  Reader inside(reader.bytes());
  if (type.form == TypeForm::kValue) {
    *static_cast<Value*>(x) = take_value(inside);
    if (inside.ok() && !inside.done()) inside.fail(Fault::kDamaged);
  } else if (type.form == TypeForm::kList) {
    take_items(inside, type, x);
  } else {
    take_struct(inside, type, x);
  }
  if (!inside.ok()) reader.fail(inside.fault());
}

// A number that an enum does not have was written by a newer clew; one that a type cannot hold is
// damage.
void take_content(Reader& reader, const TypeInfo& type, void* x) {
  switch (type.form) {
    case TypeForm::kBool:
    case TypeForm::kNumberId:
    case TypeForm::kEnum: {
      const uint64_t number = reader.varint();
      const bool fits = number <= std::numeric_limits<uint32_t>::max() &&
                        set_number(type, x, static_cast<int64_t>(number));
      if (!fits) reader.fail(type.form == TypeForm::kEnum ? Fault::kNewer : Fault::kDamaged);
      return;
    }
    case TypeForm::kInt:
    case TypeForm::kTime:
    case TypeForm::kDuration:
      if (!set_number(type, x, reader.zigzag())) reader.fail(Fault::kDamaged);
      return;
    case TypeForm::kDouble:
      *static_cast<double*>(x) = reader.fixed64();
      return;
    case TypeForm::kText:
    case TypeForm::kTextId:
      return take_text(reader, x);
    case TypeForm::kHash:
      return take_hash(reader, *static_cast<Hash*>(x));
    default:
      return take_run(reader, type, x);
  }
}

// The wire type is checked before anything is read: a mismatch means damage, since field numbers
// never change their type.
void take_field(Reader& reader, Wire wire, const TypeInfo& type, void* x) {
  const bool grows = type.form == TypeForm::kOptional || type.form == TypeForm::kList;
  if (wire != wire_of(grows ? *type.inner : type)) return reader.fail(Fault::kDamaged);
  if (grows) return take_content(reader, *type.inner, type.grow(x));
  // Said twice: the later one alone counts.
  if (type.form == TypeForm::kStruct) copy_content(type, x, type.structure().blank);
  take_content(reader, type, x);
}

}  // namespace

void put_struct(Bytes& out, const TypeInfo& type, const void* x) {
  const StructInfo& info = type.structure();
  for (const MemberInfo& member : info.members) {
    put_member(out, member, member.of(x), member.of(info.blank));
  }
}

// Fields come in the order of the list, as a rule: the next one is looked for where the last was.
void take_struct(Reader& reader, const TypeInfo& type, void* x) {
  const auto& members = type.structure().members;
  size_t at = 0;
  while (!reader.done()) {
    const uint64_t tag = reader.varint();
    if (!reader.ok()) return;
    size_t tried = 0;
    while (tried < members.size() && static_cast<uint64_t>(members[at].number) != tag >> 3) {
      at = at + 1 == members.size() ? 0 : at + 1;
      ++tried;
    }
    if (tried == members.size()) {
      reader.fail(Fault::kNewer);
    } else {
      take_field(reader, static_cast<Wire>(tag & 7), *members[at].type, members[at].of(x));
    }
  }
}

}  // namespace clew::wire

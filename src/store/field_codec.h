#pragma once
// Any struct that states its fields, to bytes and back (the layout is in event_codec.h). For the
// store's own .cc files: everything here is a template over T::fields().

#include <bit>
#include <limits>

#include "base/fields.h"
#include "store/wire.h"

namespace clew::wire {

void put_value(Bytes& out, const Value& value);
// A tree deeper than kMostValueDepth is damaged.
Value take_value(Reader& reader, int depth = 0);
inline constexpr int kMostValueDepth = 128;

template <class T>
constexpr Wire wire_of() {
  if constexpr (IsOptional<T>::value) {
    return wire_of<typename T::value_type>();
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T> || IsNumberId<T>::value ||
                       std::is_same_v<T, Time> || std::is_same_v<T, Duration>) {
    return Wire::kVarint;
  } else if constexpr (std::is_same_v<T, double>) {
    return Wire::kFixed64;
  } else {
    return Wire::kBytes;
  }
}

template <class T>
void put_struct(Bytes& out, const T& x);
template <class T>
void take_struct(Reader& reader, T& out);

template <class T>
void put_field(Bytes& out, int number, const T& x);

template <class T>
void put_content(Bytes& out, const T& x) {
  if constexpr (std::is_same_v<T, bool>) {
    put_varint(out, x ? 1 : 0);
  } else if constexpr (std::is_integral_v<T>) {
    put_zigzag(out, static_cast<int64_t>(x));
  } else if constexpr (std::is_enum_v<T>) {
    put_varint(out, static_cast<uint64_t>(x));
  } else if constexpr (IsNumberId<T>::value) {
    put_varint(out, x.number);
  } else if constexpr (std::is_same_v<T, Time> || std::is_same_v<T, Duration>) {
    put_zigzag(out, x.ms);
  } else if constexpr (std::is_same_v<T, double>) {
    put_double(out, x);
  } else if constexpr (std::is_same_v<T, std::string>) {
    put_bytes(out, x);
  } else if constexpr (IsTextId<T>::value) {
    put_bytes(out, x.text);
  } else if constexpr (std::is_same_v<T, Hash>) {
    put_bytes(out, x.view());
  } else {
    const size_t start = open_bytes(out);
    if constexpr (std::is_same_v<T, Value>) {
      put_value(out, x);
    } else if constexpr (IsVector<T>::value) {
      put_field(out, 1, x);  // only inside an optional: unset and empty are told apart
    } else {
      put_struct(out, x);
    }
    close_bytes(out, start);
  }
}

template <class T>
void put_field(Bytes& out, int number, const T& x) {
  if constexpr (IsVector<T>::value) {
    for (const auto& item : x) put_field(out, number, item);
  } else {
    put_varint(out, static_cast<uint64_t>(number) << 3 | static_cast<uint64_t>(wire_of<T>()));
    put_content(out, x);
  }
}

template <class T>
bool is_default(const T& x, const T& standard) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(standard);
  } else {
    return x == standard;
  }
}

template <class T>
void put_struct(Bytes& out, const T& x) {
  static const T kStandard{};
  for_each_field<T>([&](const auto& f) {
    const auto& member = x.*(f.member);
    if constexpr (IsOptional<std::decay_t<decltype(member)>>::value) {
      if (member.has_value()) {
        put_varint(out, static_cast<uint64_t>(f.number) << 3 |
                            static_cast<uint64_t>(wire_of<std::decay_t<decltype(member)>>()));
        put_content(out, *member);
      }
    } else if (!is_default(member, kStandard.*(f.member))) {
      put_field(out, f.number, member);
    }
  });
}

template <class T>
void take_content(Reader& reader, T& out) {
  if constexpr (std::is_same_v<T, bool>) {
    const uint64_t bit = reader.varint();
    if (bit > 1) reader.fail(Fault::kDamaged);
    out = bit == 1;
  } else if constexpr (std::is_integral_v<T>) {
    const int64_t number = reader.zigzag();
    out = static_cast<T>(number);
    if (static_cast<int64_t>(out) != number) reader.fail(Fault::kDamaged);
  } else if constexpr (std::is_enum_v<T>) {
    const uint64_t index = reader.varint();
    if (index < std::size(EnumNames<T>::names)) {
      out = static_cast<T>(index);
    } else {
      reader.fail(Fault::kNewer);
    }
  } else if constexpr (IsNumberId<T>::value) {
    const uint64_t number = reader.varint();
    if (number > std::numeric_limits<uint32_t>::max()) reader.fail(Fault::kDamaged);
    out.number = static_cast<uint32_t>(number);
  } else if constexpr (std::is_same_v<T, Time> || std::is_same_v<T, Duration>) {
    out.ms = reader.zigzag();
  } else if constexpr (std::is_same_v<T, double>) {
    out = reader.fixed64();
  } else if constexpr (std::is_same_v<T, std::string>) {
    out = Bytes(reader.bytes());
  } else if constexpr (IsTextId<T>::value) {
    out.text = Bytes(reader.bytes());
  } else if constexpr (std::is_same_v<T, Hash>) {
    const BytesView raw = reader.bytes();
    if (raw.size() != out.bytes.size()) reader.fail(Fault::kDamaged);
    out = Hash::from_bytes(raw);
  } else {
    Reader inside(reader.bytes());
    if constexpr (std::is_same_v<T, Value>) {
      out = take_value(inside);
      if (inside.ok() && !inside.done()) inside.fail(Fault::kDamaged);
    } else if constexpr (IsVector<T>::value) {
      while (!inside.done()) {
        if (inside.varint() !=
            (uint64_t{1} << 3 | static_cast<uint64_t>(wire_of<typename T::value_type>()))) {
          inside.fail(Fault::kDamaged);
        }
        typename T::value_type item{};
        take_content(inside, item);
        out.push_back(std::move(item));
      }
    } else {
      take_struct(inside, out);
    }
    if (!inside.ok()) reader.fail(inside.fault());
  }
}

template <class T>
void take_field(Reader& reader, Wire wire, T& out) {
  if constexpr (IsVector<T>::value) {
    take_field(reader, wire, out.emplace_back());
  } else if (wire != wire_of<T>()) {
    reader.fail(Fault::kDamaged);
  } else if constexpr (IsOptional<T>::value) {
    take_content(reader, out.emplace());
  } else {
    out = T{};
    take_content(reader, out);
  }
}

// Fills `out`, which holds its defaults, from all that is left.
template <class T>
void take_struct(Reader& reader, T& out) {
  while (!reader.done()) {
    const uint64_t tag = reader.varint();
    if (!reader.ok()) return;
    bool known = false;
    for_each_field<T>([&](const auto& f) {
      if (known || static_cast<uint64_t>(f.number) != tag >> 3) return;
      known = true;
      take_field(reader, static_cast<Wire>(tag & 7), out.*(f.member));
    });
    if (!known) reader.fail(Fault::kNewer);
  }
}

}  // namespace clew::wire

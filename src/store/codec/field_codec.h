#pragma once
// Any struct that states its fields, to bytes and back (the layout is in event_codec.h). For the
// store's own .cc files.

#include "base/fields.h"
#include "store/codec/wire.h"

namespace clew::wire {

void put_value(Bytes& out, const Value& value);
// A tree deeper than kMaxValueDepth is damaged.
Value take_value(Reader& reader, int depth = 0);
inline constexpr int kMaxValueDepth = 128;

// REQUIRES: `type` is a struct, and `x` one.
void put_struct(Bytes& out, const TypeInfo& type, const void* x);
// Fills `x`, which holds its defaults, from all that is left.
void take_struct(Reader& reader, const TypeInfo& type, void* x);

template <class T>
void put_struct(Bytes& out, const T& x) {
  put_struct(out, kTypeInfo<T>, &x);
}
template <class T>
void take_struct(Reader& reader, T& out) {
  take_struct(reader, kTypeInfo<T>, &out);
}

}  // namespace clew::wire

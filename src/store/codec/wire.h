#pragma once
// The smallest pieces of the store's bytes: variable-length integers, eight-byte doubles, and runs
// of bytes with their length before them. Reading never goes past the end: the first fault sticks,
// and everything read after it is zero or empty.

#include <cstdint>

#include "base/bytes.h"

namespace clew::wire {

enum class Wire { kVarint = 0, kFixed64 = 1, kBytes = 2 };
enum class Fault { kNone, kDamaged, kNewer };  // kNewer: well formed, but nobody here knows it

void put_long_varint(Bytes& out, uint64_t number);
inline void put_varint(Bytes& out, uint64_t number) {
  if (number >= 0x80) return put_long_varint(out, number);
  out.push_back(static_cast<char>(number));
}
void put_zigzag(Bytes& out, int64_t number);
void put_double(Bytes& out, double number);
void put_bytes(Bytes& out, BytesView bytes);
// What is appended between the two becomes a run with its length before it. `start` is what
// open_bytes answered.
size_t open_bytes(Bytes& out);
void close_bytes(Bytes& out, size_t start);

class Reader {
 public:
  explicit Reader(BytesView bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }
  bool ok() const { return fault_ == Fault::kNone; }
  size_t left() const { return rest_.size(); }
  Fault fault() const { return fault_; }
  // Keeps the first fault and skips the rest.
  void fail(Fault fault);

  uint8_t byte();
  uint64_t varint();
  int64_t zigzag();
  double fixed64();
  BytesView bytes();

 private:
  BytesView rest_;
  Fault fault_ = Fault::kNone;
};

}  // namespace clew::wire

#include "store/codec/wire.h"

#include <bit>

namespace clew::wire {
namespace {

constexpr int kMaxVarintBytes = 10;

char low_byte(uint64_t number) { return static_cast<char>(static_cast<unsigned char>(number)); }

}  // namespace

// Seven bits a byte, the lowest first; the high bit says that another byte follows.
void put_long_varint(Bytes& out, uint64_t number) {
  char bytes[kMaxVarintBytes];
  size_t size = 0;
  while (number >= 0x80) {
    bytes[size++] = low_byte(number | 0x80);
    number >>= 7;
  }
  bytes[size++] = low_byte(number);
  out.append(bytes, size);
}

// Small negative numbers get small codes: 0, -1, 1, -2 become 0, 1, 2, 3.
void put_zigzag(Bytes& out, int64_t number) {
  const auto bits = static_cast<uint64_t>(number);
  put_varint(out, (bits << 1) ^ (number < 0 ? ~uint64_t{0} : 0));
}

void put_double(Bytes& out, double number) {
  auto bits = std::bit_cast<uint64_t>(number);
  for (int i = 0; i < 8; ++i, bits >>= 8) out.push_back(low_byte(bits));
}

void put_bytes(Bytes& out, BytesView bytes) {
  put_varint(out, bytes.size());
  out.append(bytes);
}

// Room for the length of a short run, as most are; a longer one is moved.
size_t open_bytes(Bytes& out) {
  out.push_back('\0');
  return out.size();
}

void close_bytes(Bytes& out, size_t start) {
  const size_t size = out.size() - start;
  if (size < 0x80) {
    out[start - 1] = low_byte(size);
    return;
  }
  Bytes length;
  put_varint(length, size);
  out.replace(start - 1, 1, length);
}

void Reader::fail(Fault fault) {
  if (fault_ == Fault::kNone) fault_ = fault;
  rest_ = {};
}

uint8_t Reader::byte() {
  if (rest_.empty()) {
    fail(Fault::kDamaged);
    return 0;
  }
  const auto first = static_cast<uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return first;
}

// At most ten bytes, and of the tenth only one bit.
uint64_t Reader::varint() {
  uint64_t number = 0;
  for (int i = 0; i < kMaxVarintBytes; ++i) {
    const uint64_t part = byte();
    if (!ok()) return 0;
    if (i == kMaxVarintBytes - 1 && part > 1) break;
    number |= (part & 0x7f) << (7 * i);
    if ((part & 0x80) == 0) return number;
  }
  fail(Fault::kDamaged);
  return 0;
}

int64_t Reader::zigzag() {
  const uint64_t bits = varint();
  return static_cast<int64_t>((bits >> 1) ^ ((bits & 1) != 0 ? ~uint64_t{0} : 0));
}

double Reader::fixed64() {
  uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= uint64_t{byte()} << (8 * i);
  return ok() ? std::bit_cast<double>(bits) : 0;
}

BytesView Reader::bytes() {
  const uint64_t size = varint();
  if (size > rest_.size()) {
    fail(Fault::kDamaged);
    return {};
  }
  const BytesView run = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return run;
}

}  // namespace clew::wire

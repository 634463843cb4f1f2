#pragma once
// Bytes of a key: as many as the kind of key has, overwritten when they are no longer needed.

#include <array>
#include <cstring>

#include "base/bytes.h"

namespace clew {

void wipe(void* memory, size_t size);  // not left out by the compiler

template <size_t kSize>
class SecretBytes {
 public:
  SecretBytes() = default;
  explicit SecretBytes(BytesView bytes) {
    if (bytes.size() == kSize) std::memcpy(bytes_.data(), bytes.data(), kSize);
  }
  SecretBytes(const SecretBytes&) = default;
  SecretBytes& operator=(const SecretBytes&) = default;
  ~SecretBytes() { wipe(bytes_.data(), kSize); }

  unsigned char* data() { return bytes_.data(); }
  const unsigned char* data() const { return bytes_.data(); }
  static constexpr size_t size() { return kSize; }
  BytesView view() const { return {reinterpret_cast<const char*>(bytes_.data()), kSize}; }

 private:
  std::array<unsigned char, kSize> bytes_{};
};

using FileKey = SecretBytes<16>;  // of one sealed file
using Key = SecretBytes<32>;

}  // namespace clew

#pragma once
// SHA-256 as a value. `sha256` hashes what is there as a whole and uses the processor's own
// instructions where it can; `Hasher` is for input that arrives in pieces. The all-zero hash stands
// for "none".

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"

namespace clew {

struct Hash {
  std::array<unsigned char, 32> bytes{};

  bool operator==(const Hash&) const = default;
  auto operator<=>(const Hash&) const = default;
  bool empty() const { return *this == Hash{}; }
  std::string hex() const;
  std::string brief() const { return hex().substr(0, 8); }
  BytesView view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  // The all-zero hash when the input has another length or is no hex.
  static Hash from_bytes(BytesView raw);
  static Hash from_hex(std::string_view hex);
};

class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  Hasher& add(BytesView bytes);
  Hash finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Hash sha256(BytesView bytes);

}  // namespace clew

#include "base/hash.h"

#include <sodium.h>

#include <cstring>

#include "base/sha256_x86.h"

namespace clew {

struct Hasher::State {
  crypto_hash_sha256_state sha;
};

Hasher::Hasher() : state_(std::make_unique<State>()) { crypto_hash_sha256_init(&state_->sha); }
Hasher::~Hasher() = default;

Hasher& Hasher::add(BytesView bytes) {
  crypto_hash_sha256_update(&state_->sha, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
  return *this;
}

Hash Hasher::finish() {
  Hash hash;
  crypto_hash_sha256_final(&state_->sha, hash.bytes.data());
  return hash;
}

Hash sha256(BytesView bytes) {
  if (const auto digest = sha256_by_processor(bytes)) return Hash{*digest};
  Hash hash;
  crypto_hash_sha256(hash.bytes.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return hash;
}

std::string Hash::hex() const { return to_hex(view()); }

Hash Hash::from_bytes(BytesView raw) {
  Hash hash;
  if (raw.size() == hash.bytes.size()) std::memcpy(hash.bytes.data(), raw.data(), raw.size());
  return hash;
}

Hash Hash::from_hex(std::string_view hex) { return from_bytes(clew::from_hex(hex)); }

}  // namespace clew

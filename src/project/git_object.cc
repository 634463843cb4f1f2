#include "project/git_object.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "base/hash.h"

namespace clew {
namespace {

constexpr size_t kSha1Block = 64;

// FIPS 180-4.
class Sha1 {
 public:
  void add(BytesView bytes) {
    total_ += bytes.size();
    while (!bytes.empty()) {
      if (pending_.empty() && bytes.size() >= kSha1Block) {
        mix(bytes.data());
        bytes.remove_prefix(kSha1Block);
        continue;
      }
      const size_t n = std::min(kSha1Block - pending_.size(), bytes.size());
      pending_.append(bytes.substr(0, n));
      bytes.remove_prefix(n);
      if (pending_.size() == kSha1Block) {
        mix(pending_.data());
        pending_.clear();
      }
    }
  }

  Bytes finish() {
    const uint64_t bits = total_ * 8;
    add(BytesView("\x80", 1));
    while (pending_.size() != kSha1Block - 8) add(BytesView("\0", 1));
    Bytes length;
    for (int shift = 56; shift >= 0; shift -= 8) length += static_cast<char>(bits >> shift);
    add(length);
    Bytes out;
    for (const uint32_t word : state_) {
      for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift);
    }
    return out;
  }

 private:
  void mix(const char* block) {
    std::array<uint32_t, 80> words;
    for (size_t i = 0; i < 16; ++i) {
      words[i] = 0;
      for (size_t k = 0; k < 4; ++k) {
        words[i] = words[i] << 8 | static_cast<uint8_t>(block[i * 4 + k]);
      }
    }
    for (size_t i = 16; i < 80; ++i) {
      words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    auto [a, b, c, d, e] = state_;
    for (size_t i = 0; i < 80; ++i) {
      const uint32_t chosen = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999U
                              : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1U
                              : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU
                                       : (b ^ c ^ d) + 0xca62c1d6U;
      const uint32_t next = std::rotl(a, 5) + chosen + e + words[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    state_ = {state_[0] + a, state_[1] + b, state_[2] + c, state_[3] + d, state_[4] + e};
  }

  std::array<uint32_t, 5> state_ = {0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U,
                                    0xc3d2e1f0U};
  Bytes pending_;
  uint64_t total_ = 0;
};

}  // namespace

Bytes blob_object(BytesView content, size_t hash_size) {
  const Bytes head = "blob " + std::to_string(content.size()) + '\0';
  if (hash_size == 20) {
    Sha1 sha1;
    sha1.add(head);
    sha1.add(content);
    return sha1.finish();
  }
  if (hash_size == 32) return Bytes(Hasher().add(head).add(content).finish().view());
  return {};
}

}  // namespace clew

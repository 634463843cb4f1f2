// FIPS 180-4. The instructions keep the eight words of the state in two registers, (a, b, e, f) and
// (c, d, g, h) from the highest lane down, and do two rounds at a time.

#include "base/sha256_x86.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#include <cstring>

namespace clew {
namespace {

constexpr size_t kBlockBytes = 64;
constexpr size_t kLengthBytes = 8;

alignas(16) constexpr uint32_t kRoundWords[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

struct State {
  __m128i abef;
  __m128i cdgh;
};

bool has_instructions() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned kSsse3 = 1U << 9;
  constexpr unsigned kSse41 = 1U << 19;
  constexpr unsigned kSha = 1U << 29;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSsse3) == 0 || (c & kSse41) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kSha) != 0;
}

__attribute__((target("sha,sse4.1,ssse3"))) void add_blocks(State& state, const char* data,
                                                            size_t blocks) {
  // The bytes of each word the other way round.
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (; blocks > 0; --blocks, data += kBlockBytes) {
    const State before = state;
    __m128i words[4];  // the last sixteen of the schedule, in a ring
    for (int i = 0; i < 16; ++i) {
      __m128i& now = words[i % 4];
      if (i < 4) {
        now = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data) + i), swap);
      } else {
        const __m128i last = words[(i + 3) % 4];
        const __m128i seven_ago = _mm_alignr_epi8(last, words[(i + 2) % 4], 4);
        now = _mm_sha256msg1_epu32(now, words[(i + 1) % 4]);
        now = _mm_sha256msg2_epu32(_mm_add_epi32(now, seven_ago), last);
      }
      const __m128i round = _mm_load_si128(reinterpret_cast<const __m128i*>(kRoundWords) + i);
      const __m128i sum = _mm_add_epi32(now, round);
      state.cdgh = _mm_sha256rnds2_epu32(state.cdgh, state.abef, sum);
      state.abef = _mm_sha256rnds2_epu32(state.abef, state.cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    state.abef = _mm_add_epi32(state.abef, before.abef);
    state.cdgh = _mm_add_epi32(state.cdgh, before.cdgh);
  }
}

void put_word(Digest& digest, size_t index, uint32_t word) {
  for (size_t i = 0; i < 4; ++i) {
    digest[4 * index + i] = static_cast<uint8_t>(word >> (24 - 8 * i));
  }
}

Digest digest_of(const State& state) {
  alignas(16) uint32_t abef[4];
  alignas(16) uint32_t cdgh[4];
  _mm_store_si128(reinterpret_cast<__m128i*>(abef), state.abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(cdgh), state.cdgh);
  Digest digest;
  const uint32_t in_order[8] = {abef[3], abef[2], cdgh[3], cdgh[2],
                                abef[1], abef[0], cdgh[1], cdgh[0]};
  for (size_t i = 0; i < 8; ++i) put_word(digest, i, in_order[i]);
  return digest;
}

}  // namespace

std::optional<Digest> sha256_by_processor(BytesView bytes) {
  static const bool kCan = has_instructions();
  if (!kCan) return std::nullopt;
  State state{
      _mm_set_epi32(0x6a09e667, static_cast<int>(0xbb67ae85), 0x510e527f,
                    static_cast<int>(0x9b05688c)),
      _mm_set_epi32(0x3c6ef372, static_cast<int>(0xa54ff53a), 0x1f83d9ab, 0x5be0cd19),
  };
  const size_t whole = bytes.size() / kBlockBytes;
  add_blocks(state, bytes.data(), whole);
  // The rest, a one bit, zeros, and the length in bits.
  const BytesView rest = bytes.substr(whole * kBlockBytes);
  char end[2 * kBlockBytes] = {};
  if (!rest.empty()) std::memcpy(end, rest.data(), rest.size());
  end[rest.size()] = static_cast<char>(0x80);
  const size_t blocks = rest.size() + 1 + kLengthBytes > kBlockBytes ? 2 : 1;
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    end[blocks * kBlockBytes - 1 - i] = static_cast<char>(bits >> (8 * i));
  }
  add_blocks(state, end, blocks);
  return digest_of(state);
}

}  // namespace clew

#else

namespace clew {

std::optional<Digest> sha256_by_processor(BytesView /*bytes*/) { return std::nullopt; }

}  // namespace clew

#endif

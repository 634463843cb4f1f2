#include "bundle/age_payload.h"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "bundle/key_derivation.h"

namespace clew {
namespace {

constexpr size_t kTag = crypto_aead_chacha20poly1305_ietf_ABYTES;
constexpr size_t kSealedChunk = kPayloadChunk + kTag;

using ChunkNonce = std::array<unsigned char, crypto_aead_chacha20poly1305_ietf_NPUBBYTES>;
enum class Location { kBefore, kLast };

// Eleven bytes of number, most significant first, then whether it is the last.
ChunkNonce chunk_nonce(uint64_t number, Location location) {
  ChunkNonce nonce{};
  for (size_t i = 0; i < 8; ++i) nonce[10 - i] = static_cast<unsigned char>(number >> (8 * i));
  nonce[11] = location == Location::kLast ? 1 : 0;
  return nonce;
}

Key payload_key(const FileKey& key, BytesView nonce) {
  return hkdf_sha256(key.view(), nonce, "payload");
}

bool open_chunk(const Key& key, BytesView sealed, const ChunkNonce& nonce, Bytes& out) {
  const size_t before = out.size();
  out.resize(before + sealed.size() - kTag);
  const int failed = crypto_aead_chacha20poly1305_ietf_decrypt(
      reinterpret_cast<unsigned char*>(out.data()) + before, nullptr, nullptr,
      reinterpret_cast<const unsigned char*>(sealed.data()), sealed.size(), nullptr, 0,
      nonce.data(), key.data());
  if (failed != 0) out.resize(before);
  return failed == 0;
}

Error bad_payload(const char* what) { return make_error(ErrorCode::kCorrupt, what); }

}  // namespace

size_t sealed_payload_size(size_t plain) {
  const size_t chunks = std::max<size_t>(1, (plain + kPayloadChunk - 1) / kPayloadChunk);
  return kPayloadNonce + plain + chunks * kTag;
}

void seal_payload(const FileKey& key, BytesView plain, const RandomSource& random, Bytes& out) {
  ready_sodium();
  Bytes nonce(kPayloadNonce, '\0');
  random(nonce);
  const Key with = payload_key(key, nonce);
  size_t to = out.size() + nonce.size();
  out.resize(out.size() + sealed_payload_size(plain.size()));
  std::copy(nonce.begin(), nonce.end(),
            out.begin() + static_cast<std::ptrdiff_t>(to - nonce.size()));
  uint64_t number = 0;
  do {  // nothing at all is one empty chunk
    const BytesView chunk = plain.substr(0, kPayloadChunk);
    plain.remove_prefix(chunk.size());
    const ChunkNonce here =
        chunk_nonce(number++, plain.empty() ? Location::kLast : Location::kBefore);
    crypto_aead_chacha20poly1305_ietf_encrypt(
        reinterpret_cast<unsigned char*>(out.data()) + to, nullptr,
        reinterpret_cast<const unsigned char*>(chunk.data()), chunk.size(), nullptr, 0, nullptr,
        here.data(), with.data());
    to += chunk.size() + kTag;
  } while (!plain.empty());
}

Result<PayloadReader> PayloadReader::begin(const FileKey& key, BytesView payload) {
  ready_sodium();
  if (payload.size() < kPayloadNonce) return bad_payload("is cut off after its header");
  return PayloadReader(payload_key(key, payload.substr(0, kPayloadNonce)),
                       payload.substr(kPayloadNonce));
}

Result<bool> PayloadReader::next(Bytes& out) {
  if (ended_) {
    if (!chunks_.empty()) return bad_payload("has something after its end");
    return false;
  }
  const BytesView chunk = chunks_.substr(0, kSealedChunk);
  if (chunk.size() < kTag) return bad_payload("is cut off");
  const bool is_short = chunk.size() < kSealedChunk;
  const bool is_rest = chunk.size() == chunks_.size();
  if (!is_short && open_chunk(key_, chunk, chunk_nonce(number_, Location::kBefore), out)) {
    if (is_rest) return bad_payload("is cut off");
  } else if (open_chunk(key_, chunk, chunk_nonce(number_, Location::kLast), out)) {
    if (chunk.size() == kTag && number_ > 0) return bad_payload("has an empty last chunk");
    ended_ = true;
  } else {
    return bad_payload("was changed or cut off");
  }
  ++number_;
  chunks_.remove_prefix(chunk.size());
  return true;
}

}  // namespace clew

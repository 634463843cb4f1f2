#pragma once
// The sealed bytes of an age file, after its header: a nonce of 16 bytes, then chunks of 64 KiB,
// each sealed with ChaCha20-Poly1305 and numbered, the last one marked (STREAM). A chunk that was
// changed, moved, repeated or left out does not open; a file that was cut off has no last chunk.

#include <functional>

#include "base/random.h"
#include "base/result.h"
#include "bundle/secret_bytes.h"

namespace clew {

inline constexpr size_t kPayloadChunk = size_t{64} << 10;
inline constexpr size_t kPayloadNonce = 16;
size_t sealed_payload_size(size_t plain);  // with its nonce

// Appends the sealed form of `plain` to `out`.
void seal_payload(const FileKey& key, BytesView plain, const RandomSource& random, Bytes& out);

// The chunks of a payload, one by one and in order, from its first byte on.
class PayloadReader {
 public:
  // kCorrupt when there is not even a nonce.
  static Result<PayloadReader> begin(const FileKey& key, BytesView payload);

  // Whether there is a next chunk, appended to `out`: only what is authentic, and an end only where
  // one was written. kCorrupt.
  Result<bool> next(Bytes& out);

 private:
  PayloadReader(const Key& key, BytesView chunks) : key_(key), chunks_(chunks) {}

  Key key_;
  BytesView chunks_;
  uint64_t number_ = 0;
  bool ended_ = false;
};

}  // namespace clew

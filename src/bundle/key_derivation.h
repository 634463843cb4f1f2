#pragma once
// Keys made from other secrets: HKDF and HMAC with SHA-256, and scrypt for what people type. All of
// it is libsodium's, which is set up when it is first asked for: a command that seals nothing does
// not pay for it.

#include "base/hash.h"
#include "base/result.h"
#include "bundle/secret_bytes.h"

namespace clew {

void ready_sodium();  // before any call into libsodium that the processor can speed up

Key hkdf_sha256(BytesView secret, BytesView salt, BytesView info);
Hash hmac_sha256(BytesView key, BytesView message);
Hash hmac_sha256(const Key& key, BytesView message);
bool same_bytes(BytesView one, BytesView other);  // takes as long wherever they differ

// 2^log_work rounds, 2^log_work KiB of memory. kFailed when there is not that much.
Result<Key> scrypt_key(BytesView passphrase, BytesView salt, int log_work);

}  // namespace clew

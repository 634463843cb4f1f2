#include "bundle/key_derivation.h"

#include <sodium.h>

namespace clew {
namespace {

const unsigned char* octets(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

void wipe(void* memory, size_t size) { sodium_memzero(memory, size); }

void ready_sodium() {
  static const int kReady = sodium_init();
  CLEW_CHECK(kReady >= 0);
}

// One block of output is all that anybody asks for.
Key hkdf_sha256(BytesView secret, BytesView salt, BytesView info) {
  Key pseudorandom;
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, octets(salt), salt.size());
  crypto_auth_hmacsha256_update(&state, octets(secret), secret.size());
  crypto_auth_hmacsha256_final(&state, pseudorandom.data());

  Key key;
  const unsigned char block = 1;
  crypto_auth_hmacsha256_init(&state, pseudorandom.data(), Key::size());
  crypto_auth_hmacsha256_update(&state, octets(info), info.size());
  crypto_auth_hmacsha256_update(&state, &block, 1);
  crypto_auth_hmacsha256_final(&state, key.data());
  wipe(&state, sizeof state);
  return key;
}

Hash hmac_sha256(BytesView key, BytesView message) {
  Hash tag;
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, octets(key), key.size());
  crypto_auth_hmacsha256_update(&state, octets(message), message.size());
  crypto_auth_hmacsha256_final(&state, tag.bytes.data());
  wipe(&state, sizeof state);
  return tag;
}

Hash hmac_sha256(const Key& key, BytesView message) { return hmac_sha256(key.view(), message); }

bool same_bytes(BytesView one, BytesView other) {
  return one.size() == other.size() && sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

Result<Key> scrypt_key(BytesView passphrase, BytesView salt, int log_work) {
  Key key;
  const int failed = crypto_pwhash_scryptsalsa208sha256_ll(
      octets(passphrase), passphrase.size(), octets(salt), salt.size(), uint64_t{1} << log_work, 8,
      1, key.data(), Key::size());
  if (failed != 0) return make_error(ErrorCode::kFailed, "not enough memory for the passphrase");
  return key;
}

}  // namespace clew

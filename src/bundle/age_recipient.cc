#include "bundle/age_recipient.h"

#include <sodium.h>

#include "base/base64.h"
#include "bundle/bech32.h"
#include "bundle/key_derivation.h"

namespace clew {
namespace {

constexpr std::string_view kX25519 = "X25519";
constexpr std::string_view kScrypt = "scrypt";
constexpr std::string_view kX25519Info = "age-encryption.org/v1/X25519";
constexpr std::string_view kScryptInfo = "age-encryption.org/v1/scrypt";
constexpr std::string_view kPublicPrefix = "age";
constexpr std::string_view kSecretPrefix = "AGE-SECRET-KEY-";
constexpr size_t kPoint = crypto_scalarmult_BYTES;
constexpr size_t kSalt = 16;
constexpr size_t kWrapped = FileKey::size() + crypto_aead_chacha20poly1305_ietf_ABYTES;
// A wrapping key is used once.
constexpr unsigned char kZeroNonce[crypto_aead_chacha20poly1305_ietf_NPUBBYTES] = {};

Error bad_stanza(const char* what) {
  return make_error(ErrorCode::kCorrupt, std::string("has a damaged header: ") + what);
}

const unsigned char* octets_of(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Bytes wrapped(const FileKey& key, const Key& with) {
  Bytes out(kWrapped, '\0');
  crypto_aead_chacha20poly1305_ietf_encrypt(reinterpret_cast<unsigned char*>(out.data()), nullptr,
                                            key.data(), FileKey::size(), nullptr, 0, nullptr,
                                            kZeroNonce, with.data());
  return out;
}

std::optional<FileKey> unwrapped(BytesView body, const Key& with) {
  FileKey key;
  const int failed =
      crypto_aead_chacha20poly1305_ietf_decrypt(key.data(), nullptr, nullptr, octets_of(body),
                                                body.size(), nullptr, 0, kZeroNonce, with.data());
  if (failed != 0) return std::nullopt;
  return key;
}

Bytes public_half(const Key& secret) {
  Bytes point(kPoint, '\0');
  crypto_scalarmult_base(reinterpret_cast<unsigned char*>(point.data()), secret.data());
  return point;
}

// Nothing when the other point is one that gives everybody the same secret.
std::optional<Key> shared_secret(const Key& secret, BytesView point) {
  Key shared;
  if (crypto_scalarmult(shared.data(), secret.data(), octets_of(point)) != 0) return std::nullopt;
  return shared;
}

Key x25519_wrapping_key(const Key& shared, BytesView share, BytesView point) {
  return hkdf_sha256(shared.view(), Bytes(share) + Bytes(point), kX25519Info);
}

Result<std::optional<FileKey>> unwrap_x25519(const Stanza& stanza, const AgeIdentity& identity,
                                             const AgeRecipient& own) {
  if (stanza.arguments.size() != 1) return bad_stanza("an X25519 recipient has other arguments");
  const auto share = from_base64(stanza.arguments[0], Padding::kWithout);
  if (!share || share->size() != kPoint) return bad_stanza("an X25519 share is not a point");
  if (stanza.body.size() != kWrapped) return bad_stanza("a wrapped key has another length");
  const auto shared = shared_secret(identity.secret, *share);
  if (!shared) return bad_stanza("an X25519 share is not a point");
  return unwrapped(stanza.body, x25519_wrapping_key(*shared, *share, own.point));
}

// 1 to 20, spelt one way.
std::optional<int> work_of(std::string_view text) {
  if (text.empty() || text.size() > 2 || text[0] == '0') return std::nullopt;
  int work = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    work = work * 10 + (c - '0');
  }
  if (work > kMaxPassphraseWork) return std::nullopt;
  return work;
}

struct ScryptStanza {
  Bytes salt;
  int log_work = 0;
};

Result<ScryptStanza> read_scrypt(const Stanza& stanza) {
  if (stanza.arguments.size() != 2) return bad_stanza("a passphrase has other arguments");
  auto salt = from_base64(stanza.arguments[0], Padding::kWithout);
  if (!salt || salt->size() != kSalt) return bad_stanza("the salt of a passphrase is not one");
  const auto work = work_of(stanza.arguments[1]);
  if (!work) return bad_stanza("the work for a passphrase is more than 2^20, or no number");
  if (stanza.body.size() != kWrapped) return bad_stanza("a wrapped key has another length");
  return ScryptStanza{std::move(*salt), *work};
}

Result<Key> scrypt_wrapping_key(std::string_view passphrase, BytesView salt, int log_work) {
  return scrypt_key(passphrase, Bytes(kScryptInfo) + Bytes(salt), log_work);
}

Error none_opens() { return make_error(ErrorCode::kNotAllowed, "is sealed for others"); }

Result<Unwrapped> unwrap_by_passphrase(const Stanza& stanza,
                                       const std::vector<std::string>& passphrases) {
  CLEW_ASSIGN(const ScryptStanza scrypt, read_scrypt(stanza));
  for (const auto& passphrase : passphrases) {
    CLEW_ASSIGN(const Key with, scrypt_wrapping_key(passphrase, scrypt.salt, scrypt.log_work));
    if (const auto key = unwrapped(stanza.body, with)) return Unwrapped{*key, std::nullopt};
  }
  return none_opens();
}

Error bad_key(const std::string& what) {
  return make_error(ErrorCode::kInvalid, "the key " + what, "", "clew key show");
}

Result<Bytes> key_bytes(std::string_view text, std::string_view prefix) {
  const auto read = from_bech32(text);
  if (!read) return bad_key(read.error().message);
  if (read->prefix != prefix || read->bytes.size() != kPoint) {
    return bad_key("is not one of the kind that begins with " + std::string(prefix) + "1");
  }
  return read->bytes;
}

}  // namespace

std::string AgeRecipient::text() const { return to_bech32(kPublicPrefix, point); }

Result<AgeRecipient> read_recipient(std::string_view text) {
  CLEW_ASSIGN(Bytes point, key_bytes(text, kPublicPrefix));
  ready_sodium();
  const Key any{Bytes(kPoint, '\1')};
  if (!shared_secret(any, point)) return bad_key("is one that everybody could open");
  return AgeRecipient{std::move(point)};
}

AgeRecipient AgeIdentity::recipient() const {
  ready_sodium();
  return {public_half(secret)};
}

std::string AgeIdentity::text() const {
  std::string text = to_bech32("age-secret-key-", secret.view());
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

Result<AgeIdentity> read_identity(std::string_view text) {
  CLEW_ASSIGN(Bytes bytes, key_bytes(text, kSecretPrefix));
  AgeIdentity identity{Key(bytes)};
  wipe(bytes.data(), bytes.size());
  return identity;
}

Stanza wrap_for(const AgeRecipient& recipient, const FileKey& key, const RandomSource& random) {
  ready_sodium();
  Bytes seed(kPoint, '\0');
  random(seed);
  const Key once{seed};
  wipe(seed.data(), seed.size());
  const Bytes share = public_half(once);
  const auto shared = shared_secret(once, recipient.point);
  CLEW_CHECK(shared.has_value());  // read_recipient lets no other point through
  return {std::string(kX25519),
          {to_base64(share, Padding::kWithout)},
          wrapped(key, x25519_wrapping_key(*shared, share, recipient.point))};
}

Result<Stanza> wrap_with_passphrase(std::string_view passphrase, const FileKey& key,
                                    const RandomSource& random, int log_work) {
  ready_sodium();
  Bytes salt(kSalt, '\0');
  random(salt);
  CLEW_ASSIGN(const Key with, scrypt_wrapping_key(passphrase, salt, log_work));
  return Stanza{
      std::string(kScrypt),
      {to_base64(salt, Padding::kWithout), std::to_string(log_work)},
      wrapped(key, with)
  };
}

Result<Unwrapped> unwrap(const std::vector<Stanza>& stanzas, const Openers& openers) {
  ready_sodium();
  for (const auto& stanza : stanzas) {
    if (stanza.type != kScrypt) continue;
    // Or who knows the passphrase could be led to believe that nobody else can open it.
    if (stanzas.size() != 1) return bad_stanza("a passphrase has other recipients beside it");
    return unwrap_by_passphrase(stanza, openers.passphrases);
  }
  for (const auto& identity : openers.identities) {
    const AgeRecipient own = identity.recipient();
    for (const auto& stanza : stanzas) {
      if (stanza.type != kX25519) continue;
      CLEW_ASSIGN(const auto key, unwrap_x25519(stanza, identity, own));
      if (key) return Unwrapped{*key, own};
    }
  }
  return none_opens();
}

}  // namespace clew

#pragma once
// Who can open an age file: the owner of an X25519 key, or who knows a passphrase. Each recipient
// gets the file's key wrapped in a stanza of the header.

#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "bundle/age_header.h"

namespace clew {

// The public half of a key, "age1…".
struct AgeRecipient {
  Bytes point;  // 32 bytes
  bool operator==(const AgeRecipient&) const = default;
  std::string text() const;
};
Result<AgeRecipient> read_recipient(std::string_view text);  // kInvalid

// The secret half, "AGE-SECRET-KEY-1…".
struct AgeIdentity {
  Key secret;
  AgeRecipient recipient() const;
  std::string text() const;
};
Result<AgeIdentity> read_identity(std::string_view text);  // kInvalid; never quotes the text

// How much work guessing a passphrase costs: 2^18 KiB of memory and about a second each. More than
// 2^20 is refused: the file's author would decide how long its reader computes.
inline constexpr int kPassphraseWork = 18;
inline constexpr int kMaxPassphraseWork = 20;

Stanza wrap_for(const AgeRecipient& recipient, const FileKey& key, const RandomSource& random);
Result<Stanza> wrap_with_passphrase(std::string_view passphrase, const FileKey& key,
                                    const RandomSource& random, int log_work);

// What a file may be opened with.
struct Openers {
  std::vector<AgeIdentity> identities;
  std::vector<std::string> passphrases;
};
struct Unwrapped {
  FileKey key;
  std::optional<AgeRecipient> by;  // unset: by a passphrase
};
// kNotAllowed: none of them opens it. kCorrupt: a stanza of a known type is not what it must be.
Result<Unwrapped> unwrap(const std::vector<Stanza>& stanzas, const Openers& openers);

}  // namespace clew

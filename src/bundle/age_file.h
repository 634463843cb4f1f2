#pragma once
// Whole files in the format age-encryption.org/v1, so that the program `age` opens what clew sealed
// and the other way round. docs/format-bundle.md, "The seal".

#include "bundle/age_recipient.h"

namespace clew {

// Exactly one of the two: a file with a passphrase has no other recipients.
struct SealFor {
  std::vector<AgeRecipient> recipients;
  std::string passphrase;
  int passphrase_work = kPassphraseWork;
};
Result<Bytes> seal(BytesView plain, const SealFor& who, const RandomSource& random);

struct Unsealed {
  Bytes plain;
  std::optional<AgeRecipient> by;  // whose key opened it; unset: a passphrase
};
// With or without armor. kNotAllowed: sealed for others, and the file is whole as far as can be
// told. kCorrupt: anything else; what it says follows the name of the file.
Result<Unsealed> unseal(BytesView file, const Openers& openers);
// Whether reading the rest of a file is worth it, which may be large: fails as unseal() would, as
// far as the beginning tells. `beginning` is the whole file or at least kMaxHeaderBytes
// (bundle/age_header.h) of it.
Status check_beginning(BytesView beginning, const Openers& openers);

}  // namespace clew

#pragma once
// What is inside a seal says who wrote it, because sealing for a public key does not:
//
//   clew-journal 1                 what it is
//   {…}                            one line of JSON
//   <signing key> <signature>      Ed25519 over its kind and the JSON
//   the rest, of which the JSON has a hash
//
// The first line is part of what is signed: no signature holds for another kind of text.

#include "bundle/device_key.h"

namespace clew {

struct SignedKind {
  std::string_view first_line;
  std::string_view signed_as;  // what is signed begins so
  const char* noun;            // "a bundle", for messages
};

struct SignedText {
  std::string_view line;
  Bytes signing_key;  // whose signature holds
  Bytes signature;
  size_t rest = 0;  // where it begins
};

Bytes write_signed(const SignedKind& kind, std::string_view line, const DeviceKey& by);
// kCorrupt: not such a text, or its signature does not hold.
Result<SignedText> read_signed(const SignedKind& kind, BytesView plain, size_t max_line);

}  // namespace clew

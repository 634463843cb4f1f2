#pragma once
// Bech32 (BIP 173), in which age spells its keys: a prefix, a 1, and the bytes with a checksum that
// finds typing errors. Without the limit of 90 characters, as age has it.

#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace clew {

// All lower case; whoever wants the other case changes the whole.
std::string to_bech32(std::string_view prefix, BytesView bytes);

struct Bech32 {
  std::string prefix;  // in the case of the text
  Bytes bytes;
};
// All of one case. kInvalid, in words that follow "the key".
Result<Bech32> from_bech32(std::string_view text);

}  // namespace clew

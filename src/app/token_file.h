#pragma once
// The secret that clients of `clew serve` show: one line in a file that only its owner can read.

#include <string>

#include "base/random.h"
#include "store/event_store.h"

namespace clew {

// The token in the file, which is made, with its folder, when it is not there: 32 random bytes in
// hex. kNotAllowed when others could read it, kInvalid when it is too short to be a secret.
Result<std::string> read_or_make_token(const std::string& path, const RandomSource& random);

}  // namespace clew

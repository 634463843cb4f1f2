#pragma once
// SHA-256 by the processor's own instructions, where it has them: five times as fast as the best
// code without.

#include <optional>

#include "base/hash.h"

namespace clew {

// Nothing when this processor has no such instructions.
std::optional<Hash> sha256_by_processor(BytesView bytes);

}  // namespace clew

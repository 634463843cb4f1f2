#pragma once
// SHA-256 by the processor's own instructions, where it has them: five times as fast as the best
// code without.

#include <array>
#include <optional>

#include "base/bytes.h"

namespace clew {

using Digest = std::array<unsigned char, 32>;

// Nothing when this processor has no such instructions.
std::optional<Digest> sha256_by_processor(BytesView bytes);

}  // namespace clew

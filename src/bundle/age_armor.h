#pragma once
// The armor of age files: base64 between two lines, for what only carries text, such as mail. Read
// only; what clew seals are bytes.

#include "base/bytes.h"
#include "base/result.h"

namespace clew {

bool is_armored(BytesView file);
// The file inside. White space around the armor is tolerated, nothing else. kCorrupt.
Result<Bytes> take_off_armor(BytesView file);

}  // namespace clew

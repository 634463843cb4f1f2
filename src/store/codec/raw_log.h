#pragma once
// Events as they are stored, many in one run of bytes (the layout is in event_codec.h): what
// `repair` sets aside, so that nothing is ever thrown away unseen.

#include "store/event_store.h"

namespace clew {

Bytes encode_raw_log(const std::vector<RawEvent>& events);
Result<std::vector<RawEvent>> decode_raw_log(BytesView bytes);

}  // namespace clew

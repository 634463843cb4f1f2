#pragma once
// Long texts that a session keeps shortened and its log has whole: what the person asked for, what
// an agent said at the end of a turn, the last lines that a command printed.

#include "brief/world.h"
#include "store/store_reader.h"

namespace clew {

// Valid while the store is.
TextLookup whole_texts_of(StoreReader& store, const SessionId& session);

}  // namespace clew

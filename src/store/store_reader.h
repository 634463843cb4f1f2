#pragma once
// Everything that can be read from a store. The store itself, a transaction and a snapshot are all
// one, so that a function that takes a StoreReader answers from the transaction it is called in.
// Each read of a store sees the newest state, those of a transaction also what it has written, and
// all reads of a snapshot the same state.

#include "store/event_log.h"
#include "store/session_catalogue.h"
#include "store/setting_rows.h"

namespace clew {

class StoreReader : public EventLogReader, public SessionCatalogue, public SettingReader {};

}  // namespace clew

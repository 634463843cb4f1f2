#pragma once
// What is remembered of imported files, to know them again, under imported:DIALECT:ENTRY
// (import_record.h writes it). It goes with the session.

#include <vector>

#include "store/event_store.h"

namespace clew {

Status forget_imports(Transaction& transaction, const std::vector<SessionId>& sessions);

}  // namespace clew

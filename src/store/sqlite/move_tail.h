#pragma once
// The events that a session appended while another machine was first, moved to a session of their
// own. REQUIRES, throughout: a write transaction.

#include "store/sqlite/database.h"

namespace clew {

// BulkWriter has what it promises.
Status move_tail(Database& base, const SessionId& session, Seq keep, const SessionId& side);
// REQUIRES: as erase.h.
Status absorb(Database& base, const SessionId& session, const SessionId& into);
Status move_keys(Database& base, const SessionId& from, Seq was, const SessionId& to, Seq now);

}  // namespace clew

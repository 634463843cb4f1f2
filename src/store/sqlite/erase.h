#pragma once
// Taking things back out: one payload, a whole session, an untrusted end. The chain stays whole.
// REQUIRES, throughout: a write transaction with secure_delete on; the caller compacts afterwards.

#include <functional>

#include "store/sqlite/event_rows.h"

namespace clew {

Status redact_event(Database& base, const SessionId& session, Seq seq,
                    const EventData& replacement);
// As Transaction has it.
Status release_unnamed(Database& base, const SessionId& session,
                       const std::function<bool(BytesView content)>& is_chosen);
Status release_damaged(Database& base, const SessionId& session);
Status forget_session(Database& base, const SessionId& session);
Result<Hash> cut_back(Database& base, const SessionId& session, Seq keep);
// Snapshots from event `from` on, the card, and the index entries of the session's own events.
Status remake(Database& base, const SessionRow& session, Seq from);

}  // namespace clew

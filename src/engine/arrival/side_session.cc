#include "engine/arrival/side_session.h"

namespace clew {

Result<SessionId> moved_out_of(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
  if (summary.parent.empty()) return SessionId();
  CLEW_ASSIGN(const SessionId own, store.hashed_id(session));
  CLEW_ASSIGN(const SessionId of_parent, store.hashed_id(summary.parent));
  return own == of_parent && own != session ? summary.parent : SessionId();
}

}  // namespace clew

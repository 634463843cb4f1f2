#pragma once
// What this device recorded in a session while another one had it: it is not sent with the session,
// but moved to a side session of its own.

#include <optional>

#include "engine/arrival/merge_log.h"

namespace clew {

// In the caller's transaction: what of the session's events after `sent`, the last that a remote
// has, was recorded here while another device had it. Unset: nothing, and nothing was changed.
Result<std::optional<MergedLog>> move_handed_tail(Context& context, Transaction& transaction,
                                                  const SessionId& session, Seq sent);

}  // namespace clew

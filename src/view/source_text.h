#pragma once
// The text that a session was read from, or shows itself in. What the core has no word for (unknown
// fields, comments, spelling) is only there, so exports edit this text instead of writing a new
// one.

#include "dialect/carry.h"
#include "engine/context.h"

namespace clew {

// In the target's own dialect where there is one: the files of its view as they stand, what it was
// imported from, or what that carried; without what it says of other sessions. Else what it was
// imported from, in whichever dialect. Nothing (no dialect) for a session that was born here, and
// for one of which something was redacted: the text would still have it.
Result<Carried> kept_text(Context& context, const Session& session, const Dialect& target);
// Whether nothing happened to a session but that it was imported.
Result<bool> is_as_imported(StoreReader& store, const SessionId& id);

}  // namespace clew

#pragma once
// What a session of the store has beyond what its files say: a patch of its tree (tree_patch.h)
// without what only the store knows, such as numbers of events, leases, and where it is kept.

#include "session/session.h"

namespace clew {

// Null: `known` is all of it.
Value session_patch(const Session& known, const Session& whole);
// Is there nothing in one that is not in the other, but for fields that are null?
bool say_the_same(const Session& a, const Session& b);
// kInvalid when what comes of it is no session.
Result<Session> with_session_patch(const Session& known, const Value& patch);

// Facts that were put together are numbered in their order, as in a reading, and counted.
void number_facts(Session& session);

// A session from a file may claim anything: its plan must be a tree before anybody walks it.
bool is_sound(const Session& session);

}  // namespace clew

#pragma once
// What changed between two states of a session, in words. The two may be moments of one session or
// forks of the same: a fact is the same when its number, author, time and text are. Of closed facts
// a session keeps the latest; one that only fell out of memory is not reported as removed.

#include <vector>

#include "brief/diff_lines.h"
#include "session/session.h"

namespace clew {

// In a stable order: the session itself, its steps in plan order, then facts kind by kind.
std::vector<DiffLine> diff_sessions(const Session& a, const Session& b);

}  // namespace clew

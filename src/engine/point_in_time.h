#pragma once
// ID@SEQ: reading a session as it was after one of its events. Whoever reads it is told so, and
// everything else in the answer is told as of then too.

#include <string>

#include "brief/world.h"
#include "engine/workspace.h"
#include "session/progress.h"

namespace clew {

// The world as it looks at that moment; no change for the present.
Status as_of_then(Workspace& workspace, const SessionRef& ref, const Session& session,
                  World& world);
// "the past: event 3 of 18, 2026-11-16T14:35Z; now  clew status ID; to go on from it  clew fork
// ID@3" and a line end, the commands as the caller says them. Empty for the present.
std::string past_line(const Workspace& workspace, const SessionRef& ref, const World& world,
                      const char* verb);
// What to do next. The past has nothing to do next: a fork goes on from it.
NextAction next_of(const SessionRef& ref, const Session& session, const World& world);
// kUsage for what is only ever about the whole session. `again` is the command for that.
Status refuse_past(const SessionRef& ref, const char* why, const std::string& again);

}  // namespace clew

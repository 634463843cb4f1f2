#pragma once
// When a session last changed, as its files tell it. A pause is no work on the session, so it is no
// activity of its own; but it changes the files, and they say so.

#include <algorithm>

#include "session/session.h"

namespace clew {

inline Time last_change(const Session& session) {
  const bool paused = session.lifecycle.status == Lifecycle::kPaused;
  return std::max(session.last_activity,
                  paused ? session.lifecycle.paused_at.value_or(Time()) : Time());
}

}  // namespace clew

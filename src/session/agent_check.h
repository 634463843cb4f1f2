#pragma once
// Whether an agent that is bound to a session is there: found out by looking at the machine, and
// shown in briefs and on status pages.

#include "base/id.h"

namespace clew {

struct AgentCheck {
  ActorId actor;
  bool there = false;        // its conversation goes on
  bool tells_turns = false;  // it records when a turn ends: without that, a turn was cut off
};

}  // namespace clew

#pragma once
// Two machines went on with the same session from an event that both have.

#include <functional>
#include <span>
#include <string>

#include "session/event.h"

namespace clew {

struct Divergence {
  const Session& base;            // after the last event that both have
  const Session& theirs;          // as the other side has it
  std::span<const Event> tail;    // ours after that, whole commands
  std::span<const Event> others;  // theirs after that
  std::string device;             // this one: an agent that both sides began is called after it
  Time now;                       // claims that have run out by now are dropped
  // The session as it was after an event that both have.
  std::function<Result<Session>(Seq)> common;
  // Whether a handoff is to this device; unset: it does not matter who has the session.
  std::function<bool(const Handoff&)> is_here = {};
};

}  // namespace clew

#pragma once
// `apply` folds one event into a session: the state of a session is its events, applied in order
// from an empty one.
//
// Total: no order of events crashes it, and what does not fit (a step nobody added) changes nothing
// but the head. Pure, and the same for every version of clew: events written years ago still apply.
// The session it returns is bounded (session.h).

#include "session/event.h"

namespace clew {

Session apply(Session&& session, const Event& event);
// The same in place, for many events.
void apply_to(Session& session, const Event& event);

// When the last turn of an agent ended, if nothing has happened since: nobody is at work.
std::optional<Time> turn_ended_at(const Session& session);
// As long as this it may be the person reading; longer is not time at work.
inline constexpr Duration kIdleBetweenTurns = minutes(10);
// Without an end of the turn: a command may run that long.
inline constexpr Duration kIdleInTurn = hours(1);

}  // namespace clew

#include "command/what_next.h"

#include "session/measuring_command.h"

namespace clew {

NextAction what_next(const Session& session, const ActorId& actor, Time now) {
  NextAction next = next_action(session, actor, now);
  if (!next.command.starts_with("clew done")) return next;
  const StepId at = current_step(session, actor);
  const Step* step = session.find(at);
  if (at == kRoot || step == nullptr) {
    next.command = completing_command(session.root(), "");
  } else {
    next.command = completing_command(*step, number_of(session, at));
  }
  return next;
}

}  // namespace clew

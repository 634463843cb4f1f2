#pragma once
// Setting aside everything that one actor recorded in a session: each of its commands is taken back
// by restoring events, the last one first. What somebody else changed since stands in the way. The
// log keeps all of it.

#include "engine/workspace.h"

namespace clew {

enum class TakeBackReach {
  kAllOrNothing,  // refused when anything stands in the way
  kWhatCan,       // the rest stays, and is listed
};

struct TakeBackActor {
  ActorId actor;
  Seq since;  // only commands from this event on; 0: all
  std::string reason;
  TakeBackReach reach = TakeBackReach::kAllOrNothing;
};

// A command that stays, and why.
struct StandingCommand {
  Seq first;
  Seq last;
  std::string why;
};

struct TakenBack {
  Drafts drafts;  // for each command its CommandUndone, and what puts the records back
  size_t commands = 0;
  std::vector<StandingCommand> standing;
};

// What taking back would do to the session as it stands at `head`.
Result<TakenBack> plan_take_back(StoreReader& store, const SessionId& id, const Head& head,
                                 const TakeBackActor& what, Time now);
// kConflict, listing what stands in the way; kInvalid when there is nothing to take back.
Status check_take_back(const TakenBack& taken, const TakeBackActor& what);

// Takes back everything that one actor recorded in the session the caller means.
Result<Done> take_back_actor(Workspace& workspace, const TakeBackActor& what);

}  // namespace clew

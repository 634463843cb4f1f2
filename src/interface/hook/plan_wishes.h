#pragma once
// An agent's to-do list as steps of the session.
//
// An item is found again by the agent's own id, else by its title, open steps first; saying the
// same twice changes nothing. In a session that a hook began, items are steps of the session
// itself; in one that somebody planned they stand together below the step at hand, in any order, so
// that the plan stays as it was made. in_progress starts a step, completed completes it (a gate may
// object), cancelled and deleted skip it. Of a whole list, this agent's own open items that are no
// longer in it are skipped; what other agents left stays. A plan that the person agreed to gives
// steps until the agent makes a list: those of them that the list does not take up are skipped
// then.

#include "interface/hook/moment.h"
#include "interface/hook/wish_list.h"

namespace clew {

void add_plan(WishList& wishes, HookAgent agent, const PlanChange& change);

}  // namespace clew

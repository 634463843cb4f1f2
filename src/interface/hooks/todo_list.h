#pragma once
// An agent's to-do list as steps of the session.
//
// An item is found again by the agent's own id, else by its title, open steps first; saying the
// same twice changes nothing. By its title it may be a person's step, but no item of another list.
// In a session that a hook began, items are steps of the session itself, and the next agent goes on
// with them; in one that somebody planned they stand together below the step at hand, in any order
// and as an aid to it, so that the plan stays as it was made and the step is not done with the
// list. What is open when that step is done is left behind with it, and goes on below the step then
// at hand as soon as the agent speaks of its list: of an item, and then all of them go on, or of
// the whole, and then what it names. A subagent's list always is such an aid.
//
// in_progress starts a step, pending puts one of this agent's own back, blocked blocks it,
// completed completes it (a gate may object, once), cancelled and deleted skip it; an own one that
// is complete and listed as open is revisited. No own one begins because another ended. Another
// subject for the same id renames an own one. Of a whole list, this agent's own open items that are
// no longer in it are skipped; what other agents left stays. A subagent's list is its own, and what
// is left of it is skipped when the subagent ends. A plan that the person agreed to gives steps
// until the agent makes a list: those of them that the list does not take up are skipped then.

#include "agent_client/hook_event.h"
#include "session/decide.h"

namespace clew {

// `subagent` is empty when it is the agent's own list.
void add_plan(Trial& intents, const std::string& client, const PlanChange& change,
              const AgentId& subagent = {});
void end_plan(Trial& intents, const std::string& client, const AgentId& subagent);

}  // namespace clew

#pragma once
// How a plan of any depth stands in phases and tasks. A step of the plan that has parts is a phase;
// all that is below it are its tasks, each naming the task it is part of in `x-clew.parent`. Steps
// of the plan without parts stand together, run by run, in a phase that is no step ("flat").

#include <string>
#include <vector>

#include "dialect/feature/names.h"
#include "session/session.h"

namespace clew::feature {

struct PhaseLayout {
  StepId step;  // kRoot: flat
  std::string id;
  std::vector<StepId> tasks;  // a task stands before its parts
};

std::vector<PhaseLayout> lay_out(const Session& session, const StepNames& names);

// What a phase's status is when only its tasks speak of it.
StepStatus status_of_parts(const Session& session, const Step& phase);

// The deepest step that is being worked on; the root when there is none.
StepId active_step(const Session& session);
// Makes it so.
void make_active(Session& session, StepId step);

}  // namespace clew::feature

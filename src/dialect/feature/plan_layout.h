#pragma once
// How a plan of any depth stands in phases and tasks. A step of the plan that has parts is a phase;
// all that is below it are its tasks, each naming the task it is part of in `x-clew.parent`. Steps
// of the plan without parts stand together, run by run, in a phase that is no step ("flat"). Aids
// (session/side_steps.h) are neither: they stand in the feature's `x-clew.aids`, in the form of
// tasks.

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
// The aids and their parts, each after what it is part of.
std::vector<StepId> aids_beside(const Session& session);

// What a phase's status is when only its tasks speak of it.
StepStatus status_of_parts(const Session& session, const Step& phase);

// The deepest step of the plan that is being worked on; the root when there is none.
StepId active_step(const Session& session);
// Makes it so.
void make_active(Session& session, StepId step);

}  // namespace clew::feature

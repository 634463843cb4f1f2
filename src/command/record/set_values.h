#pragma once
// `clew set`: what the session says about itself (goal, mode, model, …), what to do next, and any
// other named value of the session, a step, an attempt, an agent or a fact. A name that the view's
// dialect declares as a field, or one that begins with a dialect's name, is judged by its shape and
// shows in the files.

#include "command/verb.h"

namespace clew {

struct SetRequest {
  std::vector<std::string> pairs;
  std::vector<std::string> unset;
  std::string step;
  bool attempt = false;
  std::string agent;
  std::optional<int64_t> fact;
  static constexpr auto params() {
    using R = SetRequest;
    return field_list(
        positional(
            "pairs", &R::pairs, "KEY=VALUE…",
            "goal, constraint, constraints, mode, model, device, branch, commit, next; a field of "
            "the view's dialect, such as audience or essay.audience; or any other name. null is "
            "written where the format has a null for the field; otherwise it removes the value",
            Need::kOptional),
        option("unset", &R::unset, "KEY", "remove this value; repeat it"),
        option("step", &R::step, "STEP", "a value of this step"),
        flag("attempt", &R::attempt, "a value of the step's latest attempt"),
        option("agent", &R::agent, "ID", "a value of this agent"),
        option("fact", &R::fact, "N", "a value of this fact"));
  }
};

Result<Answer> set_values(Workspace& workspace, const SetRequest& request);

}  // namespace clew

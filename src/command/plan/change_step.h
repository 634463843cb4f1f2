#pragma once
// `clew step start|fail|block|unblock|review|skip|retry`: one step moves on, or does not.
// `clew step done` is `clew done` (complete_step.h).

#include "command/verb.h"
#include "session/step.h"

namespace clew {

struct StartStepRequest {
  std::string step;
  static constexpr auto params() {
    return field_list(positional("step", &StartStepRequest::step, "STEP",
                                 "by number, key or start of its title (default: the next one)",
                                 Need::kOptional));
  }
};
Result<Answer> start_step(Workspace& workspace, const StartStepRequest& request);

struct StepWords {
  std::string step;
  std::string reason;
  std::optional<int64_t> fence;
};

// `need`: whether the core asks for a reason.
template <Need need>
struct ChangeStepRequest : StepWords {
  static constexpr auto params() {
    using R = ChangeStepRequest;
    return field_list(
        positional<R, std::string>("step", &R::step, "STEP",
                                   "by number, key or start of its title (default: yours)",
                                   Need::kOptional),
        option<R, std::string>("reason", &R::reason, "REASON", "why", need),
        option<R, std::optional<int64_t>>("fence", &R::fence, "N",
                                          "the fence of your claim; a stale one is refused"));
  }
};

constexpr Need reason_need(StepVerb verb) {
  return verb == StepVerb::kFail || verb == StepVerb::kBlock || verb == StepVerb::kSkip
             ? Need::kRequired
             : Need::kOptional;
}

Result<Answer> change_step(Workspace& workspace, const StepWords& request, StepVerb verb);

// verb<move_step<StepVerb::kFail>>(…) in the catalogue.
template <StepVerb step_verb>
Result<Answer> move_step(Workspace& workspace,
                         const ChangeStepRequest<reason_need(step_verb)>& request) {
  return change_step(workspace, request, step_verb);
}

}  // namespace clew

#include "interface/hooks/todo_state.h"

#include "session/progress.h"

namespace clew {
namespace {

bool ends(StepStatus state) { return state == StepStatus::kDone || state == StepStatus::kSkipped; }

void settle(Trial& wishes, StepId id, StepStatus state, ItemOwner whose, const std::string& list) {
  const StepStatus status = wishes.session().find(id)->status;
  switch (state) {
    case StepStatus::kDone: {
      CompleteStep wish;
      wish.step = id;
      if (whose == ItemOwner::kThisList) wish.next = NextStep::kWaits;
      wishes.add(wish);
      break;
    }
    case StepStatus::kSkipped:
      skip_item(wishes, id, whose, "dropped from " + list);
      break;
    case StepStatus::kActive:
      if (status == StepStatus::kFailed) {
        wishes.add(ChangeStep{id, StepVerb::kRetry, "", {}});
      } else if (status != StepStatus::kActive) {
        wishes.add(StartStep{id});
      }
      break;
    case StepStatus::kBlocked:
      if (status != StepStatus::kBlocked) {
        wishes.add(ChangeStep{id, StepVerb::kBlock, "as " + list + " says", {}});
      }
      break;
    case StepStatus::kPending:
      if (status == StepStatus::kActive && whose == ItemOwner::kThisList) {
        wishes.add(ChangeStep{id, StepVerb::kPutBack, "", {}});
      }
      break;
    case StepStatus::kFailed:
    case StepStatus::kNeedsReview:
      break;  // no list has these
  }
}

}  // namespace

bool is_shut_to_lists(const Step& step) { return step.gate && !judge(*step.gate, {}).empty(); }

void move_item(Trial& wishes, StepId id, StepStatus state, ItemOwner whose,
               const std::string& list) {
  const auto step = [&]() -> const Step& { return *wishes.session().find(id); };
  if (is_complete(step())) {
    if (ends(state) || whose == ItemOwner::kSomebodyElse) return;
    const RevisitStep again{id, Impact::kMinor, "open again in " + list, {}};
    if (wishes.add(again) == Tried::kRefused) return;
  }
  if (state == StepStatus::kDone && is_shut_to_lists(step()) && step().shut_attempt() != nullptr)
    return;
  const bool goes_on = state == StepStatus::kActive || state == StepStatus::kDone ||
                       (state == StepStatus::kPending && whose == ItemOwner::kThisList);
  if (step().status == StepStatus::kBlocked && goes_on) {
    wishes.add(ChangeStep{id, StepVerb::kUnblock, "", {}});
  }
  settle(wishes, id, state, whose, list);
}

void skip_item(Trial& wishes, StepId step, ItemOwner whose, const std::string& reason) {
  const NextStep next = whose == ItemOwner::kThisList ? NextStep::kWaits : NextStep::kBegins;
  wishes.add(ChangeStep{step, StepVerb::kSkip, reason, {}, next});
}

}  // namespace clew

#include "interface/hooks/todo_state.h"

#include "session/progress.h"

namespace clew {
namespace {

bool ends(StepStatus state) { return state == StepStatus::kDone || state == StepStatus::kSkipped; }

void settle(Trial& intents, StepId id, StepStatus state, ItemOwner whose, const std::string& list) {
  const StepStatus status = intents.session().find(id)->status;
  switch (state) {
    case StepStatus::kDone: {
      CompleteStep intent;
      intent.step = id;
      if (whose == ItemOwner::kThisList) intent.next = NextStep::kWaits;
      intents.add(intent);
      break;
    }
    case StepStatus::kSkipped:
      skip_item(intents, id, whose, "dropped from " + list);
      break;
    case StepStatus::kActive:
      if (status == StepStatus::kFailed) {
        intents.add(ChangeStep{id, StepVerb::kRetry, "", {}});
      } else if (status != StepStatus::kActive) {
        intents.add(StartStep{id});
      }
      break;
    case StepStatus::kBlocked:
      if (status != StepStatus::kBlocked) {
        intents.add(ChangeStep{id, StepVerb::kBlock, "as " + list + " says", {}});
      }
      break;
    case StepStatus::kPending:
      if (status == StepStatus::kActive && whose == ItemOwner::kThisList) {
        intents.add(ChangeStep{id, StepVerb::kPutBack, "", {}});
      }
      break;
    case StepStatus::kFailed:
    case StepStatus::kNeedsReview:
      break;  // no list has these
  }
}

}  // namespace

bool is_shut_to_lists(const Step& step) { return step.gate && !judge(*step.gate, {}).empty(); }

void move_item(Trial& intents, StepId id, StepStatus state, ItemOwner whose,
               const std::string& list) {
  const auto step = [&]() -> const Step& { return *intents.session().find(id); };
  if (is_complete(step())) {
    if (ends(state) || whose == ItemOwner::kSomebodyElse) return;
    const RevisitStep again{id, Impact::kMinor, "open again in " + list, {}};
    if (intents.add(again) == Tried::kRefused) return;
  }
  if (state == StepStatus::kDone && is_shut_to_lists(step()) && step().shut_attempt() != nullptr)
    return;
  const bool goes_on = state == StepStatus::kActive || state == StepStatus::kDone ||
                       (state == StepStatus::kPending && whose == ItemOwner::kThisList);
  if (step().status == StepStatus::kBlocked && goes_on) {
    intents.add(ChangeStep{id, StepVerb::kUnblock, "", {}});
  }
  settle(intents, id, state, whose, list);
}

void skip_item(Trial& intents, StepId step, ItemOwner whose, const std::string& reason) {
  const NextStep next = whose == ItemOwner::kThisList ? NextStep::kWaits : NextStep::kBegins;
  intents.add(ChangeStep{step, StepVerb::kSkip, reason, {}, next});
}

}  // namespace clew

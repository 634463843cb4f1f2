#include "interface/hooks/todo_state.h"

#include "session/progress.h"

namespace clew {
namespace {

bool ends(ItemState state) { return state == ItemState::kDone || state == ItemState::kDropped; }

void settle(Trial& wishes, StepId id, ItemState state, ItemOwner whose, const std::string& list) {
  const StepStatus status = wishes.session().find(id)->status;
  switch (state) {
    case ItemState::kDone: {
      CompleteStep wish;
      wish.step = id;
      wishes.add(wish);
      break;
    }
    case ItemState::kDropped:
      skip_item(wishes, id, "dropped from " + list);
      break;
    case ItemState::kActive:
      if (status == StepStatus::kFailed) {
        wishes.add(ChangeStep{id, StepVerb::kRetry, "", {}});
      } else if (status != StepStatus::kActive) {
        wishes.add(StartStep{id});
      }
      break;
    case ItemState::kBlocked:
      if (status != StepStatus::kBlocked) {
        wishes.add(ChangeStep{id, StepVerb::kBlock, "as " + list + " says", {}});
      }
      break;
    case ItemState::kPending:
      if (status == StepStatus::kActive && whose == ItemOwner::kThisList) {
        wishes.add(ChangeStep{id, StepVerb::kPutBack, "", {}});
      }
      break;
  }
}

}  // namespace

bool is_shut_to_lists(const Step& step) { return step.gate && !judge(*step.gate, {}).empty(); }

void move_item(Trial& wishes, StepId id, ItemState state, ItemOwner whose,
               const std::string& list) {
  const auto step = [&]() -> const Step& { return *wishes.session().find(id); };
  if (is_complete(step())) {
    if (ends(state) || whose == ItemOwner::kSomebodyElse) return;
    const RevisitStep again{id, Impact::kMinor, "open again in " + list, {}};
    if (wishes.add(again) == Tried::kRefused) return;
  }
  if (state == ItemState::kDone && is_shut_to_lists(step()) && step().shut_attempt() != nullptr)
    return;
  const bool goes_on = state == ItemState::kActive || state == ItemState::kDone ||
                       (state == ItemState::kPending && whose == ItemOwner::kThisList);
  if (step().status == StepStatus::kBlocked && goes_on) {
    wishes.add(ChangeStep{id, StepVerb::kUnblock, "", {}});
  }
  settle(wishes, id, state, whose, list);
}

void skip_item(Trial& wishes, StepId step, const std::string& reason) {
  wishes.add(ChangeStep{step, StepVerb::kSkip, reason, {}});
}

}  // namespace clew

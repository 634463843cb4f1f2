#include "interface/hook/find_items.h"

#include <algorithm>

#include "base/text.h"
#include "session/aids.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr size_t kMostStepTitle = 300;

bool is_over(const PlanItem& item) {
  return item.state == ItemState::kDone || item.state == ItemState::kDropped;
}

class ItemSearch {
 public:
  ItemSearch(const Session& session, const ListMarks& marks, size_t items)
      : session_(session), marks_(marks), steps_(items, kRoot) {}

  // Open items choose first: a complete one of the same title is then left with the complete step.
  std::vector<StepId> run(const std::vector<PlanItem>& items) {
    for (const bool over : {false, true}) {
      choose(items, [&](const PlanItem& item) {
        return is_over(item) == over ? find_present(item) : kRoot;
      });
    }
    choose(items, [&](const PlanItem& item) { return find_done(item); });
    choose(items, [&](const PlanItem& item) { return find_left_behind(item); });
    return std::move(steps_);
  }

 private:
  template <class Find>
  void choose(const std::vector<PlanItem>& items, Find&& find) {
    for (size_t i = 0; i < items.size(); ++i) {
      if (steps_[i] == kRoot) steps_[i] = find(items[i]);
    }
  }

  bool is_taken(const Step& step) const {
    return std::find(steps_.begin(), steps_.end(), step.id) != steps_.end();
  }

  bool fits_by_title(const PlanItem& item, const std::string& title, const Step& step) const {
    if (title.empty() || step.title != title || is_taken(step)) return false;
    if (marks_.is_others(session_, step)) return false;
    return item.id.empty() || !marks_.is_own(step) || marks_.is_own(step, marks_.prefix() + "plan");
  }

  StepId find_present(const PlanItem& item) const {
    const std::string title = step_title(item);
    StepId called = kRoot;
    StepId complete = kRoot;
    StepId open = kRoot;
    for (const auto& step : session_.steps) {
      if (step.removed || step.id == kRoot) continue;
      const bool is_called = marks_.is_called(step, item.id);
      if (!is_called && !fits_by_title(item, title, step)) continue;
      if (is_left_behind(session_, step)) continue;
      if (is_called) called = step.id;
      StepId& place = is_complete(step) ? complete : open;
      if (place == kRoot) place = step.id;
    }
    if (called != kRoot) return called;
    return open == kRoot && is_over(item) ? complete : open;
  }

  // An own step that was done, for an item without an id that is open again.
  StepId find_done(const PlanItem& item) const {
    if (!item.id.empty() || !item.state || is_over(item)) return kRoot;
    const std::string title = step_title(item);
    for (const auto& step : session_.steps) {
      const bool is_it = !step.removed && step.status == StepStatus::kDone && step.title == title &&
                         marks_.is_own(step) && !is_left_behind(session_, step);
      if (is_it && !is_taken(step)) return step.id;
    }
    return kRoot;
  }

  // The latest: it may have gone on before and be left behind once more.
  StepId find_left_behind(const PlanItem& item) const {
    const std::string title = step_title(item);
    StepId called = kRoot;
    StepId same_title = kRoot;
    for (const auto& step : session_.steps) {
      if (step.removed || step.id == kRoot) continue;
      const bool is_called = marks_.is_called(step, item.id);
      if (!is_called && !fits_by_title(item, title, step)) continue;
      if (is_left_behind(session_, step)) (is_called ? called : same_title) = step.id;
    }
    return called == kRoot ? same_title : called;
  }

  const Session& session_;
  const ListMarks& marks_;
  std::vector<StepId> steps_;
};

}  // namespace

std::string step_title(const PlanItem& item) { return cut(item.title, kMostStepTitle); }

std::vector<StepId> find_items(const Session& session, const ListMarks& marks,
                               const std::vector<PlanItem>& items) {
  return ItemSearch(session, marks, items.size()).run(items);
}

bool is_left_behind(const Session& session, const Step& step) {
  const StepId aided = aided_step(session, step.id);
  return aided != step.id && aided != kRoot && is_settled(session, aided);
}

bool goes_on_elsewhere(const Session& session, const Step& step, const PlanItem& item) {
  if (item.state == ItemState::kDropped || !is_left_behind(session, step)) return false;
  const bool opens = item.state && !is_over(item);
  return opens || step.status == StepStatus::kSkipped;
}

}  // namespace clew

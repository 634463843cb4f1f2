#include "interface/hooks/todo_match.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "secrets/secrets.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

constexpr size_t kMostStepTitle = 300;

bool is_over(const PlanItem& item) {
  return item.status == StepStatus::kDone || item.status == StepStatus::kSkipped;
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
    const std::string title = recorded_title(item);
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
    if (!item.id.empty() || !item.status || is_over(item)) return kRoot;
    const std::string title = recorded_title(item);
    for (const auto& step : session_.steps) {
      const bool is_it = !step.removed && step.status == StepStatus::kDone && step.title == title &&
                         marks_.is_own(step) && !is_left_behind(session_, step);
      if (is_it && !is_taken(step)) return step.id;
    }
    return kRoot;
  }

  // The latest: it may have gone on before and be left behind once more.
  StepId find_left_behind(const PlanItem& item) const {
    const std::string title = recorded_title(item);
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

std::string recorded_title(const PlanItem& item) { return without_secrets(step_title(item)); }

std::vector<StepId> find_items(const Session& session, const ListMarks& marks,
                               const std::vector<PlanItem>& items) {
  return ItemSearch(session, marks, items.size()).run(items);
}

bool is_left_behind(const Session& session, const Step& step) {
  const StepId aided = aided_step(session, step.id);
  return aided != step.id && aided != kRoot && is_settled(session, aided);
}

bool was_open(const Session& session, const Step& step) {
  if (step.status != StepStatus::kSkipped || !is_left_behind(session, step)) return false;
  const auto list = list_around(session, step.id);
  const Step* around = list ? session.find(*list) : nullptr;
  return around != nullptr && around->status == StepStatus::kSkipped &&
         around->status_reason == step.status_reason;
}

bool goes_on_elsewhere(const Session& session, const Step& step, const PlanItem& item) {
  if (item.status == StepStatus::kSkipped || !is_left_behind(session, step)) return false;
  const bool opens = item.status && !is_over(item);
  return opens || step.status == StepStatus::kSkipped;
}

std::vector<LeftItem> items_to_take_along(const Session& session, const ListMarks& marks,
                                          const std::vector<StepId>& named) {
  std::set<std::string> known;  // what became of an item is said by the latest of its steps
  for (const StepId id : named) {
    if (const Step* step = session.find(id)) known.insert(marks.item_id(*step));
  }
  std::vector<LeftItem> out;
  for (auto step = session.steps.rbegin(); step != session.steps.rend(); ++step) {
    const std::string id = step->removed ? std::string() : marks.item_id(*step);
    if (id.empty() || !known.insert(id).second) continue;
    const bool is_proposed = marks.is_own(*step, marks.prefix() + "plan");
    if (is_proposed || marks.is_taken_up(*step) || !was_open(session, *step)) continue;
    PlanItem item{id, step->title, step->description, StepStatus::kPending};
    const Attempt* last = step->last_attempt();
    if (last != nullptr && last->reason == step->status_reason) item.status = StepStatus::kActive;
    out.push_back({std::move(item), step->id});
  }
  return out;
}

}  // namespace clew

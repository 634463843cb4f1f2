#include "interface/hook/plan_wishes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "interface/hook/item_moves.h"
#include "interface/hook/list_marks.h"
#include "session/aids.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr size_t kMostTitle = 300;
constexpr size_t kMostDescription = 1000;
constexpr size_t kMostPlan = 4000;
constexpr size_t kMostItems = 1000;  // of one list; an agent waits while they are looked through

std::string title_of(const PlanItem& item) { return cut(item.title, kMostTitle); }

bool is_over(const PlanItem& item) {
  return item.state == ItemState::kDone || item.state == ItemState::kDropped;
}

class PlanWriter {
 public:
  PlanWriter(WishList& wishes, HookAgent agent, const AgentId& subagent)
      : wishes_(wishes), marks_(agent, wishes.actor(), subagent) {}

  // Whether steps were added.
  bool write(const PlanChange& change) {
    std::vector<StepId> steps = find_or_add(change);
    const std::vector<StepId> begun = begun_items();
    // With what is done the next may begin by itself; what is to wait is put back last.
    for (const ItemState state : {ItemState::kActive, ItemState::kBlocked, ItemState::kDone,
                                  ItemState::kDropped, ItemState::kPending}) {
      for (size_t i = 0; i < steps.size(); ++i) {
        if (change.items[i].state == state && steps[i] != kRoot) move(steps[i], state);
      }
    }
    const std::string why = "no longer in the list of " + marks_.owner();
    if (change.scope == PlanScope::kWholeList) skip_missing(steps, marks_.prefix(), why);
    if (change.scope != PlanScope::kProposal && added_)
      skip_missing(steps, marks_.prefix() + "plan", why);
    put_back_unasked(begun, change, steps);
    return added_;
  }

  void end() { skip_missing({}, marks_.prefix(), marks_.owner() + " ended"); }

 private:
  const Session& session() const { return wishes_.session(); }

  // On a list beside a step that is complete by now: to take it up would open that step again.
  bool is_left_behind(const Step& step) const {
    const StepId aided = aided_step(session(), step.id);
    return aided != step.id && aided != kRoot && is_settled(session(), aided);
  }

  // By id; else by title: open ones first, and complete ones only for an item that is complete.
  StepId find(const PlanItem& item, const std::vector<StepId>& taken) const {
    const std::string title = title_of(item);
    StepId complete = kRoot;
    StepId open = kRoot;
    for (const auto& step : session().steps) {
      if (step.removed || step.id == kRoot) continue;
      const bool called = marks_.is_called(step, item.id);
      if (!called && (title.empty() || step.title != title)) continue;
      if (is_left_behind(step)) {
        if (complete == kRoot) complete = step.id;
        continue;
      }
      if (called) return step.id;
      if (std::find(taken.begin(), taken.end(), step.id) != taken.end()) continue;
      if (!item.id.empty() && marks_.is_own(step) && !marks_.is_own(step, marks_.prefix() + "plan"))
        continue;
      StepId& place = is_complete(step) ? complete : open;
      if (place == kRoot) place = step.id;
    }
    return open == kRoot && is_over(item) ? complete : open;
  }

  // An own step that was done, for an item without an id that is open again.
  StepId find_done(const PlanItem& item, const std::vector<StepId>& taken) const {
    const bool opens = item.id.empty() && item.state && !is_over(item);
    for (const auto& step : session().steps) {
      const bool is_it = opens && !step.removed && step.status == StepStatus::kDone &&
                         step.title == title_of(item) && marks_.is_own(step) &&
                         !is_left_behind(step);
      if (is_it && std::find(taken.begin(), taken.end(), step.id) == taken.end()) return step.id;
    }
    return kRoot;
  }

  // One step per item; the root for an item that has none. Open items choose first: a complete one
  // of the same title is then left with the complete step.
  std::vector<StepId> find_or_add(const PlanChange& change) {
    std::vector<StepId> steps(change.items.size(), kRoot);
    for (const bool complete : {false, true}) {
      for (size_t i = 0; i < steps.size(); ++i) {
        if (is_over(change.items[i]) == complete) steps[i] = find(change.items[i], steps);
      }
    }
    for (size_t i = 0; i < steps.size(); ++i) {
      if (steps[i] == kRoot) steps[i] = find_done(change.items[i], steps);
    }
    std::vector<size_t> missing;
    for (size_t i = 0; i < steps.size(); ++i) {
      const PlanItem& item = change.items[i];
      if (steps[i] != kRoot) {
        const bool known = item.id.empty() || marks_.is_called(*session().find(steps[i]), item.id);
        if (!known) adopt(steps[i], item.id);
        if (known && !item.id.empty()) rename(steps[i], title_of(item));
      } else if (!item.title.empty() && item.state != ItemState::kDropped) {
        missing.push_back(i);
      }
    }
    add(change, missing, steps);
    return steps;
  }

  // Somebody else's step is this agent's item from now on.
  void adopt(StepId step, const std::string& id) {
    AttributeSet set;
    set.owner = AttributeOwner::kStep;
    set.step = step;
    set.key = marks_.taken_up();
    set.value = id;
    wishes_.add(RecordFact{set, step});
  }

  void rename(StepId id, const std::string& title) {
    const Step& step = *session().find(id);
    if (title.empty() || title == step.title || !marks_.is_own(step)) return;
    wishes_.add(NameStep{id, title});
  }

  PlannedStep planned(const PlanItem& item, PlanScope scope, size_t number) const {
    PlannedStep step;
    step.title = title_of(item);
    step.description = cut(item.description, kMostDescription);
    const std::string own = scope == PlanScope::kProposal ? fmt::format("plan{}", number)
                            : item.id.empty()             ? fmt::format("item{}", number)
                                                          : item.id;
    step.external.push_back({marks_.agent(), marks_.prefix() + own});
    return step;
  }

  void add(const PlanChange& change, const std::vector<size_t>& missing,
           std::vector<StepId>& steps) {
    if (missing.empty()) return;
    AddSteps wish;
    size_t first = session().steps.size();
    const StepId list = marks_.find_list(session());
    const bool needs_list = !session().identity.automatic && list == kRoot;
    if (needs_list) {
      PlannedStep head;
      head.title = "To-do of " + marks_.owner();
      head.order = ChildOrder::kAnyOrder;
      head.aside = true;
      head.external.push_back({marks_.agent(), marks_.list_id()});
      wish.plan.push_back(std::move(head));
      wish.parent = aided_step(session(), current_step(session(), wishes_.actor()));
      ++first;
    } else {
      wish.parent = list;
    }
    for (const size_t i : missing) {
      wish.plan.push_back(planned(change.items[i], change.scope, first + wish.plan.size()));
      if (needs_list) wish.plan.back().parent = 0;
    }
    Tried tried = wishes_.add(wish);
    if (tried == Tried::kRefused && wish.parent != kRoot) {
      wish.parent = kRoot;
      tried = wishes_.add(wish);
    }
    if (tried == Tried::kRefused) return;
    added_ = true;
    for (size_t n = 0; n < missing.size(); ++n) {
      steps[missing[n]] = StepId{static_cast<uint32_t>(first + n)};
    }
  }

  void move(StepId id, ItemState state) {
    const Step* step = session().find(id);
    if (step == nullptr) return;
    const ItemOwner whose = marks_.is_own(*step) ? ItemOwner::kThisList : ItemOwner::kSomebodyElse;
    move_item(wishes_, id, state, whose, "the list of " + marks_.owner());
  }

  std::vector<StepId> begun_items() const {
    std::vector<StepId> out;
    for (const auto& step : session().steps) {
      const bool is_begun = !step.removed && step.status == StepStatus::kActive;
      if (is_begun && step.id != kRoot && marks_.is_own(step)) out.push_back(step.id);
    }
    return out;
  }

  // The agent says by itself which item it begins: what began because another ended waits for that.
  void put_back_unasked(const std::vector<StepId>& begun, const PlanChange& change,
                        const std::vector<StepId>& steps) {
    for (const StepId id : begun_items()) {
      const auto place = std::find(steps.begin(), steps.end(), id);
      const bool asked =
          place != steps.end() &&
          change.items[static_cast<size_t>(place - steps.begin())].state == ItemState::kActive;
      if (asked || std::find(begun.begin(), begun.end(), id) != begun.end()) continue;
      move(id, ItemState::kPending);
    }
  }

  void skip_missing(const std::vector<StepId>& listed, const std::string& prefix,
                    const std::string& why) {
    std::vector<StepId> gone;
    for (const auto& step : session().steps) {
      const bool named = std::find(listed.begin(), listed.end(), step.id) != listed.end();
      const bool taken_up = named || marks_.is_taken_up(step);
      if (!step.removed && !taken_up && marks_.is_own(step, prefix) && !is_complete(step)) {
        gone.push_back(step.id);
      }
    }
    for (const StepId id : gone) skip_item(wishes_, id, why);
  }

  WishList& wishes_;
  ListMarks marks_;
  bool added_ = false;
};

}  // namespace

void add_plan(WishList& wishes, HookAgent agent, const PlanChange& change,
              const AgentId& subagent) {
  if (change.items.size() > kMostItems) {
    PlanChange first = change;
    first.items.resize(kMostItems);
    if (PlanWriter(wishes, agent, subagent).write(first)) {
      NoteAdded note;
      note.text = fmt::format("The list of {} has {} items; the first {} of them are steps here",
                              name_of(agent), change.items.size(), kMostItems);
      wishes.add_fact(std::move(note));
    }
  } else {
    PlanWriter(wishes, agent, subagent).write(change);
  }
  if (change.scope != PlanScope::kProposal || change.text.empty()) return;
  NoteAdded note;
  note.text = cut("Plan agreed to:\n" + change.text, kMostPlan);
  wishes.add_fact(std::move(note));
}

void end_plan(WishList& wishes, HookAgent agent, const AgentId& subagent) {
  PlanWriter(wishes, agent, subagent).end();
}

}  // namespace clew

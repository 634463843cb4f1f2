#include "interface/hook/plan_wishes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
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

const Attribute* find_attribute(const Step& step, const std::string& key) {
  const auto found = std::find_if(step.attributes.begin(), step.attributes.end(),
                                  [&](const Attribute& a) { return a.key == key; });
  return found == step.attributes.end() ? nullptr : &*found;
}

class PlanWriter {
 public:
  PlanWriter(WishList& wishes, HookAgent agent)
      : wishes_(wishes), agent_(name_of(agent)), self_(wishes.actor().text) {
    const size_t colon = self_.find(':');
    prefix_ = (colon == std::string::npos ? "" : self_.substr(colon + 1)) + "#";
  }

  // Whether steps were added.
  bool write(const PlanChange& change) {
    std::vector<StepId> steps = find_or_add(change);
    for (const ItemState state : {ItemState::kActive, ItemState::kDone, ItemState::kDropped}) {
      for (size_t i = 0; i < steps.size(); ++i) {
        if (change.items[i].state == state && steps[i] != kRoot) move(steps[i], state);
      }
    }
    if (change.scope == PlanScope::kWholeList) skip_missing(steps, prefix_);
    if (change.scope != PlanScope::kProposal && added_) skip_missing(steps, prefix_ + "plan");
    return added_;
  }

 private:
  const Session& session() const { return wishes_.session(); }

  bool is_own(const Step& step, const std::string& prefix) const {
    return std::any_of(step.external.begin(), step.external.end(), [&](const ExternalId& id) {
      return id.dialect == agent_ && id.id.starts_with(prefix);
    });
  }

  bool is_called(const Step& step, const std::string& id) const {
    if (id.empty()) return false;
    const Attribute* adopted = find_attribute(step, self_);
    if (adopted != nullptr && adopted->value == Value(id)) return true;
    return std::any_of(step.external.begin(), step.external.end(), [&](const ExternalId& known) {
      return known.dialect == agent_ && known.id == prefix_ + id;
    });
  }

  // By id; else by title: open ones first, and complete ones only for an item that is complete.
  StepId find(const PlanItem& item, const std::vector<StepId>& taken) const {
    const std::string title = title_of(item);
    StepId complete = kRoot;
    StepId open = kRoot;
    for (const auto& step : session().steps) {
      if (step.removed || step.id == kRoot) continue;
      if (is_called(step, item.id)) return step.id;
      if (title.empty() || step.title != title) continue;
      if (std::find(taken.begin(), taken.end(), step.id) != taken.end()) continue;
      if (!item.id.empty() && is_own(step, prefix_) && !is_own(step, prefix_ + "plan")) continue;
      StepId& place = is_complete(step) ? complete : open;
      if (place == kRoot) place = step.id;
    }
    return open == kRoot && is_over(item) ? complete : open;
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
    std::vector<size_t> missing;
    for (size_t i = 0; i < steps.size(); ++i) {
      const PlanItem& item = change.items[i];
      if (steps[i] != kRoot) {
        const bool known = item.id.empty() || is_called(*session().find(steps[i]), item.id);
        if (!known) adopt(steps[i], item.id);
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
    set.key = self_;
    set.value = id;
    wishes_.add(RecordFact{set, step});
  }

  PlannedStep planned(const PlanItem& item, PlanScope scope, size_t number) const {
    PlannedStep step;
    step.title = title_of(item);
    step.description = cut(item.description, kMostDescription);
    const std::string own = scope == PlanScope::kProposal ? fmt::format("plan{}", number)
                            : item.id.empty()             ? fmt::format("item{}", number)
                                                          : item.id;
    step.external.push_back({agent_, prefix_ + own});
    return step;
  }

  void add(const PlanChange& change, const std::vector<size_t>& missing,
           std::vector<StepId>& steps) {
    if (missing.empty()) return;
    AddSteps wish;
    size_t first = session().steps.size();
    const StepId list = own_list();
    const bool needs_list = !session().identity.automatic && list == kRoot;
    if (needs_list) {
      PlannedStep head;
      head.title = "To-do of " + agent_;
      head.order = ChildOrder::kAnyOrder;
      head.external.push_back({agent_, list_id()});
      wish.plan.push_back(std::move(head));
      wish.parent = current_step(session(), wishes_.actor());
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

  std::string list_id() const { return "list:" + prefix_; }

  // Where this agent's items stand together, while that is open.
  StepId own_list() const {
    for (const auto& step : session().steps) {
      const bool is_list = std::any_of(
          step.external.begin(), step.external.end(),
          [&](const ExternalId& id) { return id.dialect == agent_ && id.id == list_id(); });
      if (is_list && !step.removed && !is_settled(session(), step.id)) return step.id;
    }
    return kRoot;
  }

  void move(StepId id, ItemState state) {
    const Step* step = session().find(id);
    if (step == nullptr || is_complete(*step)) return;
    if (state == ItemState::kDone) {
      CompleteStep wish;
      wish.step = id;
      wishes_.add(wish);
    } else if (state == ItemState::kDropped) {
      skip(id, "dropped from the list of " + agent_);
    } else if (step->status == StepStatus::kBlocked) {
      wishes_.add(ChangeStep{id, StepVerb::kUnblock, "", {}});
    } else if (step->status != StepStatus::kActive) {
      wishes_.add(StartStep{id});
    }
  }

  void skip(StepId id, const std::string& reason) {
    wishes_.add(ChangeStep{id, StepVerb::kSkip, reason, {}});
  }

  void skip_missing(const std::vector<StepId>& listed, const std::string& prefix) {
    std::vector<StepId> gone;
    for (const auto& step : session().steps) {
      const bool named = std::find(listed.begin(), listed.end(), step.id) != listed.end();
      const bool taken_up = named || find_attribute(step, self_) != nullptr;
      if (!step.removed && !taken_up && is_own(step, prefix) && !is_complete(step)) {
        gone.push_back(step.id);
      }
    }
    for (const StepId id : gone) skip(id, "no longer in the list of " + agent_);
  }

  WishList& wishes_;
  std::string agent_;
  std::string self_;
  std::string prefix_;  // of this agent's ids
  bool added_ = false;
};

}  // namespace

void add_plan(WishList& wishes, HookAgent agent, const PlanChange& change) {
  if (change.items.size() > kMostItems) {
    PlanChange first = change;
    first.items.resize(kMostItems);
    if (PlanWriter(wishes, agent).write(first)) {
      NoteAdded note;
      note.text = fmt::format("The list of {} has {} items; the first {} of them are steps here",
                              name_of(agent), change.items.size(), kMostItems);
      wishes.add_fact(std::move(note));
    }
  } else {
    PlanWriter(wishes, agent).write(change);
  }
  if (change.scope != PlanScope::kProposal || change.text.empty()) return;
  NoteAdded note;
  note.text = cut("Plan agreed to:\n" + change.text, kMostPlan);
  wishes.add_fact(std::move(note));
}

}  // namespace clew

#include "interface/hooks/todo_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "interface/hooks/todo_marks.h"
#include "interface/hooks/todo_match.h"
#include "interface/hooks/todo_state.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

constexpr size_t kMaxDescription = 1000;
constexpr size_t kMaxPlan = 4000;
constexpr size_t kMaxItems = 1000;  // of one list; an agent waits while they are looked through

// What is begun before what ends: a step around them stays open.
constexpr StepStatus kMoveOrder[] = {StepStatus::kActive, StepStatus::kBlocked, StepStatus::kDone,
                                     StepStatus::kSkipped, StepStatus::kPending};

struct MissingItem {
  size_t location = 0;  // in the list
  PlanItem item;
  StepId left = kRoot;  // where it was left behind; the root: it is new
};

// Applies one list to the session's steps. First each item is matched with a step, then steps
// change status in an order in which each transition is allowed, then items without a step are
// added, and for a whole list what it does not name is skipped.
class PlanWriter {
 public:
  PlanWriter(Trial& intents, const std::string& client, const AgentId& subagent)
      : intents_(intents),
        marks_(client, intents.actor(), subagent),
        is_plan_(intents.session().identity.automatic && subagent.empty()) {}

  // Whether the list has items that it did not have.
  // `steps` runs parallel to the items: the step of each, or the root for none.
  bool write(PlanChange change) {
    std::vector<StepId> steps = find_items(session(), marks_, change.items);
    if (!is_plan_) move_plan(change, steps);
    if (change.scope == PlanScope::kItems) take_along(change, steps);
    add_missing(change, steps);
    for (const StepStatus state : kMoveOrder) {
      move_all(change, steps, state, is_plan_ ? Whose::kAnybodys : Whose::kOwn);
    }
    const std::string why = "no longer in the list of " + marks_.owner();
    if (change.scope == PlanScope::kWholeList) skip_missing(steps, marks_.prefix(), why);
    if (change.scope != PlanScope::kProposal && has_new_)
      skip_missing(steps, marks_.prefix() + "plan", why);
    return has_new_;
  }

  void end() { skip_missing({}, marks_.prefix(), marks_.owner() + " ended"); }

 private:
  enum class Whose { kOwn, kOthers, kAnybodys };

  const Session& session() const { return intents_.session(); }

  // Where the list only is an aid, the steps of the plan go first: with one that is done, what is
  // open beside it is left behind, and goes on beside the next.
  void move_plan(const PlanChange& change, const std::vector<StepId>& steps) {
    // What is done is not left behind.
    if (ends_plan_step(change, steps)) move_all(change, steps, StepStatus::kDone, Whose::kOwn);
    for (const StepStatus state : kMoveOrder) move_all(change, steps, state, Whose::kOthers);
  }

  // Single items say nothing of the others on the list: what is open of them goes on as well.
  void take_along(PlanChange& change, std::vector<StepId>& steps) const {
    for (auto& [item, step] : items_to_take_along(session(), marks_, steps)) {
      change.items.push_back(std::move(item));
      steps.push_back(step);
    }
  }

  bool ends_plan_step(const PlanChange& change, const std::vector<StepId>& steps) const {
    for (size_t i = 0; i < steps.size(); ++i) {
      const Step* step = steps[i] == kRoot ? nullptr : session().find(steps[i]);
      if (step == nullptr || marks_.is_own(*step) || is_complete(*step)) continue;
      const auto& state = change.items[i].status;
      if (state == StepStatus::kSkipped) return true;
      if (state == StepStatus::kDone && !is_shut_to_lists(*step)) return true;
    }
    return false;
  }

  // Only steps that are this list's, only others', or all.
  void move_all(const PlanChange& change, const std::vector<StepId>& steps, StepStatus state,
                Whose whose) {
    for (size_t i = 0; i < steps.size(); ++i) {
      if (change.items[i].status != state || steps[i] == kRoot) continue;
      const bool is_own = marks_.is_own(*session().find(steps[i]));
      if (whose == Whose::kAnybodys || (whose == Whose::kOwn) == is_own) move(steps[i], state);
    }
  }

  // What was found is called as the item is; what was not, or was left behind, is added.
  void add_missing(const PlanChange& change, std::vector<StepId>& steps) {
    std::vector<MissingItem> missing;
    for (size_t i = 0; i < steps.size(); ++i) {
      PlanItem item = change.items[i];
      if (steps[i] == kRoot) {
        if (item.title.empty() || item.status == StepStatus::kSkipped) continue;
        has_new_ = true;
        missing.push_back({i, std::move(item)});
        continue;
      }
      const Step& step = *session().find(steps[i]);
      if (goes_on_elsewhere(session(), step, item)) {
        if (item.title.empty()) item.title = step.title;
        if (item.description.empty()) item.description = step.description;
        missing.push_back({i, std::move(item), steps[i]});
        steps[i] = kRoot;
      } else if (item.status == StepStatus::kSkipped && was_open(session(), step)) {
        let_go(steps[i], item.id);
      } else if (!item.id.empty()) {
        call(steps[i], item);
      }
    }
    if (change.scope == PlanScope::kItems) put_in_order(missing);
    if (!missing.empty() && add(change.scope, missing, steps) == Tried::kRefused) has_new_ = false;
  }

  // Those that go on as they stood, then what is new.
  static void put_in_order(std::vector<MissingItem>& missing) {
    std::stable_sort(missing.begin(), missing.end(), [](const auto& a, const auto& b) {
      if (a.left == kRoot || b.left == kRoot) return a.left != kRoot && b.left == kRoot;
      return a.left.number < b.left.number;
    });
  }

  void call(StepId step, const PlanItem& item) {
    if (marks_.is_called(*session().find(step), item.id)) {
      rename(step, item);
    } else {
      mark(step, item.id);  // somebody else's is this agent's item from now on
    }
  }

  // It was left behind, and the agent has dropped it since.
  void let_go(StepId step, const std::string& id) {
    if (!marks_.is_taken_up(*session().find(step))) mark(step, id);
  }

  void mark(StepId step, const std::string& id) {
    AttributeSet set;
    set.owner = AttributeOwner::kStep;
    set.step = step;
    set.key = marks_.taken_up();
    set.value = id;
    intents_.add(RecordFact{set, step});
  }

  void rename(StepId id, const PlanItem& item) {
    const Step& step = *session().find(id);
    if (item.title.empty() || recorded_title(item) == step.title || !marks_.is_own(step)) return;
    intents_.add(NameStep{id, step_title(item)});
  }

  // Ids of items become external ids of steps, by which the next list finds them. Those of a
  // proposal are numbered, since a proposal has none.
  PlannedStep planned(const PlanItem& item, PlanScope scope, size_t number) const {
    PlannedStep step;
    step.title = step_title(item);
    step.description = cut(item.description, kMaxDescription);
    const std::string own = scope == PlanScope::kProposal ? fmt::format("plan{}", number)
                            : item.id.empty()             ? fmt::format("item{}", number)
                                                          : item.id;
    step.external.push_back({marks_.client(), marks_.prefix() + own});
    return step;
  }

  // In a session that somebody planned the list gets a step of its own as its head, an aid beside
  // the current step. When that is refused, it is tried below the session itself.
  Tried add(PlanScope scope, const std::vector<MissingItem>& missing, std::vector<StepId>& steps) {
    AddSteps intent;
    size_t first = session().steps.size();
    const StepId list = marks_.find_list(session());
    const bool needs_list = !is_plan_ && list == kRoot;
    if (needs_list) {
      PlannedStep head;
      head.title = "To-do of " + marks_.owner();
      head.order = ChildOrder::kAnyOrder;
      head.quarantined = true;
      head.external.push_back({marks_.client(), marks_.list_id()});
      intent.plan.push_back(std::move(head));
      intent.parent = aided_step(session(), current_step(session(), intents_.actor()));
      ++first;
    } else {
      intent.parent = list;
    }
    for (const auto& added : missing) {
      intent.plan.push_back(planned(added.item, scope, first + intent.plan.size()));
      if (needs_list) intent.plan.back().parent = 0;
    }
    Tried tried = intents_.add(intent);
    if (tried == Tried::kRefused && intent.parent != kRoot) {
      intent.parent = kRoot;
      tried = intents_.add(intent);
    }
    if (tried == Tried::kRefused) return tried;
    for (size_t n = 0; n < missing.size(); ++n) {
      steps[missing[n].location] = StepId{static_cast<uint32_t>(first + n)};
    }
    return tried;
  }

  void move(StepId id, StepStatus state) {
    const Step* step = session().find(id);
    if (step == nullptr) return;
    const ItemOwner whose = marks_.is_own(*step) ? ItemOwner::kThisList : ItemOwner::kSomebodyElse;
    move_item(intents_, id, state, whose, "the list of " + marks_.owner());
  }

  // Collected before they are skipped: each change makes another state of the session.
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
    for (const StepId id : gone) skip_item(intents_, id, ItemOwner::kThisList, why);
  }

  Trial& intents_;
  ListMarks marks_;
  bool is_plan_;          // what is listed is the plan of the session
  bool has_new_ = false;  // items that no list had before
};

}  // namespace

// Of a list that is longer than a session can take in at once the first items count, and a note
// says so.
void add_plan(Trial& intents, const std::string& client, const PlanChange& change,
              const AgentId& subagent) {
  if (change.items.size() > kMaxItems) {
    PlanChange first = change;
    first.items.resize(kMaxItems);
    if (PlanWriter(intents, client, subagent).write(first)) {
      NoteAdded note;
      note.text = fmt::format("The list of {} has {} items; the first {} of them are steps here",
                              client, change.items.size(), kMaxItems);
      intents.add_fact(std::move(note));
    }
  } else {
    PlanWriter(intents, client, subagent).write(change);
  }
  if (change.scope != PlanScope::kProposal || change.text.empty()) return;
  NoteAdded note;
  note.text = cut("Plan agreed to:\n" + change.text, kMaxPlan);
  intents.add_fact(std::move(note));
}

void end_plan(Trial& intents, const std::string& client, const AgentId& subagent) {
  PlanWriter(intents, client, subagent).end();
}

}  // namespace clew

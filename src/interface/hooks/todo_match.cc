#include "interface/hooks/todo_match.h"

#include <algorithm>
#include <set>

#include "agent_client/clients.h"
#include "base/text.h"
#include "brief/words.h"
#include "secrets/secrets.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew {
namespace {

constexpr size_t kMaxStepTitle = 300;

bool is_over(const PlanItem& item) {
  return item.status == StepStatus::kDone || item.status == StepStatus::kSkipped;
}

// Words that say only that something is to be done.
bool is_doing(const std::string& word) {
  constexpr std::string_view kDoing[] = {"write",     "create",   "make",      "erstelle",
                                         "erstellen", "schreibe", "schreiben", "mache"};
  return std::find(std::begin(kDoing), std::end(kDoing), word) != std::end(kDoing);
}

// Numbers and negations: another one is another item.
std::vector<std::string> marks_in(const std::string& title) {
  constexpr std::string_view kNot[] = {"not",  "no",    "never", "without", "don't", "nicht",
                                       "kein", "keine", "nie",   "ohne",    "sin",   "sans"};
  std::vector<std::string> out = names_in(title);
  for (auto& word : words_of(title)) {
    const bool is_not = std::find(std::begin(kNot), std::end(kNot), word) != std::end(kNot);
    const bool has_digit = word.find_first_of("0123456789") != std::string::npos;
    if (is_not || has_digit) out.push_back(std::move(word));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Steps that came from an agent's list have "#" in their external id.
bool is_an_agents(const Step& step) {
  return std::any_of(step.external.begin(), step.external.end(), [](const ExternalId& id) {
    return id.id.find('#') != std::string::npos && find_client(id.dialect) != nullptr;
  });
}

// Four passes, from certain to probable: by id or title, in other words, done ones that are open
// again, and left behind ones. A step is taken by the first item that finds it.
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
    choose(items, [&](const PlanItem& item) { return find_alike(item); });
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
    const bool is_same =
        step.title == title || (is_an_agents(step) && same_words(step.title, title));
    return !title.empty() && is_same && may_be(item, step);
  }

  // Not another item's already, not of another list; an item with its own id takes no step of the
  // same list but one of a proposal.
  bool may_be(const PlanItem& item, const Step& step) const {
    if (is_taken(step) || marks_.is_others(session_, step)) return false;
    return item.id.empty() || !marks_.is_own(step) || marks_.is_own(step, marks_.prefix() + "plan");
  }

  // In other words; of several that could be meant it is none, and never a person's.
  StepId find_alike(const PlanItem& item) const {
    const std::string title = recorded_title(item);
    StepId found = kRoot;
    for (const auto& step : session_.steps) {
      if (step.removed || step.id == kRoot || !is_an_agents(step)) continue;
      if (!may_be(item, step) || is_left_behind(session_, step)) continue;
      if (is_complete(step) != is_over(item) && is_complete(step)) continue;
      if (!is_same_item(step.title, title)) continue;
      if (found != kRoot) return kRoot;
      found = step.id;
    }
    return found;
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
      StepId& location = is_complete(step) ? complete : open;
      if (location == kRoot) location = step.id;
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

// Wordings differ from one list to the next. Names, numbers and negations must agree; of the other
// words, by their stems, three quarters, or all of at least two.
bool is_same_item(const std::string& a, const std::string& b) {
  if (same_words(a, b)) return true;
  if (marks_in(a) != marks_in(b)) return false;
  auto own = content_words(a);
  auto others = content_words(b);
  std::erase_if(own, is_doing);
  std::erase_if(others, is_doing);
  const size_t shared = std::min(shared_stems(own, others), shared_stems(others, own));
  const size_t all = own.size() + others.size() - shared;
  if (shared >= 2 && all == shared) return true;
  return own.size() >= 3 && others.size() >= 3 && shared * 4 >= all * 3;
}

std::string step_title(const PlanItem& item) { return cut(item.title, kMaxStepTitle); }

std::string recorded_title(const PlanItem& item) { return without_secrets(step_title(item)); }

std::vector<StepId> find_items(const Session& session, const ListMarks& marks,
                               const std::vector<PlanItem>& items) {
  return ItemSearch(session, marks, items.size()).run(items);
}

// The step that it stands beside is finished, and it is not.
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

// An item that is open again goes on beside the step that is current.
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

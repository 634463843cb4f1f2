// Restoring events put one record back as it was. They come from the log, so they are not trusted
// with the plan's structure: a step keeps its number and its parent, and lists only parts of its
// own.

#include "session/applier.h"
#include "session/file_actor.h"

namespace clew {
namespace {

// Without a record the fact goes. Otherwise it replaces the one with its id, or stands in front of
// the first with a higher one.
template <class T>
void restore(Kept<T>& kept, Seq id, const std::optional<T>& record, const ActorId& file) {
  // What is open stays however much of it there is, in the order of its ids: of the latest the
  // others need not be asked.
  bool is_latest = false;
  if constexpr (requires(const T& item) { item.open(); }) {
    is_latest = !kept.items.empty() && kept.items.back().origin.id < id;
  }
  T* present = is_latest ? nullptr : find_fact(kept, id);
  if (!record) {
    if (present == nullptr) return;
    kept.items.erase(kept.items.begin() + (present - kept.items.data()));
    if (kept.total > 0) --kept.total;
    return;
  }
  if (present == nullptr) {
    const auto location = is_latest
                              ? kept.items.end()
                              : std::find_if(kept.items.begin(), kept.items.end(),
                                             [&](const T& item) { return item.origin.id > id; });
    present = &*kept.items.emplace(location);
    ++kept.total;
  }
  *present = *record;
  present->origin.id = id;
  // Whoever takes back a change puts back who made the one before.
  if (!file.empty()) {
    present->origin.actor = by_file(file, named_by_file(present->origin.actor));
  }
  if constexpr (requires(const T& item) { item.open(); }) {
    if (!may_leave(*record)) return;
  }
  bound(kept);
}

}  // namespace

// Without a record the step is removed: no parent lists it, but it stays among the steps, since
// their place is their number.
void Applier::operator()(const StepRestored& e) {
  if (e.step.number >= s_.steps.size()) return;
  Step& location = s_.steps[e.step.number];
  const StepId parent = location.parent;
  auto& siblings = s_.steps[parent.number].children;
  if (!e.record) {
    if (e.step == kRoot) return;
    location.removed = true;
    location.lease.reset();
    std::erase(siblings, e.step);
    return;
  }
  const bool same_words =
      location.title == e.record->title && location.description == e.record->description &&
      location.status_reason == e.record->status_reason && location.gate == e.record->gate;
  ActorId words_by = same_words ? std::move(location.words_by) : file_author();
  location = *e.record;
  // Whoever takes back a change puts back who made the one before.
  if (!file_author().empty()) location.words_by = std::move(words_by);
  location.id = e.step;
  location.parent = parent;
  // What it lists twice, or what is no part of it, is left out.
  std::vector<StepId> own;
  for (const StepId child : location.children) {
    const bool is_part =
        child != kRoot && child.number < s_.steps.size() && s_.steps[child.number].parent == e.step;
    if (is_part && std::find(own.begin(), own.end(), child) == own.end()) own.push_back(child);
  }
  location.children = std::move(own);
  // Only a part of it can be current: whoever follows the current ones goes down, never in a
  // circle.
  const auto& parts = location.children;
  if (location.current_child &&
      std::find(parts.begin(), parts.end(), *location.current_child) == parts.end()) {
    location.current_child.reset();
  }
  bound(location.attempts, kKeptAttempts);
  if (e.step == kRoot) {
    location.removed = false;
  } else if (std::find(siblings.begin(), siblings.end(), e.step) == siblings.end()) {
    siblings.push_back(e.step);
  }
}

void Applier::operator()(const AgentRestored& e) {
  auto& items = s_.agents.items;
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Agent& a) { return a.id == e.agent; });
  if (!e.record) {
    if (found == items.end()) return;
    items.erase(found);
    if (s_.agents.total > 0) --s_.agents.total;
    return;
  }
  if (found == items.end()) ++s_.agents.total;
  Agent& location = found == items.end() ? items.emplace_back() : *found;
  location = *e.record;
  location.id = e.agent;
  bound(s_.agents);
}

// The session keeps its id, whatever the record says.
void Applier::operator()(const OverviewRestored& e) {
  if (e.identity) {
    Identity before = std::move(s_.identity);
    Identity& now = s_.identity = *e.identity;
    now.id = before.id;
    if (const ActorId file = file_author(); !file.empty()) {
      now.goal_by = now.goal == before.goal ? before.goal_by : file;
      now.constraints_by = now.constraints == before.constraints ? before.constraints_by : file;
    }
    root().title = s_.identity.goal;
  }
  if (e.structure) s_.structure = *e.structure;
  if (e.lifecycle) s_.lifecycle = *e.lifecycle;
  if (e.context) {
    s_.context = *e.context;
    bound(s_.context.by_agent, kKeptAgents);
  }
  if (e.instruction) {
    s_.instruction = *e.instruction;
    if (const ActorId file = file_author(); !file.empty()) {
      s_.instruction->origin.actor = by_file(file, named_by_file(s_.instruction->origin.actor));
    }
    if (e.instruction->text.empty()) s_.instruction.reset();
  }
  if (!e.next_action) return;
  s_.next_action = *e.next_action;
  const ActorId file = file_author();
  s_.next_action_by = file.empty() ? e.next_action_by : file;
}

void Applier::operator()(const FactRestored& e) {
  const ActorId file = file_author();
  restore(s_.decisions, e.fact, e.decision, file);
  restore(s_.questions, e.fact, e.question, file);
  restore(s_.failed_approaches, e.fact, e.approach, file);
  restore(s_.notes, e.fact, e.note, file);
  restore(s_.files, e.fact, e.file, file);
  restore(s_.runs, e.fact, e.run, file);
  restore(s_.errors, e.fact, e.error, file);
  restore(s_.claims, e.fact, e.claim, file);
  restore(s_.artifacts, e.fact, e.artifact, file);
  restore(s_.revisions, e.fact, e.revision, file);
  restore(s_.checkpoints, e.fact, e.checkpoint, file);
  restore(s_.instructions, e.fact, e.instruction, file);
}

}  // namespace clew

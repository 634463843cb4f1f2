// The two readings are given the log's step numbers first (step_match.h), so that from there on
// the same number is the same step, and every field can be compared as it is (three_way.h).

#include "session/merge/merge_edit.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "session/merge/merge_facts.h"
#include "session/merge/step_match.h"
#include "session/progress.h"

namespace clew {
namespace {

std::string name_of_step(const Step& step) {
  return step.id == kRoot ? "the session" : fmt::format("step {}", quote(step.title));
}

bool has_step(const std::vector<StepId>& ids, StepId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// The order is part of the meaning: steps are added before they are merged, because their numbers
// have to exist; statuses that end a step come last, behind the records that they end.
class Merger {
 public:
  Merger(const Session& base, const Session& edited, const Session& now, const StepName& name_of)
      : now_(now),
        match_(match_steps(base, edited, now, name_of)),
        base_(match_.base.session),
        edited_(match_.edited.session),
        drafting_(now, Seq{now.head.number + 1}) {}

  MergedEdit run() {
    add_steps();
    remove_steps();
    overview();
    for (uint32_t i = 0; i < drafting_.session().steps.size(); ++i) step(StepId{i});
    merge_agents(base_, edited_, now_, drafting_, clashes_);
    merge_facts(base_, edited_, now_, drafting_, clashes_);
    for (auto& ended : ended_) drafting_.add(std::move(ended));
    return {drafting_.take(), std::move(said_)};
  }

 private:
  void add_steps() {
    for (const StepId id : match_.added) {
      if (id.number >= kMaxSteps) {
        clashes_.about(name_of_step(*match_.edited.find(id)));
        clashes_.say(fmt::format("was left out: a plan can have at most {} steps", kMaxSteps - 1));
        continue;
      }
      const Step& step = *match_.edited.find(id);
      if (match_.base.find(id) != nullptr) {
        clashes_.about(name_of_step(step));
        clashes_.say("was removed from the log; added again, as changed in the file");
      }
      StepAdded event = added(step);
      event.position = position_of(step);
      drafting_.add(std::move(event));
    }
  }

  // After the nearest step before it that is there; unset: last.
  std::optional<uint32_t> position_of(const Step& step) const {
    const auto& wanted = match_.edited.find(step.parent)->children;
    const auto& siblings = drafting_.session().steps[step.parent.number].children;
    uint32_t position = 0;
    for (auto at = std::find(wanted.begin(), wanted.end(), step.id); at != wanted.begin();) {
      const auto before = std::find(siblings.begin(), siblings.end(), *--at);
      if (before == siblings.end()) continue;
      position = static_cast<uint32_t>(before - siblings.begin()) + 1;
      break;
    }
    if (position == siblings.size()) return std::nullopt;
    return position;
  }

  // A removal in the file wins over changes in the log, with a notice for each: the file was edited
  // by somebody who saw the plan.
  void remove_steps() {
    for (const StepId id : match_.removed) {
      const Step& step = now_.steps[id.number];
      const Step* was = match_.base.find(id);
      clashes_.about(name_of_step(step));
      if (was == nullptr) {
        clashes_.say("is new in the log, but part of a step that the file no longer has: removed");
      } else if (was->status != step.status) {
        clashes_.say(fmt::format("is now {} in the log, but the file no longer has it: removed",
                                 clew::name_of(step.status)));
      }
      drafting_.add(StepRestored{id, std::nullopt});
    }
  }

  // One step as a record. Children are the log's, less what was removed; everything else is merged
  // by field. A step that the edit added is taken as the file has it.
  void step(StepId id) {
    const Step& present = drafting_.session().steps[id.number];
    const Step* edited = match_.edited.find(id);
    if (present.removed) return;
    Step merged = present;
    if (edited != nullptr && has_step(match_.added, id)) {
      merged = *edited;
    } else if (edited != nullptr) {
      const Step* base = match_.base.find(id);
      Step was = base == nullptr ? Step() : *base;
      was.id = id;
      was.parent = present.parent;
      // What the edit brings back is new.
      std::erase_if(was.children, [&](StepId child) { return has_step(match_.added, child); });
      merged.children = now_.steps[id.number].children;
      clashes_.about(name_of_step(present));
      merge_value(was, *edited, merged, "", clashes_);
      if (base != nullptr && base->status != edited->status) follow_status(*base, *edited, merged);
    }
    // What is gone is not waited for.
    if (merged.current_child && has_step(match_.removed, *merged.current_child)) {
      merged.current_child.reset();
    }
    const auto is_gone = [&](StepId other) { return has_step(match_.removed, other); };
    std::erase_if(merged.needs, is_gone);
    std::erase_if(merged.children, is_gone);
    if (merged != present) drafting_.add(StepRestored{id, std::move(merged)});
  }

  // A status carries more with it than most files say. Where the file is silent, the log follows.
  // The statuses that end a step are recorded as such, so that its open attempt is closed as well;
  // they are put off to `ended_` and come after the merged records.
  void follow_status(const Step& base, const Step& edited, Step& merged) {
    if (!base.lease && !edited.lease && merged.status != StepStatus::kActive) merged.lease.reset();
    const bool ends = is_complete(merged) || merged.status == StepStatus::kFailed ||
                      merged.status == StepStatus::kPending;
    if (!ends || !base.attempts.empty() || !edited.attempts.empty()) return;
    if (merged.open_attempt() == nullptr) return;
    const Step& was = now_.steps[merged.id.number];
    ended_.push_back({merged.id, merged.status, merged.status_reason});
    merged.status = was.status;
    merged.status_reason = was.status_reason;
  }

  // Everything of the session that is not a step, an agent or a fact. The id is the log's: a file's
  // id for the session is another one.
  void overview() {
    OverviewRestored restored;
    clashes_.about("the session");
    bool any = false;
    const auto merge = [&](const auto& base, const auto& edited, const auto& now, auto& slot) {
      auto merged = now;
      merge_value(base, edited, merged, "", clashes_);
      if (merged == now) return;
      slot = std::move(merged);
      any = true;
    };
    Identity base = base_.identity;
    Identity edited = edited_.identity;
    base.id = edited.id = now_.identity.id;
    merge(base, edited, now_.identity, restored.identity);
    if (Structure merged = structure(); merged != now_.structure) {
      restored.structure = std::move(merged);
      any = true;
    }
    merge(base_.lifecycle, edited_.lifecycle, now_.lifecycle, restored.lifecycle);
    merge(base_.context, edited_.context, now_.context, restored.context);
    std::string next = now_.next_action;
    ActorId by = now_.next_action_by;
    merge_value(base_.next_action, edited_.next_action, next, "next_action", clashes_);
    merge_value(base_.next_action_by, edited_.next_action_by, by, "next_action_by", clashes_);
    if (next != now_.next_action || by != now_.next_action_by) {
      any = true;
      restored.next_action = next;
      restored.next_action_by = by;
    }
    any = merge_instruction(restored) || any;
    if (any) drafting_.add(std::move(restored));
  }

  // Steps are counted: those that the log added and those that the edit added add up. Where the
  // file has_step no number, its steps count like those that anybody adds.
  Structure structure() {
    Structure base = base_.structure;
    Structure edited = edited_.structure;
    Structure merged = now_.structure;
    const auto top = [](const std::vector<StepId>& ids, const auto& parent_of) {
      return std::count_if(ids.begin(), ids.end(),
                           [&](StepId id) { return parent_of(id) == kRoot; });
    };
    const int64_t more =
        top(match_.added, [&](StepId id) { return match_.edited.find(id)->parent; });
    const int64_t fewer =
        top(match_.removed, [&](StepId id) { return now_.steps[id.number].parent; });
    const auto count = [&](int64_t change) {
      merged.total = static_cast<uint32_t>(std::max<int64_t>(int64_t{*merged.total} + change, 0));
    };
    if (base.total && edited.total && merged.total) {
      const bool is_counted = merged.total == edited.total && more == 0 && fewer == 0;
      if (!is_counted) count(int64_t{*edited.total} - *base.total);
      base.total = edited.total;
    } else if (!base.total && !edited.total && merged.total) {
      count(std::max<int64_t>(more - static_cast<int64_t>(steps_to_come(now_)), 0) - fewer);
    }
    merge_value(base, edited, merged, "structure", clashes_);
    return merged;
  }

  // The id of an instruction is the event that gave it. It is left out of the comparison, and a
  // merged instruction gets the number of the event that carries it.
  bool merge_instruction(OverviewRestored& restored) {
    const auto plain = [](std::optional<Instruction> instruction) {
      if (instruction) instruction->origin.id = {};
      return instruction;
    };
    std::optional<Instruction> merged = plain(now_.instruction);
    merge_value(plain(base_.instruction), plain(edited_.instruction), merged, "instruction",
                clashes_);
    if (merged == plain(now_.instruction)) return false;
    restored.instruction = merged.value_or(Instruction());
    restored.instruction->origin.id = drafting_.next();
    return true;
  }

  const Session& now_;
  const StepMatch match_;
  const Session& base_;
  const Session& edited_;
  Drafting drafting_;
  std::vector<StepStatusChanged> ended_;
  std::vector<std::string> said_;
  // Filled through clashes_, which names what each sentence is about.
  Clashes clashes_{said_};
};

}  // namespace

MergedEdit merge_edit(const Session& base, const Session& edited, const Session& now,
                      const StepName& name_of) {
  return Merger(base, edited, now, name_of).run();
}

}  // namespace clew

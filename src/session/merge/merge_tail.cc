#include "session/merge/merge_tail.h"

#include <algorithm>
#include <map>
#include <set>

#include "session/apply.h"
#include "session/merge/merge_table.h"
#include "session/merge/merge_tail_internal.h"

namespace clew {
namespace {

using namespace merging;

std::optional<StepId> step_in(const EventData& data) {
  if (const auto* e = get_if<StepStarted>(&data)) return e->step;
  if (const auto* e = get_if<StepCompleted>(&data)) return e->step;
  if (const auto* e = get_if<AttemptFailed>(&data)) return e->step;
  if (const auto* e = get_if<StepStatusChanged>(&data)) return e->step;
  return std::nullopt;
}

std::optional<uint32_t> attempt_in(const EventData& data) {
  if (const auto* e = get_if<StepStarted>(&data)) return e->attempt;
  if (const auto* e = get_if<StepCompleted>(&data)) return e->attempt;
  if (const auto* e = get_if<AttemptFailed>(&data)) return e->attempt;
  return std::nullopt;
}

// Walks the tail with two states side by side: `before_`, the tail as its own machine saw it, which
// says what each command meant, and `now_`, the other side with everything taken over so far, on
// which it is decided again. `ids_` maps the tail's numbers (events, steps, attempts, agents,
// fences) to those of `now_`.
class TailMerge {
 public:
  explicit TailMerge(const Divergence& given)
      : given_(given), before_(given.base), now_(given.theirs), ids_(given.base) {
    EventHeader header;
    header.seq = Seq{given.theirs.head.number + 1};
    header.at = given.now;
    apply_to(now_, Event{header, TailMoved()});
    note_undone();
  }

  MergedTail run() {
    std::vector<std::span<const Event>> moves;
    for (size_t i = 0; i < given_.tail.size();) {
      size_t end = i + 1;
      while (end < given_.tail.size() && given_.tail[end].header.part > 0) ++end;
      const auto events = given_.tail.subspan(i, end - i);
      i = end;
      if (holds<TailMoved>(events.front().data)) {
        moves.push_back(events);
      } else {
        command(events);
      }
    }
    // Which numbers they speak of is known only now.
    for (const auto events : moves) command(events);
    for (const auto& [was, now] : ids_.steps()) {
      merged_.steps.push_back({was, now});
    }
    merged_.after = std::move(now_);
    return std::move(merged_);
  }

 private:
  // Ranges that a later undo of the tail takes back.
  void note_undone() {
    for (const Event& event : given_.tail) {
      if (const auto* undone = get_if<CommandUndone>(&event.data)) {
        undone_.emplace(undone->first, undone->last);
      }
    }
  }

  const Appended* appended(Seq first, Seq last) const {
    const auto found = appended_.find({first, last});
    return found == appended_.end() ? nullptr : &found->second;
  }

  std::optional<MergeOutcome> outcome_of(Seq first) const {
    for (const MovedCommand& each : merged_.commands) {
      if (each.first <= first && first <= each.last) return each.outcome;
    }
    return std::nullopt;
  }

  // Whole or not at all. When one act conflicts, ids, state and events are put back to what they
  // were before the command, but `before_` goes on, because the commands after it were made on that
  // state. A conflict that the tail itself undid later is no conflict.
  void command(std::span<const Event> events) {
    const TailIds ids = ids_;
    const Session now = now_;
    const size_t kept = merged_.events.size();
    MovedCommand moved;
    moved.first = events.front().header.seq;
    moved.last = events.back().header.seq;
    bool is_conflict = is_left_out(before_, events, given_.is_here);
    if (is_conflict) {
      moved.why = "it was handed to " + before_.handoff->device + " before";
      ++merged_.left;
      merged_.left_to = before_.handoff->device;
    }
    for (std::span<const Event> rest = events; !rest.empty();) {
      const Act act = next_act(before_, rest);
      if (!is_conflict) is_conflict = !take(act, moved);
      for (const Event& event : act.events) apply_to(before_, event);
      rest = rest.subspan(act.events.size());
    }
    if (is_conflict) {
      ids_ = ids;
      now_ = now;
      merged_.events.erase(merged_.events.begin() + static_cast<std::ptrdiff_t>(kept),
                           merged_.events.end());
      const bool was_undone = undone_.count({moved.first, moved.last}) > 0;
      moved.outcome = was_undone ? MergeOutcome::kAbsorbed : MergeOutcome::kConflict;
      if (was_undone) moved.why.clear();
    } else if (merged_.events.size() > kept) {
      moved.outcome = MergeOutcome::kAppended;
      moved.now_first = merged_.events[kept].event.header.seq;
      moved.now_last = merged_.events.back().event.header.seq;
      if (undone_.count({moved.first, moved.last}) > 0) {
        appended_.emplace(std::pair(moved.first, moved.last),
                          Appended{moved.now_first, moved.now_last, now, now_});
      }
    } else {
      moved.outcome = MergeOutcome::kAbsorbed;
    }
    merged_.commands.push_back(std::move(moved));
  }

  // False: a conflict.
  bool take(const Act& act, MovedCommand& moved) {
    const std::function<const Appended*(Seq, Seq)> appended = [this](Seq first, Seq last) {
      return this->appended(first, last);
    };
    const std::function<std::optional<MergeOutcome>(Seq)> outcome = [this](Seq first) {
      return outcome_of(first);
    };
    Merge merge{given_, now_, ids_, appended, outcome};
    Verdict verdict = judge(merge, act);
    if (verdict.outcome == MergeOutcome::kConflict) {
      moved.why = std::move(verdict.why);
      return false;
    }
    const size_t first = merged_.events.size();
    for (Draft& draft : verdict.drafts) add(act, std::move(draft), moved.first);
    map_numbers(act, first);
    return true;
  }

  // Stamps a draft with the lead event's actor, time and way, and with the next number. `part`
  // counts the events of one command from 0, as an append would.
  void add(const Act& act, Draft draft, Seq command) {
    const EventHeader& lead = act.lead().header;
    EventHeader header = lead;
    header.seq = Seq{now_.head.number + 1};
    header.at = draft.at.value_or(lead.at);
    header.part = 0;
    if (!merged_.events.empty() && command_ == command) {
      header.part = merged_.events.back().event.header.part + 1;
    }
    command_ = command;
    header.repairs = ids_.event(lead.repairs).value_or(lead.repairs);
    Event event{header, std::move(draft.data)};
    apply_to(now_, event);
    merged_.events.push_back({std::move(event), std::nullopt});
  }

  // Which event of the tail is which of those appended for it (same kind, same step), or of the
  // other side's (same content). Later commands name facts by these numbers.
  void map_numbers(const Act& act, size_t first) {
    for (const Event& event : act.events) {
      MovedEvent* const again = same_of(event, first);
      if (again != nullptr) {
        again->was = event.header.seq;
        ids_.add_event(event.header.seq, again->event.header.seq);
        if (const auto* taken = get_if<LeaseTaken>(&event.data)) {
          ids_.add_fence(taken->fence, get<LeaseTaken>(again->event.data).fence);
        }
      } else if (const auto there = same_of_others(event)) {
        ids_.add_event(event.header.seq, *there);
      }
      const auto step = step_in(event.data);
      const auto attempt = attempt_in(event.data);
      if (!step || !attempt) continue;
      const auto number = again == nullptr ? std::nullopt : attempt_in(again->event.data);
      const auto id = ids_.step(*step);
      const Step* const present = id ? now_.find(*id) : nullptr;
      if (number) {
        ids_.add_attempt(*step, *attempt, *number);
      } else if (present != nullptr) {
        ids_.add_attempt(*step, *attempt, present->attempt_count);
      }
    }
  }

  // The first event appended for this act that has the same kind, and the same step if it has one,
  // and that no other event of the tail has taken.
  MovedEvent* same_of(const Event& event, size_t first) {
    const auto step = step_in(event.data);
    const auto now = step ? ids_.step(*step) : std::nullopt;
    for (size_t i = first; i < merged_.events.size(); ++i) {
      MovedEvent& each = merged_.events[i];
      if (each.was || kind_of(each.event.data) != kind_of(event.data)) continue;
      if (step && step_in(each.event.data) != now) continue;
      return &each;
    }
    return nullptr;
  }

  std::optional<Seq> same_of_others(const Event& event) const {
    const auto data = ids_.translate(event.data);
    if (!data) return std::nullopt;
    for (const Event& each : given_.others) {
      if (each.data == *data) return each.header.seq;
    }
    return std::nullopt;
  }

  const Divergence& given_;
  Session before_;  // the tail's own state
  Session now_;
  TailIds ids_;
  MergedTail merged_;
  Seq command_;  // that was added to last
  std::set<std::pair<Seq, Seq>> undone_;
  std::map<std::pair<Seq, Seq>, Appended> appended_;
};

}  // namespace

bool MergedTail::has_conflict() const {
  return std::any_of(commands.begin(), commands.end(), [](const MovedCommand& each) {
    return each.outcome == MergeOutcome::kConflict;
  });
}

bool is_left_out(const Session& before, std::span<const Event> command,
                 const std::function<bool(const Handoff&)>& is_here) {
  if (!before.handoff || !is_here || is_here(*before.handoff)) return false;
  const EventData& lead = command[leading_event(command)].data;
  return !holds<SessionHandedOff>(lead) && !holds<EventRedacted>(lead) && !holds<TailMoved>(lead);
}

MergedTail merge_tail(const Divergence& divergence) { return TailMerge(divergence).run(); }

// Decides one command that was in conflict once more, when a person chose it. The ids are rebuilt
// from the record of the merge; the events of a command are matched one to one only when as many
// were appended as it had.
Result<Drafts> decide_moved(const MovedConflict& conflict, const Session& now) {
  TailIds ids(conflict.base);
  for (const MovedStep& step : conflict.moved.steps) ids.add_step(step.was, step.now);
  for (const MovedCommand& each : conflict.moved.commands) {
    if (each.outcome != MergeOutcome::kAppended) continue;
    const bool is_alike =
        each.last.number - each.first.number == each.now_last.number - each.now_first.number;
    const uint32_t events = is_alike ? each.last.number - each.first.number + 1 : 1;
    for (uint32_t i = 0; i < events; ++i) {
      ids.add_event(Seq{each.first.number + i}, Seq{each.now_first.number + i});
    }
  }
  // The other side counts as having left everything alone.
  const Divergence given{
      conflict.base, conflict.base, conflict.command, {}, conflict.moved.device, conflict.now, {}};
  const std::function<const Appended*(Seq, Seq)> appended = [](Seq, Seq) { return nullptr; };
  const std::function<std::optional<MergeOutcome>(Seq)> outcome = [](Seq) { return std::nullopt; };
  Session before = conflict.before;
  Session ahead = now;
  Drafts drafts;
  for (std::span<const Event> rest = conflict.command; !rest.empty();) {
    const Act act = next_act(before, rest);
    Merge merge{given, ahead, ids, appended, outcome};
    Verdict verdict = judge(merge, act);
    if (verdict.outcome == MergeOutcome::kConflict) {
      return make_error(ErrorCode::kInvalid, verdict.why, now.identity.id.text,
                        "clew merge --take both   keeps its words as a note");
    }
    ahead = preview(std::move(ahead), verdict.drafts, conflict.now, act.lead().header.actor);
    for (Draft& draft : verdict.drafts) drafts.push_back(std::move(draft));
    for (const Event& event : act.events) apply_to(before, event);
    rest = rest.subspan(act.events.size());
  }
  return drafts;
}

}  // namespace clew

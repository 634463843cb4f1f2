#pragma once
// The parts of merge_tail, split by subject over merge_tail_*.cc. Private to src/session.

#include "session/decide.h"
#include "session/merge/divergence.h"
#include "session/merge/recognise_intent.h"
#include "session/merge/tail_ids.h"

namespace clew::merging {

// What becomes of one intent, and of the command with all of its.
struct Verdict {
  MergeOutcome outcome = MergeOutcome::kAbsorbed;
  Drafts drafts;
  std::string why;  // a conflict
};
Verdict append(Drafts drafts);
Verdict absorb();
Verdict conflict(std::string why);
Verdict conflict(const Error& error);

// The events of one intent of the tail, on the state they were decided on.
struct Act {
  std::span<const Event> events;
  const Session& before;  // the tail's own state
  std::optional<Intent> intent;
  const Event& lead() const { return events[leading_event(events)]; }
};

// A command of the tail that was appended again: what its undo needs.
struct Appended {
  Seq first;
  Seq last;
  Session before;
  Session after;
};

// What every rule sees.
struct Merge {
  const Divergence& given;
  const Session& now;  // theirs, and what was appended again so far
  TailIds& ids;
  // Of a command of the tail by its first event; none when it was not appended.
  const std::function<const Appended*(Seq first, Seq last)>& appended;
  const std::function<std::optional<MergeOutcome>(Seq first)>& outcome_of;

  // Decided on `now`, at the time it was, or at the other side's last event.
  Result<Drafts> decide(const Act& act, Intent intent) const;
  Verdict decide_again(const Act& act, Intent intent) const;
};

// How many of the events at the front of `rest` are one intent; at least 1.
Act next_act(const Session& before, std::span<const Event> rest);
const Agent* agent_in(const Session& session, const AgentId& id);  // null: there is none
Verdict judge(Merge& merge, const Act& act);

Verdict add_steps_again(Merge& merge, const Act& act);
Verdict start_again(Merge& merge, const Act& act);
Verdict finish_again(Merge& merge, const Act& act);
Verdict recheck_again(Merge& merge, const Act& act);
Verdict claim_again(Merge& merge, const Act& act);
Verdict release_again(Merge& merge, const Act& act);
Verdict revisit_again(Merge& merge, const Act& act);
Verdict settle_again(Merge& merge, const Act& act);

Verdict restore_again(Merge& merge, const Act& act);
Verdict undo_again(Merge& merge, const Act& act);

}  // namespace clew::merging

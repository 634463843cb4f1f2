#pragma once
// What may happen next, and why not. Pure: a session and an intent in, events or an error out.
// Split by subject: decide_lifecycle.cc, decide_plan.cc, decide_step.cc, decide_done.cc,
// decide_lease.cc, decide_revisit.cc, decide_fact.cc, decide_undo.cc; decide.cc puts them on one
// table and handles what is due by inactivity.

#include <optional>
#include <vector>

#include "session/event.h"
#include "session/intent.h"

namespace clew {

// An event about to happen. `at` is unset for "now"; a pause by inactivity was due earlier.
struct Draft {
  EventData data;
  std::optional<Time> at;

  Draft(EventData d, std::optional<Time> t);
  Draft(const Draft&);
  Draft(Draft&&) noexcept;
  Draft& operator=(const Draft&);
  Draft& operator=(Draft&&) noexcept;
  ~Draft();
  bool operator==(const Draft&) const = default;
};
using Drafts = std::vector<Draft>;

// A failed gate is not an error: its events say so, and the answer is made from them. The step's
// next attempt begins with it.
Result<Drafts> decide(const Session& session, const Intent& intent);

// Takes back what turned `before` into `after`, the events first..last of one command. Refused
// (kConflict) when `now` differs from `after` in anything that command touched.
Result<Drafts> decide_undo(const Session& now, const Session& before, const Session& after,
                           Seq first, Seq last, const std::string& reason);

// What a revisit would do, without doing it.
struct RevisitPlan {
  std::vector<StepId> affected;
  std::vector<std::string> artifacts;  // that would be archived
};
Result<RevisitPlan> plan_revisit(const Session& session, const RevisitStep& revisit);

}  // namespace clew

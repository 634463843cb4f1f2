#pragma once
// Aids: steps that somebody put beside a step of the plan for their own use, such as an agent's
// to-do list.
//
// The plan goes on without them: they are nobody's next step, they count for no share of the work,
// nothing waits for them, and what becomes of them moves no step of the plan. They can be begun at
// any time while the step they stand beside is not complete, and are skipped with it. Where a
// session has nothing but aids, they are its plan.

#include <optional>
#include <vector>

#include "session/session.h"

namespace clew {

// Marked as an aid, or inside of one.
bool is_aid(const Session& session, StepId step);
// The step that an aid stands beside, however deep it is; a step of the plan itself.
StepId aided_step(const Session& session, StepId step);

// The aid that a step is, or is inside of, the nearest of them; none for a step of the plan.
std::optional<StepId> list_around(const Session& session, StepId step);
// The living parts of a step as they are numbered: those of the plan, then the aids beside it.
std::vector<const Step*> numbered_parts(const Session& session, const Step& step);

// All living steps but the root as they are numbered, each before its parts.
std::vector<StepId> numbered_steps(const Session& session);

// How many steps the plan has at its top level, of those that are known.
size_t count_top_steps(const Session& session);

// Which parts of a step belong to the plan, for as long as the session stays as it is.
class PlanParts {
 public:
  explicit PlanParts(const Session& session);

  bool leaves_out(const Step& part) const {
    return hides_aids_ && part.quarantined.value_or(false);
  }
  // Itself, or what it is inside of, is left out.
  bool leaves_out_all_of(StepId step) const { return hides_aids_ && is_aid(session_, step); }
  bool has_any(const Step& step) const;
  bool has_open(const Step& step) const;  // one that is not complete

 private:
  const Session& session_;
  bool hides_aids_ = false;
};

}  // namespace clew

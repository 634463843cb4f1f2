#pragma once
// The plan: completed_work and pending_tasks are the titles of the steps without parts, done and
// not done, in plan order. What they cannot say (parts, another order, other statuses) is in
// metadata.clew, as `order` and `steps`. The lists come first: a title moved by hand from one to
// the other changes the step's status, one taken out of both is gone, a new one is a new step.
// Aids (session/side_steps.h) are no tasks: they are in neither list, only in metadata.clew, and go
// with the step they stand beside.

#include "base/value.h"
#include "session/session.h"

namespace clew::orchestration {

struct ReportedPlan {
  Value completed = Value::list();
  Value pending = Value::list();
  Value order;  // null: completed, then pending
  Value parts;  // how the session's own steps run; null: in order with `order`, else in any
  Value steps;  // null: nothing to add
};
ReportedPlan tell_plan(const Session& session);

// Adds the steps to a session that has only its root. `document` is the whole tree.
void read_plan(const Value& document, Session& session);

}  // namespace clew::orchestration

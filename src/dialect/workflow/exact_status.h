#pragma once
// metadata.clew: what the file's own fields have no word for, as the difference between a step as
// those fields tell it and the step as it is. A foreign program that changes the fields wins: a
// status or outcome counts only while the fields still show what it was shown as.
//
//   "clew": {"goal": …, "lifecycle": {…}, "session": {…},
//            "phases": {"2": {"title": …, "status": "blocked", "shown_as": "active",
//                             "attempts": [earlier ones], "attempt": {of the latest}, "steps":
//                             […]}}}

#include <vector>

#include "document/edit.h"
#include "session/session.h"

namespace clew::workflow {

// An empty object when there is nothing to add. `told`: null for a part of a phase, which the
// fields do not tell at all.
Value tell_step(const Session& session, const Step& exact, const Step* reported);
Value tell_lifecycle(const LifecycleState& exact, const LifecycleState& reported);
// What of the root the fields do not tell; goal, status and attempts left out.
Value tell_root(const Session& session);

// `odd` gets the places of what cannot be understood; it is passed over.
void hear_step(Step& step, const Value& said, const TreePath& at, std::vector<TreePath>& odd);
void hear_lifecycle(LifecycleState& lifecycle, const Value& said, const TreePath& at,
                    std::vector<TreePath>& odd);

}  // namespace clew::workflow

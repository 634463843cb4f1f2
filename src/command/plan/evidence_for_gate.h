#pragma once
// What a gate gets to see besides what is shown when a step is completed: what the dialect counts,
// what was set on the step before, and what its parts were shown. Pure.

#include <vector>

#include "dialect/dialect.h"
#include "session/intent.h"

namespace clew {

// Of a step that is done already, and whose gate asks for nothing: what is shown sets the dialect's
// fields of the same names. Empty unless all of it does.
Result<std::vector<Intent>> values_of_done(const Dialect* dialect, const Session& session,
                                           const Step& step, const Evidence& shown);

// `dialect`: of the session's view; null without one. What the dialect counts takes the place of
// what is claimed of it. A value that was set counts as claimed, and one that a part of the step
// was shown when it was done counts as it was shown there, where nothing else is shown, no command
// was run, and the step has not been done before.
Evidence evidence_to_judge(const Dialect* dialect, const Session& session, const Step& step,
                           Evidence shown);

// A value of the step that the dialect has a field for, and that is shown otherwise now, becomes
// what is shown.
std::vector<Intent> values_shown_anew(const Dialect* dialect, const Step& step,
                                      const Evidence& shown);

}  // namespace clew

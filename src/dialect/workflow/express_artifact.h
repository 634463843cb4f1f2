#pragma once
// phase_artifacts[N]: what a phase showed and produced, and the commands run in it.

#include "session/session.h"

namespace clew::workflow {

// The attempt at a phase that its artifact tells: the latest, or the one before it whose gate
// stayed shut. Null: there is none.
const Attempt* shown_attempt(const Step& phase);

// Null when there is nothing to tell yet.
Value tell_artifact(const Session& session, const Step& phase, uint32_t number);
// Older runs are only in the log; what a file has of them stays.
bool keeps_part_of_runs(const Session& session);

}  // namespace clew::workflow

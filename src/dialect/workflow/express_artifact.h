#pragma once
// phase_artifacts[N]: what a phase showed and produced, and the commands run in it.

#include "session/session.h"

namespace clew::workflow {

// Null when there is nothing to tell yet.
Value tell_artifact(const Session& session, const Step& phase, uint32_t number);
// Older runs are only in the log; what a file has of them stays.
bool keeps_part_of_runs(const Session& session);

}  // namespace clew::workflow

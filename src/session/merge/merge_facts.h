#pragma once
// The part of merge_edit that is about agents and facts, which have no numbers in a file and are
// matched by what they say (fact_match.h). Private to src/session.

#include "session/scratch_session.h"
#include "session/three_way.h"

namespace clew {

// `base` and `edited` have the log's step numbers already.
void merge_agents(const Session& base, const Session& edited, const Session& now,
                  Drafting& drafting, Clashes& clashes);
void merge_facts(const Session& base, const Session& edited, const Session& now, Drafting& drafting,
                 Clashes& clashes);

}  // namespace clew

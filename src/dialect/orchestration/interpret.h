#pragma once
// What the documents mean, and how a session is told in them.

#include "dialect/tree_dialect.h"

namespace clew::orchestration {

std::vector<Reading> interpret(const Documents& documents, FindingSink& sink);
// The findings of interpret; readings with no more than their entries.
std::vector<Reading> judge(const Documents& documents, FindingSink& sink);
Result<Documents> express(const Session& session);
// Whatever of it the session can tell.
Documents express_known(const Session& session);

// The part that is complete, of 1.
double progress_of(const Session& session);

}  // namespace clew::orchestration

#pragma once
// What a checkpoint means, and how a session is told in one.

#include "dialect/tree_dialect.h"

namespace clew::structural {

std::vector<Reading> interpret(const Documents& documents, FindingSink& sink);
Result<Documents> express(const Session& session);
// Whatever of it the session can tell.
Document express_known(const Session& session);

}  // namespace clew::structural

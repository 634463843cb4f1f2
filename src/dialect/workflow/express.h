#pragma once
// A session as a state document. A function of the session alone.

#include "dialect/tree_dialect.h"

namespace clew::workflow {

// kInvalid lists everything the session lacks.
Result<Document> express_state(const Session& session);
// Whatever of it the session can tell.
Document express_known(const Session& session);
// "<id>.json", or the name it was read from. Empty when the session has no id here.
std::string path_of(const Session& session);

}  // namespace clew::workflow

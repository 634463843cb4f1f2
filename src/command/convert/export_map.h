#pragma once
// `clew export --map NAME=VALUE`: what a person adds that the target demands and the session lacks.

#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

// NAME is a field of the target, a word of the session's identity (goal, model, device, …) or a
// step, which is then called VALUE in the target. kInvalid when the field cannot be VALUE.
Status map_names(Session& session, const Dialect& target, const std::vector<std::string>& map);

}  // namespace clew

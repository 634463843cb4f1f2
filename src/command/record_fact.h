#pragma once
// The one way all verbs that tell a fact go: the step is looked up in the same turn, the answer has
// the fact's number.

#include <functional>
#include <string>

#include "command/said.h"

namespace clew {

Result<Answer> record_fact(Workspace& workspace, const RecordFact::Fact& fact, const std::string& step,
                           const std::function<std::string(const Done&)>& words);

// The seq of the fact, by which it is named afterwards: the last event told.
std::string fact_number(const Done& done);

}  // namespace clew

#pragma once
// The way of every verb that records one fact (decide, tried, ask, note, ran, …): the step is
// looked up in the same transaction, and the answer has the fact's number (the seq of its event),
// by which it is named afterwards.

#include <functional>
#include <string>

#include "engine/reply.h"

namespace clew {

// Adds to a fact what only the session knows; the kind of fact stays.
using CompleteFact = std::function<void(const Session& session, RecordFact::Fact& fact)>;

Result<Answer> record_fact(
    Workspace& workspace, const RecordFact::Fact& fact, const std::string& step,
    const std::function<Saying(const Done& done, const std::string& number)>& words,
    const CompleteFact& complete = nullptr);

}  // namespace clew

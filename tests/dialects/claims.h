#pragma once
// What a dialect's published field table claims to hold, and what of a session did not come back.

#include <set>
#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

// The words of the core that are homes of fields, as the session spells them.
std::set<std::string> claimed_words(const Dialect& dialect);

// The claimed words that `back` lacks or tells otherwise. Steps are known by what the dialect calls
// them, facts by what the dialect claims of them; so neither order nor number counts.
//
// Exact for words that name a field ("agents[].status"). Words that name a group ("agents",
// "lifecycle", "steps[]") claim only that the group has a place: what of it comes back is said by
// the words of its fields, or, for workflow's metadata.clew, by its own tests.
std::vector<std::string> broken_claims(const Dialect& dialect, const Session& said,
                                       const Session& back);

}  // namespace clew

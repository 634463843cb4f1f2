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
std::vector<std::string> broken_claims(const Dialect& dialect, const Session& said,
                                       const Session& back);

}  // namespace clew

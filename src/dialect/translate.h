#pragma once
// A session of one dialect as another would have it: everything that both can say, put where the
// other says it, and nothing else. docs/dialects/conversion.md has the table of concepts.

#include "dialect/dialect.h"

namespace clew {

// The kind of an agent of which only its name is known.
inline constexpr const char* kUnknownAgentType = "custom";

// Pure, and the same every time: whoever translates back finds what was lost by it.
Session translate(const Session& session, const Dialect& from, const Dialect& to);

}  // namespace clew

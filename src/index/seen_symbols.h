#pragma once
// What the symbols of a scope looked like when its structural version was taken down: kept in the
// index, so that a rename can be told from a loss. A cache like the rest of it: without it a
// renamed symbol is said to be gone.

#include <string>
#include <vector>

#include "index/lost_symbol.h"

namespace clew {

// Added to what is known of that version; the oldest go when there are too many.
Status remember_seen(CodeIndex& index, const std::string& version,
                     const std::vector<SeenSymbol>& symbols);
// Empty when nothing is known of it.
Result<std::vector<SeenSymbol>> recall_seen(CodeIndex& index, const std::string& version);

}  // namespace clew

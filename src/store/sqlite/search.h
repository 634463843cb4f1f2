#pragma once
// Full-text search. What the index does not know yet is read from the log and compared word by
// word.

#include "store/sqlite/event_rows.h"

namespace clew {

// kUsage when there is no word in the text.
Result<std::vector<SearchHit>> search_words(Database& base, const SearchQuery& query);

}  // namespace clew

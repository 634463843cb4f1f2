#pragma once
// The dialect that a document of none is nearest to: the one that knows most of its fields. For
// hints: what it is near to, it need not be.

#include <optional>
#include <string>

#include "discovery/dialect_locations.h"

namespace clew {

struct Nearest {
  const Dialect* dialect = nullptr;
  const DocumentShape* document = nullptr;
  size_t known = 0;  // fields of the document that the dialect's has too
};

// Nothing when no dialect knows any of its fields, or it cannot be parsed.
std::optional<Nearest> nearest_dialect(const Dialects& dialects, const std::string& path,
                                       const std::string& text);
// The document of one dialect, its first when none is near.
const DocumentShape& nearest_document(const Dialect& dialect, const Value& tree);

}  // namespace clew

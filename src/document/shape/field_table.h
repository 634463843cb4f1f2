#pragma once
// The field table of a dialect's page in docs/dialects/, as Markdown. A test (tests/transcript)
// notices when a page has another one between its marks.

#include <string>

#include "document/document.h"

namespace clew {

inline constexpr const char* kFieldsBegin = "<!-- fields -->";
inline constexpr const char* kFieldsEnd = "<!-- /fields -->";

// Every document under a heading of its own.
std::string field_tables(const std::vector<DocumentShape>& documents);
// What a value of this shape is, in words: "text, 1 to 200 characters or null".
std::string describe_shape(const Shape& shape);
// One row per field, in the order they are written; "agents[].id" is a field of each element of a
// list, "by_agent.*" each value of a map.
std::string field_table(const Shape& shape);

}  // namespace clew

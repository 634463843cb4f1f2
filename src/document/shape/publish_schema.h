#pragma once
// A shape as JSON Schema 2020-12, with the meaning check_shape gives it: what `clew schema` prints
// and other tools validate with.

#include <string>

#include "document/document.h"

namespace clew {

Value publish_schema(const Shape& shape, const std::string& id, const std::string& title);
// A document of the dialect called so; of one line, for JSON lines; of one or a list, where a file
// may hold several. Its $id is stable.
Value publish_schema(const std::string& dialect, const DocumentShape& document);

}  // namespace clew

#pragma once
// A document's tree with the place of every value, JSON or YAML by the name's ending.

#include <string>

#include "document/spans.h"

namespace clew {

Result<LocatedTree> locate_document(const std::string& name, std::string_view text);

}  // namespace clew

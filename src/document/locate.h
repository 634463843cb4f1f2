#pragma once
// A document's tree with the place of every value in its text, JSON or YAML by the ending of the
// name. For messages with a line and for editors of text. kInvalid with line and column where the
// text cannot be read. (A unit of its own: json_spans and yaml_spans both stand on spans.h.)

#include <string>

#include "document/spans.h"

namespace clew {

Result<LocatedTree> locate_document(const std::string& name, std::string_view text);

}  // namespace clew

#pragma once
// The readable beginning of a YAML text (document/readable_prefix.h). A text over several lines
// that has no quotes ends where it stops being there: of it, whole lines are kept.

#include <optional>
#include <string_view>

#include "document/prefix_text.h"

namespace clew {

std::optional<ReadablePrefix> yaml_prefix(std::string_view text);

}  // namespace clew

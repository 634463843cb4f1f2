#pragma once
// The readable beginning of a JSON text (document/readable_prefix.h).

#include <optional>
#include <string_view>

#include "document/prefix_text.h"

namespace clew {

std::optional<ReadablePrefix> json_prefix(std::string_view text);

}  // namespace clew

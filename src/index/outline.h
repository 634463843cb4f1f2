#pragma once
// Reads one source file: what it defines and what it mentions (file_outline.h). Bytes of strangers:
// whatever they are, this ends within a second and 64 MB, and says when it gave up.

#include <string_view>

#include "index/file_outline.h"

namespace clew {

FileOutline outline_file(Language language, std::string_view bytes,
                         const OutlineLimits& limits = {});

}  // namespace clew

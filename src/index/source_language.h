#pragma once
// Which language a source file is written in, by its name; headers, which C and C++ share, by what
// stands in them.

#include <optional>
#include <string_view>

#include "index/file_outline.h"

namespace clew {

// Whether the name alone says that it is source code of a language that is read.
bool is_source_path(std::string_view path);

// Nothing for a path that is_source_path() refuses.
std::optional<Language> source_language(std::string_view path, std::string_view bytes);

// As it stands in answers and in the structural version: never renamed.
std::string_view language_name(Language language);

}  // namespace clew

#pragma once
// What a file is, by its name and its bytes: which language it is written in (headers, which C and
// C++ share, by what stands in them), and whether a program made it or it is no text.

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

// Whether it was made by a program for a program: it says so at its top, or in its name, or is
// minified. Such files are counted and left out of the index: nobody edits them, and they would be
// its largest symbols.
bool is_generated(std::string_view path, std::string_view bytes);

// As git judges it: a NUL byte near the beginning.
bool is_binary(std::string_view bytes);

}  // namespace clew

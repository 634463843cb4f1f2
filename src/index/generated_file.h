#pragma once
// Whether a file was made by a program for a program: it says so at its top, or in its name, or is
// minified. Such files are counted and left out of the index: nobody edits them, and they would be
// its largest symbols.

#include <string_view>

namespace clew {

bool is_generated(std::string_view path, std::string_view bytes);

// As git judges it: a NUL byte near the beginning.
bool is_binary(std::string_view bytes);

}  // namespace clew

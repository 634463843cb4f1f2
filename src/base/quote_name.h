#pragma once
// Names that a project chose (of files, folders, definitions, branches) inside a sentence of
// clew's own. A file may be called "x. The person said: run it".

#include <string>
#include <string_view>

namespace clew {

// Letters, digits and what paths and qualified names are usually made of: it says nothing but a
// name.
bool is_plain_name(std::string_view name);
// A plain name as it is, every other in double quotes that it cannot close. Of a long one the end,
// behind "…".
std::string quote_name(std::string_view name);
// The same, at most `most` characters of the name; 0: all of it.
std::string quote_name(std::string_view name, size_t most);

}  // namespace clew

#pragma once
// Somebody's words inside a sentence of clew's own. A person or a model that reads it must be able
// to tell the two apart, whatever the words are.

#include <string>
#include <string_view>

namespace clew {

// The text without what could end a quotation: its own quotation marks become '.
std::string without_quotes(std::string text);
// In double quotes that it cannot close, on one line, with nothing hidden.
std::string quote(std::string_view text);

}  // namespace clew

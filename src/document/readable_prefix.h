#pragma once
// What can still be read of a JSON or YAML text that was cut off or damaged: everything before the
// damage, made a whole document again. Values stay as they were spelled; what was open is closed,
// and a value of which only a part is there is left out, as is the name of a value that is gone.
//
// Laws: the result parses; every value in it stands in the text; of a longer beginning of the same
// text at least as much is kept; what is no damage (a merge conflict, a key twice) is not read.

#include <optional>
#include <string>
#include <string_view>

#include "document/document.h"
#include "document/prefix_text.h"

namespace clew {

// Nothing when no value can be read, or the text is no JSON or YAML at all.
std::optional<ReadablePrefix> readable_prefix(DocumentKind kind, std::string_view text);

// "agents[2].status"; empty for the document itself.
std::string path_in_words(const TreePath& path);

}  // namespace clew

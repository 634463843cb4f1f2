#pragma once
// Recorded text on its way into a page. Whoever wrote it must not be able to speak in the page's
// own voice: it becomes one visible line, and what could pass for structure (a heading, a bullet, a
// section of the brief, a check mark, a separator, code, a tag) is made plain.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/id.h"

namespace clew {

// One line of at most `most` characters, for the brief.
std::string recorded(std::string_view stored, size_t most);
// The same in double quotes that it cannot close; `most` counts what is inside.
std::string quoted(std::string_view stored, size_t most);
// What stands behind words that came with a view's files, by git or by hand: whoever wrote them did
// not say them to clew. `by` is as the session keeps it; empty gives nothing.
std::string edited_mark(const ActorId& by);
// A path keeps its end, where the name is.
std::string recorded_path(std::string_view stored, size_t most);

// One visible line of at most `most` columns, for a terminal.
std::string fitted(std::string_view stored, size_t most);

}  // namespace clew

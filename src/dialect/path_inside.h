#pragma once
// Whether a path in a document stays in the folder that it is relative to. By its text alone, as
// any system would read it: what the disk makes of it is seen when it is opened.

#include <string_view>

namespace clew {

// Not absolute, with no drive, and without a part "..".
bool is_path_inside(std::string_view path);

}  // namespace clew

#pragma once
// Sessions whose own file is gone while the list of their folder still names them: found by that
// list alone.

#include <vector>

#include "discovery/found_session.h"

namespace clew {

// At `path`: the folder, its list, or where the file of one of them was. `only`: of this dialect.
std::vector<FoundSession> find_lost_sessions(Context& context, const std::string& path,
                                             const Dialect* only);

}  // namespace clew

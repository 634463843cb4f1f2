#pragma once
// A dialect that demands what a session lacks names the `clew set` that would mend it. Where there
// is no session to set anything on, the same is said in the words of the verb at hand. Pure.

#include <string>

#include "base/error.h"

namespace clew {

// clew start GOAL --dialect D: by its options, as far as it has some. `given`: other options that
// were given, to be given again, as " --dir essays".
Error lacking_at_start(Error error, const std::string& dialect, const std::string& goal,
                       const std::string& given = {});
// clew view attach D: what no `clew set` can give is given to a copy.
Error lacking_in_view(Error error, const std::string& dialect, const std::string& session);
// clew export SOURCE --to D: by --map.
Error lacking_in_export(Error error, const std::string& dialect, const std::string& source);

}  // namespace clew

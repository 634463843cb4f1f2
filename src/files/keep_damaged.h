#pragma once
// Copies of damaged files. Whoever writes over a file that cannot be read first keeps it beside the
// new one, under a name with the time: nothing that somebody wrote is lost to a repair.

#include <string>

#include "base/time.h"
#include "files/file_system.h"

namespace clew {

// What a damaged file is kept as: state.yaml.damaged-20261115-143201
std::string damaged_name(const std::string& name, Time now);
// Keeps it so and says the name: another one of the same second ends in -2.
Result<std::string> keep_damaged(Folder& folder, const std::string& name, BytesView text, Time now);

}  // namespace clew

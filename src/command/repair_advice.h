#pragma once
// What a person can do where `clew repair PATH` could not: always something that this dialect
// takes.

#include "command/dialect_files.h"
#include "command/repair_files.h"

namespace clew {

// A dialect knows no path: its `clew repair --at STEP` gets the one that was given. What says
// nothing of a next step gets one.
Error with_repair_path(Error error, const FileRepair& repair);
// No level of the ladder has anything to go by. `around`: all files that there are.
Error nothing_to_go_by(const FoundSession& found, const FileSet& around, const FileRepair& repair);

}  // namespace clew

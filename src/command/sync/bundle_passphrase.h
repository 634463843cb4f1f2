#pragma once
// The passphrase of a bundle, from a file: on a command line everybody on the machine could read
// it.

#include <string>

#include "engine/workspace.h"

namespace clew {

// Its first line, without the line end. kInvalid when that is empty or longer than 1,024 bytes.
Result<std::string> read_passphrase(Workspace& workspace, const std::string& file);

}  // namespace clew

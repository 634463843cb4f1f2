#pragma once
// `clew mcp`: the toolbox over two byte streams. The output carries the protocol alone; what went
// wrong in the store is told to ToolboxParts::on_trouble.

#include "interface/mcp/stdio.h"
#include "interface/mcp_tools/toolbox.h"

namespace clew {

// Returns when the input ends: the exit code.
int run_mcp(ToolboxParts parts, const McpStreams& streams);

}  // namespace clew

#include "interface/mcp_tools/run_mcp.h"

#include "interface/mcp/server.h"

namespace clew {

int run_mcp(ToolboxParts parts, const McpStreams& streams) {
  Toolbox toolbox(std::move(parts));
  McpServer server(toolbox);
  serve_stdio(server, streams);
  return 0;
}

}  // namespace clew

#pragma once
// The things an application offers, in the shape in which they are listed on the wire. What is
// empty is left out.

#include "base/value.h"
#include "interface/mcp/application.h"

namespace clew {

Value info_value(const McpInfo& info);
Value tool_value(const McpTool& tool);
Value resource_value(const McpResource& resource);
Value template_value(const McpTemplate& shape);
Value prompt_value(const McpPrompt& prompt);
Value completion_value(const McpCompletion& completion);

}  // namespace clew

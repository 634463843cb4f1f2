#pragma once
// The arguments of a tool as a list: its own, then those that all tools share.

#include <string>
#include <vector>

#include "command/verb.h"
#include "interface/mcp_tools/session_tool.h"

namespace clew {

std::vector<ParamInfo> all_params(const SessionTool& tool);
// {"concise", "detailed"} of a parameter whose placeholder is "concise|detailed"; else empty.
std::vector<std::string> choices_of(const ParamInfo& param);

// Takes session, key and detail out of the arguments and into the frame. What is missing, unknown
// or not among the choices is kUsage and says what the tool takes.
Status take_shared(const SessionTool& tool, Value& arguments, CallFrame& frame);

}  // namespace clew

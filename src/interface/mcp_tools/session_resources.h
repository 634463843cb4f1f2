#pragma once
// Sessions as resources: clew://session/ID (all fields), …/brief (what a newcomer reads) and …/log
// (events, one JSON line each, a bounded piece at a time). ID may be ID@SEQ. Nothing is only here:
// session_resume and session_find tell the same.

#include <optional>
#include <string>
#include <vector>

#include "interface/mcp/application.h"
#include "interface/mcp_tools/session_call.h"

namespace clew {

// Of this project, newest first.
McpPage<McpResource> list_session_resources(const OpenForCall& open, size_t offset, size_t most);
std::vector<McpTemplate> session_templates();
McpReply read_session_resource(const OpenForCall& open, const ActorId& reader,
                               const std::string& uri);
// Another one after every event of the session.
std::optional<std::string> session_resource_version(const OpenForCall& open,
                                                    const std::string& uri);

// Ids of this project's sessions that begin so, newest first.
std::vector<std::string> session_ids(const OpenForCall& open, const std::string& start);

}  // namespace clew

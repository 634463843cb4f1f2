#pragma once
// Takes likely secrets out of events: what arrives by hook, MCP or command line never reaches the
// log with them. Ids, hashes and paths are not touched.

#include <string>
#include <vector>

#include "secrets/find_secrets.h"
#include "session/decide.h"

namespace clew {

// Replaces each likely secret by [redacted: KIND]; `notices` says so for people, and a note says so
// in the log.
Status redact_secrets(Drafts& drafts, std::vector<std::string>& notices);

// Whether redact_secrets would replace something. For what is kept as it is: hand edits of files.
bool holds_secret(const EventData& data);

}  // namespace clew

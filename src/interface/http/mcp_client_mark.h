#pragma once
// Who sends a modern request. Every one stands alone, and no session ties them together; what one
// client sends with all of its requests is what it calls itself, its token, and whatever headers it
// was given. Two copies of a client that agree in all of these cannot be told apart. The TCP
// connection is no help: clients hold several, and drop them as they like.

#include <string>

#include "base/value.h"
#include "interface/http/http_message.h"

namespace clew {

// The same for all requests of one client, another for another's. Holds the token: not to be shown.
std::string mcp_client_mark(const HttpRequest& http, const Value& message);

}  // namespace clew

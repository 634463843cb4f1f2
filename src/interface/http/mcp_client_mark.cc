#include "interface/http/mcp_client_mark.h"

#include "document/json/json.h"

namespace clew {
namespace {

constexpr const char* kClientInfo = "io.modelcontextprotocol/clientInfo";
// Modern clients need no session id; one that was configured to send it is known by it.
constexpr const char* kMarkHeaders[] = {"Authorization", "Mcp-Session-Id", "User-Agent"};

}  // namespace

std::string mcp_client_mark(const HttpRequest& http, const Value& message) {
  std::string mark;
  const Value* params = message.find("params");
  const Value* meta = params == nullptr ? nullptr : params->find("_meta");
  const Value* client = meta == nullptr ? nullptr : meta->find(kClientInfo);
  if (client != nullptr) mark += write_json(*client);
  for (const char* name : kMarkHeaders) {
    const std::string* header = http.header(name);
    mark += "\n" + (header == nullptr ? std::string() : *header);
  }
  return mark;
}

}  // namespace clew

#include "interface/http/mcp_endpoint.h"

#include <utility>

#include "base/text.h"
#include "document/json/lenient_json.h"
#include "interface/http/mcp_client_mark.h"
#include "interface/http/mcp_headers.h"

namespace clew {
namespace {

constexpr const char* kSessionHeader = "Mcp-Session-Id";
constexpr const char* kVersionHeader = "MCP-Protocol-Version";

Value id_of(const Value& message) {
  const Value* id = message.find("id");
  return id != nullptr && (id->is_string() || id->is_int()) ? *id : Value();
}

std::string_view method_of(const Value& message) {
  const Value* method = message.find("method");
  return method == nullptr ? std::string_view() : std::string_view(method->as_string());
}

void refuse(const std::shared_ptr<HttpResponder>& responder, int status, const McpMessage& error) {
  responder->reply(json_reply(status, error.text));
}

bool is_unknown_revision(const std::string& version) {
  return !version.empty() && version != kMcpModernRevision && !is_handshake_revision(version);
}

// What the message itself says; null when it leaves that to the header.
const Value* claimed_version(const Value& message) {
  const Value* meta = mcp_meta(message);
  return meta == nullptr ? nullptr : meta->find(kMcpVersionKey);
}

McpMessage unsupported(const Value& message, const std::string& version) {
  Value supported = Value::List{kMcpModernRevision};
  for (const auto& revision : kMcpHandshakeRevisions) supported.push(revision);
  return mcp_error(id_of(message), kMcpUnsupportedVersion,
                   "protocol version " + to_utf8(version) + " is not supported",
                   Value::Object{
                       {"supported", std::move(supported)},
                       {"requested", to_utf8(version)    }
  });
}

}  // namespace

McpEndpoint::McpEndpoint(McpServer& server, McpEndpointOptions options)
    : server_(server),
      options_(std::move(options)),
      sessions_(options_.sessions, options_.session_idle) {}

McpEndpoint::~McpEndpoint() = default;

// The rule for the path: methods, what may be sent and what is given back. The guard applies it
// before the endpoint is reached.
HttpRoute McpEndpoint::route(std::string path) {
  HttpRule rule{
      {{"POST", {"application/json", "text/event-stream"}},
       {"GET", {"text/event-stream"}},
       {"DELETE"}}
  };
  return {std::move(path), std::move(rule),
          [this](const HttpRequest& request, std::shared_ptr<HttpResponder> responder) {
            handle(request, responder);
          }};
}

void McpEndpoint::attach(HttpServer& http) {
  http_ = &http;
  http.post([this] { keep_looking(); });
}

void McpEndpoint::detach() {
  if (HttpServer* http = http_) http->post([this] { close_all(); });
}

// GET opens the channel of a handshake session and DELETE ends it; everything else is a POST. Which
// era a message belongs to is told by its own metadata first, then by the header.
void McpEndpoint::handle(const HttpRequest& request, const Responder& responder) {
  const std::string* header = request.header(kVersionHeader);
  const std::string version = header == nullptr ? std::string() : *header;
  if (request.method != "POST") {
    const bool is_handshake = version.empty() || is_handshake_revision(version);
    if (!is_handshake || request.header(kSessionHeader) == nullptr) {
      return responder->reply(not_allowed(request, "POST"));
    }
    McpSession* session = find_session(request, {}, responder);
    if (session == nullptr) return;
    const std::string& id = *request.header(kSessionHeader);
    if (request.method == "GET") return open_channel(id, *session, responder);
    sessions_.erase(id);
    return responder->reply(empty_reply(200));
  }
  const auto message = parse_cut_json(request.body);
  if (!message) {
    return refuse(
        responder, 400,
        mcp_error(unread_message_id(request.body), kMcpParseError, message.error().message));
  }
  if (!message->is_object()) {
    return refuse(responder, 400, mcp_error({}, kMcpInvalidRequest, "send one message at a time"));
  }
  if (is_unknown_revision(version) && claimed_version(*message) == nullptr) {
    return refuse(responder, 400, unsupported(*message, version));
  }
  if (mcp_era(*message, version) == McpEra::kModern) {
    post_modern(request, *message, responder);
  } else {
    post_handshake(request, *message, responder);
  }
  // Others may listen for what this call has changed.
  if (method_of(*message) == "tools/call") look_for_changes();
  keep_looking();
}

// A connection of its own for each request, named after the client so that what it records has an
// author.
void McpEndpoint::post_modern(const HttpRequest& request, const Value& message,
                              const Responder& responder) {
  if (message.find("method") == nullptr) {
    return refuse(
        responder, 400,
        mcp_error(id_of(message), kMcpInvalidRequest, "neither request nor notification"));
  }
  if (const auto fault = mcp_header_fault(request, message, schema_for(message))) {
    return refuse(responder, fault->http_status, *fault);
  }
  const std::string* version = request.header(kVersionHeader);
  const auto connection =
      std::make_shared<McpConnection>(server_, mcp_client_mark(request, message));
  const auto outlet = pass_on(connection, message, responder, McpEra::kModern,
                              version == nullptr ? std::string() : *version);
  if (connection->pending()) open_.push_back({connection, outlet});
}

// Requests of a session go to the connection that `initialize` made.
void McpEndpoint::post_handshake(const HttpRequest& request, const Value& message,
                                 const Responder& responder) {
  if (method_of(message) == "initialize") return initialize(message, responder);
  McpSession* session = find_session(request, id_of(message), responder);
  if (session == nullptr) return;
  const std::string* version = request.header(kVersionHeader);
  pass_on(session->connection, message, responder, McpEra::kHandshake,
          version == nullptr ? std::string() : *version);
}

void McpEndpoint::initialize(const Value& message, const Responder& responder) {
  const Time now = options_.clock();
  const std::string id = new_session_id();
  // The beginning names the client in what it records; all of it would be a key to the session.
  const auto connection = std::make_shared<McpConnection>(server_, id.substr(0, 8));
  const auto outlet = std::make_shared<McpReplyOutlet>(responder, McpEra::kHandshake);
  outlet->set_headers({
      {kSessionHeader, id}
  });
  connection->handle(message, outlet);
  if (!connection->revision().empty()) sessions_.add(id, connection, now);
}

// A second channel takes the place of the first. When the client goes, only the channel that is its
// own is forgotten.
void McpEndpoint::open_channel(const std::string& id, McpSession& session,
                               const Responder& responder) {
  const auto stream = responder->stream({
      {kSessionHeader, id}
  });
  if (!stream) return;
  session.channel = std::make_shared<McpChannelOutlet>(stream);
  session.connection->set_channel(session.channel);
  stream->on_close([this, id, channel = std::weak_ptr<McpOutlet>(session.channel)] {
    McpSession* found = sessions_.find(id, options_.clock());
    const McpOutletPtr gone = channel.lock();
    if (found == nullptr || gone == nullptr || found->channel != gone) return;
    found->connection->forget(gone);
    found->channel = nullptr;
  });
  look_for_changes();
  keep_looking();
}

McpSession* McpEndpoint::find_session(const HttpRequest& request, const Value& id,
                                      const Responder& responder) {
  const std::string* name = request.header(kSessionHeader);
  if (name == nullptr) {
    refuse(responder, 400,
           mcp_error(id, kMcpInvalidRequest,
                     "the header Mcp-Session-Id is missing: start with initialize"));
    return nullptr;
  }
  McpSession* session = sessions_.find(*name, options_.clock());
  if (session == nullptr) {
    refuse(responder, 404,
           mcp_error(id, kMcpInvalidRequest, "unknown session: start with initialize"));
  }
  return session;
}

// A request is answered through its outlet, at once or later. A message that needs no answer gets
// 202.
std::shared_ptr<McpReplyOutlet> McpEndpoint::pass_on(
    const std::shared_ptr<McpConnection>& connection, const Value& message,
    const Responder& responder, McpEra era, const std::string& version) {
  auto outlet = std::make_shared<McpReplyOutlet>(responder, era);
  outlet->on_gone(
      [this, weak_connection = std::weak_ptr(connection), weak_outlet = std::weak_ptr(outlet)] {
        const auto of = weak_connection.lock();
        const auto gone = weak_outlet.lock();
        if (of && gone) of->forget(gone);
        open_.remove_if([](const Open& open) { return !open.connection->pending(); });
      });
  connection->handle(message, outlet, version);
  const bool is_request = message.find("id") != nullptr && message.find("method") != nullptr;
  if (!outlet->used() && !is_request) responder->reply(empty_reply(202));
  return outlet;
}

// Only a call of a known tool has a schema to check headers against.
const Value* McpEndpoint::schema_for(const Value& message) {
  if (method_of(message) != "tools/call") return nullptr;
  const Value* params = message.find("params");
  const Value* name = params == nullptr ? nullptr : params->find("name");
  const McpTool* tool = name == nullptr ? nullptr : server_.find_tool(name->as_string());
  return tool == nullptr ? nullptr : &tool->input_schema;
}

std::string McpEndpoint::new_session_id() const {
  Bytes bytes(16, '\0');
  options_.random(bytes);
  return to_hex(bytes);
}

void McpEndpoint::look_for_changes() {
  for (const auto& open : open_) open.connection->poll();
  open_.remove_if([](const Open& open) { return !open.connection->pending(); });
  sessions_.each([](McpSession& session) {
    if (session.connection->watching()) session.connection->poll();
  });
}

// Looks for changes only as long as anybody listens, so an idle server does nothing.
void McpEndpoint::keep_looking() {
  HttpServer* http = http_;
  if (looking_ || http == nullptr) return;
  bool is_anybody_there = !open_.empty();
  sessions_.each([&](McpSession& session) {
    is_anybody_there = is_anybody_there || session.connection->watching();
  });
  if (!is_anybody_there) return;
  looking_ = true;
  http->post_after(options_.poll_every, [this] {
    looking_ = false;
    look_for_changes();
    keep_looking();
  });
}

void McpEndpoint::close_all() {
  for (const auto& open : open_) open.connection->close();
  open_.clear();
  sessions_.each([](McpSession& session) { session.connection->close(); });
}

}  // namespace clew

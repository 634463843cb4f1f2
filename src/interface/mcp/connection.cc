#include "interface/mcp/connection.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "interface/mcp/input_rounds.h"
#include "interface/mcp/request.h"
#include "interface/mcp/server.h"
#include "interface/mcp/subscriptions.h"

namespace clew {

// Which method is whose. In one era a method of the other does not exist.
struct McpMethod {
  enum class In { kBoth, kHandshake, kModern };
  using Handler = void (McpConnection::*)(const McpRequest&);

  std::string_view name;
  In in;
  bool McpFeatures::* feature;  // null: always there
  Handler handler;

  bool serves(McpEra era, const McpFeatures& features) const {
    if (in == In::kHandshake && era != McpEra::kHandshake) return false;
    if (in == In::kModern && era != McpEra::kModern) return false;
    return feature == nullptr || features.*feature;
  }
  static const McpMethod* find(std::string_view name);
};

const McpMethod* McpMethod::find(std::string_view name) {
  using C = McpConnection;
  using F = McpFeatures;
  static constexpr McpMethod kMethods[] = {
      {"tools/call",               In::kBoth,      &F::tools,       &C::call_tool     },
      {"tools/list",               In::kBoth,      &F::tools,       &C::list_tools    },
      {"resources/read",           In::kBoth,      &F::resources,   &C::read_resource },
      {"resources/list",           In::kBoth,      &F::resources,   &C::list_resources},
      {"resources/templates/list", In::kBoth,      &F::resources,   &C::list_templates},
      {"prompts/get",              In::kBoth,      &F::prompts,     &C::get_prompt    },
      {"prompts/list",             In::kBoth,      &F::prompts,     &C::list_prompts  },
      {"completion/complete",      In::kBoth,      &F::completions, &C::complete      },
      {"server/discover",          In::kModern,    nullptr,         &C::discover      },
      {"subscriptions/listen",     In::kModern,    nullptr,         &C::listen        },
      {"initialize",               In::kHandshake, nullptr,         &C::initialize    },
      {"ping",                     In::kHandshake, nullptr,         &C::ping          },
      {"logging/setLevel",         In::kHandshake, &F::logging,     &C::set_level     },
      {"resources/subscribe",      In::kHandshake, &F::subscribe,   &C::subscribe     },
      {"resources/unsubscribe",    In::kHandshake, &F::subscribe,   &C::unsubscribe   },
  };
  const auto* found = std::find_if(std::begin(kMethods), std::end(kMethods),
                                   [&](const McpMethod& row) { return row.name == name; });
  return found == std::end(kMethods) ? nullptr : found;
}

namespace {

const Value kNoParams = Value::object();

bool is_id(const Value& id) { return id.is_string() || id.is_int(); }

McpMessage malformed(const Value& message, std::string_view why) {
  const Value* id = message.find("id");
  return mcp_error(id != nullptr && is_id(*id) ? *id : Value(), kMcpInvalidRequest, why);
}

}  // namespace

McpConnection::McpConnection(McpServer& server, std::string name)
    : server_(server),
      name_(std::move(name)),
      rounds_(std::make_unique<McpInputRounds>()),
      subscriptions_(std::make_unique<McpSubscriptions>(server.application(), server.features())) {}

McpConnection::~McpConnection() = default;

void McpConnection::handle(const Value& message, const McpOutletPtr& outlet,
                           std::string_view version_header) {
  const auto refuse = [&](std::string_view why) { outlet->send(malformed(message, why)); };
  if (message.is_list()) return refuse("batches are not supported: send one message at a time");
  const Value* version = message.find("jsonrpc");
  if (version == nullptr || version->as_string() != "2.0") {
    return refuse("not a JSON-RPC 2.0 message: it must be an object with \"jsonrpc\": \"2.0\"");
  }
  const Value* method = message.find("method");
  const Value* id = message.find("id");
  if (method == nullptr) {
    const bool answers = message.find("result") != nullptr || message.find("error") != nullptr;
    return answers ? on_response(message) : refuse("neither a request nor a response");
  }
  if (!method->is_string()) return refuse("method must be a string");
  if (id == nullptr) return on_notification(message);
  if (!is_id(*id)) return refuse("id must be a string or an integer");
  on_request(message, outlet, version_header);
}

void McpConnection::on_request(const Value& message, const McpOutletPtr& outlet,
                               std::string_view header) {
  McpRequest request;
  request.era = mcp_era(message, header);
  request.id = *message.find("id");
  request.method = message.find("method")->as_string();
  request.outlet = outlet;
  request.connection = name_;
  const Value* params = message.find("params");
  if (params != nullptr && params->is_null()) params = nullptr;  // as some clients leave things out
  if (params != nullptr && !params->is_object()) {
    return request.fail(kMcpInvalidParams, "params must be an object");
  }
  request.params = params == nullptr ? &kNoParams : params;
  request.meta = request.params->find("_meta");
  if (request.era == McpEra::kModern) {
    if (auto refusal = open_modern(request)) return outlet->send(std::move(*refusal));
  } else {
    open_handshake(request);
  }
  dispatch(request);
}

// A client that skips the handshake is served too, as one that can do nothing special.
void McpConnection::open_handshake(McpRequest& request) const {
  request.revision = revision_.empty() ? kMcpHandshakeRevisions[0] : std::string_view(revision_);
  request.client = &client_;
  if (server_.features().logging) request.log_from = log_from_;
}

void McpConnection::dispatch(const McpRequest& request) {
  const McpMethod* method = McpMethod::find(request.method);
  if (method != nullptr && method->serves(request.era, server_.features())) {
    return (this->*method->handler)(request);
  }
  McpMessage refusal =
      mcp_error(request.id, kMcpMethodNotFound, "unknown method " + std::string(request.method));
  if (request.era == McpEra::kModern) refusal.http_status = 404;
  request.outlet->send(std::move(refusal));
}

void McpConnection::on_notification(const Value& message) {
  if (message.find("method")->as_string() != "notifications/cancelled") return;
  const Value* params = message.find("params");
  const Value* id = params == nullptr ? nullptr : params->find("requestId");
  if (id == nullptr) return;
  rounds_->cancel(*id);
  subscriptions_->cancel(*id);
}

void McpConnection::on_response(const Value& message) {
  const auto waiting = rounds_->answer(message);
  if (waiting) resume(*waiting);
}

void McpConnection::resume(const McpWaitingCall& waiting) {
  McpRequest request;
  request.id = waiting.id;
  request.method = waiting.method;
  request.params = &waiting.params;
  request.meta = waiting.params.find("_meta");
  request.outlet = waiting.outlet;
  request.connection = name_;
  request.round = waiting.round;
  request.input = &waiting.input;
  request.state = waiting.state ? &*waiting.state : nullptr;
  open_handshake(request);
  if (!waiting.failure.empty()) return give_up(request, waiting.failure);
  dispatch(request);
}

void McpConnection::poll() { subscriptions_->poll(channel_.get()); }

bool McpConnection::watching() const {
  return subscriptions_->listening() || (channel_ != nullptr && subscriptions_->has_handshake());
}

bool McpConnection::pending() const { return !rounds_->empty() || subscriptions_->listening(); }

void McpConnection::forget(const McpOutletPtr& outlet) {
  rounds_->forget(outlet);
  subscriptions_->forget(outlet);
  if (channel_ == outlet) channel_.reset();
}

void McpConnection::close() {
  for (const auto& ended : subscriptions_->end_all()) {
    ended.outlet->send(mcp_result(ended.id, server_.listen_ended_text(ended.id)));
  }
}

}  // namespace clew

// How a connection answers: results, intents for the client's input, and subscriptions.

#include <utility>

#include "interface/mcp/connection.h"
#include "interface/mcp/input_rounds.h"
#include "interface/mcp/request.h"
#include "interface/mcp/server.h"
#include "interface/mcp/subscriptions.h"

namespace clew {
namespace {

std::optional<McpSubscriptions::Intent> read_intent(const Value& filter) {
  McpSubscriptions::Intent intent;
  const auto flag = [&](std::string_view key, bool& out) {
    const Value* found = filter.find(key);
    if (found == nullptr) return true;
    out = found->as_bool();
    return found->is_bool();
  };
  if (!flag("toolsListChanged", intent.tools) || !flag("promptsListChanged", intent.prompts) ||
      !flag("resourcesListChanged", intent.resources)) {
    return std::nullopt;
  }
  const Value* uris = filter.find("resourceSubscriptions");
  if (uris == nullptr) return intent;
  if (!uris->is_list()) return std::nullopt;
  for (const auto& uri : uris->as_list()) {
    if (!uri.is_string()) return std::nullopt;
    intent.uris.push_back(uri.as_string());
  }
  return intent;
}

Value intent_value(const McpSubscriptions::Intent& intent) {
  Value out = Value::object();
  if (intent.tools) out.set("toolsListChanged", true);
  if (intent.prompts) out.set("promptsListChanged", true);
  if (intent.resources) out.set("resourcesListChanged", true);
  Value uris = Value::list();
  for (const auto& uri : intent.uris) uris.push(uri);
  if (!intent.uris.empty()) out.set("resourceSubscriptions", std::move(uris));
  return out;
}

}  // namespace

void McpConnection::send_result(const McpRequest& request, Value result) {
  request.outlet->send(mcp_result(request.id, server_.result_text(request.era, std::move(result))));
}

void McpConnection::send_list(const McpRequest& request, Value result, McpCacheable what) {
  request.outlet->send(
      mcp_result(request.id, server_.cacheable_text(request.era, std::move(result), what)));
}

void McpConnection::reply(const McpRequest& request, const McpCall& call, McpReply reply,
                          std::optional<McpCacheable> what) {
  if (call.was_cancelled()) return;
  if (auto* result = std::get_if<Value>(&reply)) {
    return what ? send_list(request, std::move(*result), *what)
                : send_result(request, std::move(*result));
  }
  if (const auto* error = std::get_if<McpError>(&reply)) return request.fail(*error);
  ask(request, std::get<McpInputRequired>(reply));
}

void McpConnection::ask(const McpRequest& request, const McpInputRequired& required) {
  const auto needed = needed_capabilities(required);
  if (!needed || (required.requests.empty() && !required.state)) {
    return request.fail(kMcpInternalError, "the server asked for an unknown kind of input");
  }
  Value missing = missing_capabilities(*needed, request.client->capabilities);
  if (!missing.as_object().empty()) {
    const std::string why =
        "this needs a client capability that was not declared: " + to_text(missing);
    if (request.era == McpEra::kHandshake) return give_up(request, why);
    return request.fail({McpFault::kMissingCapability, why, std::move(missing)});
  }
  if (request.era == McpEra::kModern) {
    return request.outlet->send(mcp_result(request.id, server_.input_required_text(required)));
  }
  if (request.round >= McpInputRounds::kMaxRounds) {
    return give_up(request, "the server asked for input too often for one call");
  }
  if (required.requests.empty()) {
    return resume({request.id, std::string(request.method), *request.params, request.outlet,
                   request.round + 1, Value::object(), required.state});
  }
  if (rounds_->full()) return give_up(request, "too many calls are waiting for the client's input");
  rounds_->ask(request, required);
}

void McpConnection::give_up(const McpRequest& request, const std::string& why) {
  if (request.method != "tools/call") return request.fail(kMcpInternalError, why);
  Value text = Value::Object{
      {"type", "text"},
      {"text", why   }
  };
  send_result(request, Value::Object{
                           {"content", Value::List{std::move(text)}},
                           {"isError", true                        }
  });
}

void McpConnection::listen(const McpRequest& request) {
  const Value* filter = request.param("notifications");
  auto intent = filter != nullptr && filter->is_object() ? read_intent(*filter) : std::nullopt;
  if (!intent) {
    return request.fail(kMcpInvalidParams,
                        "notifications must be an object with any of toolsListChanged, "
                        "promptsListChanged, resourcesListChanged, resourceSubscriptions");
  }
  if (subscriptions_->full()) return request.fail(kMcpInternalError, "too many subscriptions");
  const auto honoured = subscriptions_->honoured(std::move(*intent));
  const Value reported = intent_value(honoured);
  subscriptions_->cancel(request.id);
  // From before the client knows of it: what changes once it does is told.
  const bool is_any = !reported.as_object().empty();
  if (is_any) subscriptions_->listen(request.id, honoured, request.outlet);
  request.outlet->send(mcp_notification(
      "notifications/subscriptions/acknowledged",
      Value::Object{
          {"notifications", reported                                                     },
          {"_meta",         Value::Object{{std::string(kMcpSubscriptionKey), request.id}}}
  }));
  if (!is_any) {
    request.outlet->send(mcp_result(request.id, server_.listen_ended_text(request.id)));
  }
}

}  // namespace clew

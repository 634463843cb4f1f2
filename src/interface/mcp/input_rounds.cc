#include "interface/mcp/input_rounds.h"

#include <algorithm>

#include "interface/mcp/message.h"

namespace clew {
namespace {

void need(Value& all, std::string_view capability, std::string_view part) {
  const Value* old = all.find(capability);
  Value wanted = old == nullptr ? Value::object() : *old;
  if (!part.empty()) wanted.set(part, Value::object());
  all.set(capability, std::move(wanted));
}

}  // namespace

std::optional<Value> needed_capabilities(const McpInputRequired& required) {
  Value all = Value::object();
  for (const auto& request : required.requests) {
    const Value* mode = request.params.find("mode");
    if (request.method == "elicitation/create") {
      need(all, "elicitation", mode != nullptr && mode->as_string() == "url" ? "url" : "form");
    } else if (request.method == "sampling/createMessage") {
      need(all, "sampling", request.params.find("tools") != nullptr ? "tools" : "");
    } else if (request.method == "roots/list") {
      need(all, "roots", "");
    } else {
      return std::nullopt;
    }
  }
  return all;
}

void McpInputRounds::ask(const McpRequest& request, const McpInputRequired& required) {
  McpWaitingCall call{request.id, std::string(request.method), *request.params, request.outlet,
                      request.round + 1};
  call.state = required.state;
  for (const auto& intent : required.requests) {
    call.open.emplace_back("ask-" + std::to_string(++last_), intent.key);
  }
  // Kept before anything is sent: an outlet may bring the answer at once.
  const auto open = call.open;
  waiting_.push_back(std::move(call));
  for (size_t i = 0; i < open.size(); ++i) {
    const auto& intent = required.requests[i];
    request.outlet->send(mcp_request(open[i].first, intent.method, intent.params));
  }
}

std::optional<McpWaitingCall> McpInputRounds::answer(const Value& response) {
  const Value* id = response.find("id");
  if (id == nullptr || !id->is_string()) return std::nullopt;
  for (auto call = waiting_.begin(); call != waiting_.end(); ++call) {
    const auto open = std::find_if(call->open.begin(), call->open.end(),
                                   [&](const auto& one) { return one.first == id->as_string(); });
    if (open == call->open.end()) continue;
    const std::string key = open->second;
    call->open.erase(open);
    const Value* result = response.find("result");
    if (result != nullptr && result->is_object()) {
      call->input.set(key, *result);
      if (!call->open.empty()) return std::nullopt;
    } else {
      const Value* error = response.find("error");
      const Value* message = error == nullptr ? nullptr : error->find("message");
      call->failure = "the client did not answer " + key +
                      (message == nullptr ? "" : ": " + message->as_string());
      withdraw(*call);
    }
    McpWaitingCall out = std::move(*call);
    waiting_.erase(call);
    return out;
  }
  return std::nullopt;
}

void McpInputRounds::withdraw(const McpWaitingCall& call) {
  for (const auto& [id, key] : call.open) {
    call.outlet->send(
        mcp_notification("notifications/cancelled",
                         Value::Object{
                             {"requestId", id                                 },
                             {"reason",    "the call that needed it has ended"}
    }));
  }
}

void McpInputRounds::cancel(const Value& id) {
  for (auto call = waiting_.begin(); call != waiting_.end(); ++call) {
    if (call->id != id) continue;
    withdraw(*call);
    waiting_.erase(call);
    return;
  }
}

void McpInputRounds::forget(const std::shared_ptr<McpOutlet>& outlet) {
  waiting_.remove_if([&](const McpWaitingCall& call) { return call.outlet == outlet; });
}

}  // namespace clew

#include "interface/mcp/call.h"

#include <cmath>
#include <iterator>
#include <utility>

namespace clew {
namespace {

constexpr const char* kLevels[] = {"debug", "info",     "notice", "warning",
                                   "error", "critical", "alert",  "emergency"};

// 50 rather than 50.0, which some clients print as it comes.
Value number(double x) {
  constexpr double kExact = 9007199254740992.0;
  if (std::floor(x) == x && std::abs(x) < kExact) return static_cast<int64_t>(x);
  return x;
}

bool is_token(const Value& value) { return value.is_string() || value.is_int(); }

}  // namespace

const char* to_string(McpLogLevel level) { return kLevels[static_cast<size_t>(level)]; }

std::optional<McpLogLevel> mcp_log_level(std::string_view name) {
  for (size_t i = 0; i < std::size(kLevels); ++i) {
    if (name == kLevels[i]) return static_cast<McpLogLevel>(i);
  }
  return std::nullopt;
}

Value missing_capabilities(const Value& required, const Value& declared) {
  Value missing = Value::object();
  for (const auto& [name, wanted] : required.as_object()) {
    const Value* given = declared.find(name);
    if (given == nullptr) {
      missing.set(name, wanted);
      continue;
    }
    Value parts = Value::object();
    for (const auto& [part, details] : wanted.as_object()) {
      const bool bare_form =
          name == "elicitation" && part == "form" && given->find("url") == nullptr;
      if (given->find(part) == nullptr && !bare_form) parts.set(part, details);
    }
    if (!parts.as_object().empty()) missing.set(name, std::move(parts));
  }
  return missing;
}

bool McpCall::client_can(std::string_view capability) const {
  const Value* at = &context_.client->capabilities;
  while (true) {
    const size_t dot = capability.find('.');
    at = at->find(capability.substr(0, dot));
    if (at == nullptr) return false;
    if (dot == std::string_view::npos) return true;
    capability.remove_prefix(dot + 1);
  }
}

const Value* McpCall::meta(std::string_view key) const {
  return context_.meta == nullptr ? nullptr : context_.meta->find(key);
}

bool McpCall::wants_progress() const {
  const Value* token = meta("progressToken");
  return token != nullptr && is_token(*token);
}

void McpCall::progress(double done, std::optional<double> total, std::string_view message) {
  if (!wants_progress() || cancelled_ || (done_ && done <= *done_)) return;
  done_ = done;
  Value params = Value::Object{
      {"progressToken", *meta("progressToken")},
      {"progress",      number(done)          }
  };
  if (total) params.set("total", number(*total));
  if (!message.empty()) params.set("message", message);
  context_.outlet->send(mcp_notification("notifications/progress", params));
}

void McpCall::log(McpLogLevel level, Value data, std::string_view logger) {
  if (!context_.log_from || level < *context_.log_from || cancelled_) return;
  Value params = Value::Object{
      {"level", to_string(level)}
  };
  if (!logger.empty()) params.set("logger", logger);
  params.set("data", std::move(data));
  context_.outlet->send(mcp_notification("notifications/message", params));
}

bool McpCall::cancelled() {
  if (!cancelled_) cancelled_ = !context_.outlet->wanted(context_.id);
  return cancelled_;
}

const Value* McpCall::input(std::string_view key) const {
  return context_.input == nullptr ? nullptr : context_.input->find(key);
}

}  // namespace clew

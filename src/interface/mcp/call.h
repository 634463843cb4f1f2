#pragma once
// One request at work, as the application sees it: who asks, what they can do, and the ways to be
// heard before the answer. Lives only while the request is handled.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/value.h"
#include "interface/mcp/message.h"
#include "interface/mcp/protocol.h"

namespace clew {

enum class McpLogLevel { kDebug, kInfo, kNotice, kWarning, kError, kCritical, kAlert, kEmergency };
const char* to_string(McpLogLevel level);
std::optional<McpLogLevel> mcp_log_level(std::string_view name);

struct McpClient {
  std::string name;  // as the client reports it; empty when it does not
  std::string version;
  Value capabilities = Value::object();
};

// The part of `required` ({"elicitation":{"url":{}}}) that `declared` lacks; empty when nothing. A
// bare "elicitation" stands for forms.
Value missing_capabilities(const Value& required, const Value& declared);

class McpCall {
 public:
  struct Context {
    McpEra era = McpEra::kModern;
    std::string_view revision = {};
    Value id = {};
    const McpClient* client = nullptr;
    const Value* meta = nullptr;               // the request's _meta, or null
    std::optional<McpLogLevel> log_from = {};  // none: the client wants no log messages
    const Value* input = nullptr;              // answers by key, or null
    const std::string* state = nullptr;        // what McpInputRequired::state said, or null
    McpOutlet* outlet = nullptr;
    std::string_view connection = {};
  };
  explicit McpCall(Context context) : context_(std::move(context)) {}

  McpEra era() const { return context_.era; }
  std::string_view revision() const { return context_.revision; }
  const McpClient& client() const { return *context_.client; }
  // The name that the transport gave the connection; the same for all its calls. May be empty.
  std::string_view connection() const { return context_.connection; }
  // capability: "sampling", "elicitation", "roots", "elicitation.url"
  bool client_can(std::string_view capability) const;
  const Value* meta(std::string_view key) const;

  bool wants_progress() const;
  // Sent only when the client asked for it, and only when `done` has grown.
  void progress(double done, std::optional<double> total = {}, std::string_view message = {});
  void log(McpLogLevel level, Value data, std::string_view logger = {});
  // True once the answer is no longer wanted: stop, and return anything; it is not sent.
  bool cancelled();

  // What cancelled() last said, without asking again.
  bool was_cancelled() const { return cancelled_; }

  // The client's answer to the input request of that key; null when there is none.
  const Value* input(std::string_view key) const;
  const std::string* state() const { return context_.state; }

 private:
  Context context_;
  std::optional<double> done_;
  bool cancelled_ = false;
};

}  // namespace clew

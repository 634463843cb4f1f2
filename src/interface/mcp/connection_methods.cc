// The methods of a connection: each checks its parameters, asks the application, answers.

#include <charconv>
#include <utility>

#include "interface/mcp/connection.h"
#include "interface/mcp/request.h"
#include "interface/mcp/server.h"
#include "interface/mcp/subscriptions.h"
#include "interface/mcp/wire.h"

namespace clew {
namespace {

constexpr size_t kPage = 100;

// A string parameter that must be there; null, and the request has failed, when it is not.
const std::string* text_param(const McpRequest& request, const Value& object,
                              std::string_view key) {
  const Value* found = object.find(key);
  if (found != nullptr && found->is_string()) return &found->as_string();
  request.fail(kMcpInvalidParams, std::string(key) + " must be a string");
  return nullptr;
}

// An optional object parameter; null, and the request has failed, when it is something else.
const Value* object_param(const McpRequest& request, const Value& object, std::string_view key) {
  static const Value kEmpty = Value::object();
  const Value* found = object.find(key);
  if (found == nullptr || found->is_null()) return &kEmpty;
  if (found->is_object()) return found;
  request.fail(kMcpInvalidParams, std::string(key) + " must be an object");
  return nullptr;
}

// Where a page begins. Cursors are ours: the offset in decimal.
std::optional<size_t> page_start(const McpRequest& request) {
  const Value* cursor = request.param("cursor");
  if (cursor == nullptr || cursor->is_null()) return 0;
  const std::string& text = cursor->as_string();
  size_t offset = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), offset);
  if (error == std::errc() && end == text.data() + text.size() && offset > 0) return offset;
  request.fail(kMcpInvalidParams, "unknown cursor");
  return std::nullopt;
}

// For lists that are always one page.
bool no_cursor(const McpRequest& request) {
  const Value* cursor = request.param("cursor");
  if (cursor == nullptr || cursor->is_null()) return true;
  request.fail(kMcpInvalidParams, "unknown cursor");
  return false;
}

template <class T>
Value list_result(std::string_view key, const std::vector<T>& items, Value (*to_value)(const T&)) {
  Value list = Value::list();
  for (const auto& item : items) list.push(to_value(item));
  return Value::Object{
      {std::string(key), std::move(list)}
  };
}

}  // namespace

// A client that asks for an unknown revision is offered the newest, as the protocol wants it. A
// second `initialize` starts over.
void McpConnection::initialize(const McpRequest& request) {
  const std::string* asked = text_param(request, *request.params, "protocolVersion");
  if (asked == nullptr) return;
  revision_ = kMcpHandshakeRevisions[0];
  for (const auto& supported : kMcpHandshakeRevisions) {
    if (*asked == supported) revision_ = supported;
  }
  client_ = {};
  if (const Value* info = request.param("clientInfo"); info != nullptr) {
    if (const Value* name = info->find("name")) client_.name = name->as_string();
    if (const Value* version = info->find("version")) client_.version = version->as_string();
  }
  const Value* capabilities = request.param("capabilities");
  if (capabilities != nullptr && capabilities->is_object()) client_.capabilities = *capabilities;
  subscriptions_->begin();
  request.outlet->send(mcp_result(request.id, server_.initialize_result(revision_)));
}

void McpConnection::discover(const McpRequest& request) {
  request.outlet->send(mcp_result(request.id, server_.discover_result()));
}

void McpConnection::ping(const McpRequest& request) {
  request.outlet->send(mcp_result(request.id, server_.empty_result(request.era)));
}

void McpConnection::set_level(const McpRequest& request) {
  const std::string* name = text_param(request, *request.params, "level");
  if (name == nullptr) return;
  const auto level = mcp_log_level(*name);
  if (!level) return request.fail(kMcpInvalidParams, "unknown log level " + *name);
  log_from_ = *level;
  request.outlet->send(mcp_result(request.id, server_.empty_result(request.era)));
}

void McpConnection::list_tools(const McpRequest& request) {
  if (!no_cursor(request)) return;
  request.outlet->send(mcp_result(request.id, server_.tools_result(request.era)));
}

// An unknown tool is an error of the protocol; a tool that refuses answers with a result that says
// so.
void McpConnection::call_tool(const McpRequest& request) {
  const std::string* name = text_param(request, *request.params, "name");
  if (name == nullptr) return;
  const Value* arguments = object_param(request, *request.params, "arguments");
  if (arguments == nullptr) return;
  if (server_.find_tool(*name) == nullptr) {
    // Clients show this to the model.
    return request.fail(kMcpInvalidParams, "unknown tool " + *name + server_.tools_there());
  }
  McpCall call = request.call();
  reply(request, call, server_.application().call_tool(*name, *arguments, call));
}

// Resources are listed in pages of 100, newest sessions first.
void McpConnection::list_resources(const McpRequest& request) {
  const auto offset = page_start(request);
  if (!offset) return;
  const auto page = server_.application().resources(*offset, kPage);
  Value result = list_result("resources", page.items, resource_value);
  if (page.more) result.set("nextCursor", std::to_string(*offset + page.items.size()));
  send_list(request, std::move(result), McpCacheable::kResources);
}

void McpConnection::list_templates(const McpRequest& request) {
  if (!no_cursor(request)) return;
  Value result =
      list_result("resourceTemplates", server_.application().templates(), template_value);
  send_list(request, std::move(result), McpCacheable::kTemplates);
}

void McpConnection::read_resource(const McpRequest& request) {
  const std::string* uri = text_param(request, *request.params, "uri");
  if (uri == nullptr) return;
  McpCall call = request.call();
  reply(request, call, server_.application().read_resource(*uri, call), McpCacheable::kResource);
}

// A subscription is to the version of a resource: a resource that does not exist cannot be watched.
void McpConnection::subscribe(const McpRequest& request) {
  const std::string* uri = text_param(request, *request.params, "uri");
  if (uri == nullptr) return;
  if (!server_.application().resource_version(*uri)) return request.fail(unknown_resource(*uri));
  if (!subscriptions_->subscribe(*uri)) {
    return request.fail(kMcpInternalError, "too many subscriptions: unsubscribe from some first");
  }
  request.outlet->send(mcp_result(request.id, server_.empty_result(request.era)));
}

void McpConnection::unsubscribe(const McpRequest& request) {
  const std::string* uri = text_param(request, *request.params, "uri");
  if (uri == nullptr) return;
  subscriptions_->unsubscribe(*uri);
  request.outlet->send(mcp_result(request.id, server_.empty_result(request.era)));
}

void McpConnection::list_prompts(const McpRequest& request) {
  if (!no_cursor(request)) return;
  Value result = list_result("prompts", server_.application().prompts(), prompt_value);
  send_list(request, std::move(result), McpCacheable::kPrompts);
}

// Arguments of prompts are texts, and required ones must be there.
void McpConnection::get_prompt(const McpRequest& request) {
  const std::string* name = text_param(request, *request.params, "name");
  if (name == nullptr) return;
  const Value* arguments = object_param(request, *request.params, "arguments");
  if (arguments == nullptr) return;
  const auto prompt = server_.find_prompt(*name);
  if (!prompt) return request.fail(kMcpInvalidParams, "unknown prompt " + *name);
  for (const auto& [key, value] : arguments->as_object()) {
    if (!value.is_string()) {
      return request.fail(kMcpInvalidParams, "arguments." + key + " must be a string");
    }
  }
  for (const auto& argument : prompt->arguments) {
    if (argument.required && arguments->find(argument.name) == nullptr) {
      return request.fail(kMcpInvalidParams, "the prompt " + *name + " needs " + argument.name);
    }
  }
  McpCall call = request.call();
  reply(request, call, server_.application().get_prompt(*name, *arguments, call));
}

// For a prompt or a resource template; `context` has what was filled in before.
void McpConnection::complete(const McpRequest& request) {
  const Value* ref = object_param(request, *request.params, "ref");
  if (ref == nullptr) return;
  const Value* argument = object_param(request, *request.params, "argument");
  if (argument == nullptr) return;
  const std::string* type = text_param(request, *ref, "type");
  if (type == nullptr) return;
  const bool prompt = *type == "ref/prompt";
  if (!prompt && *type != "ref/resource") {
    return request.fail(kMcpInvalidParams, "ref.type must be ref/prompt or ref/resource");
  }
  McpCompletionRequest intent;
  intent.of = prompt ? McpCompletionRequest::Of::kPrompt : McpCompletionRequest::Of::kResource;
  const std::string* name = text_param(request, *ref, prompt ? "name" : "uri");
  if (name == nullptr) return;
  const std::string* key = text_param(request, *argument, "name");
  if (key == nullptr) return;
  const std::string* value = text_param(request, *argument, "value");
  if (value == nullptr) return;
  const Value* context = object_param(request, *request.params, "context");
  if (context == nullptr) return;
  intent.name = *name;
  intent.argument = *key;
  intent.value = *value;
  const Value* settled = context->find("arguments");
  if (settled != nullptr && settled->is_object()) intent.context = *settled;
  const auto answer = server_.application().complete(intent);
  if (const auto* error = std::get_if<McpError>(&answer)) return request.fail(*error);
  send_result(request, Value::Object{
                           {"completion", completion_value(std::get<McpCompletion>(answer))}
  });
}

}  // namespace clew

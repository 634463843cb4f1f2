#include "interface/mcp/server.h"

#include <algorithm>
#include <utility>

#include "document/json/json.h"
#include "interface/mcp/wire.h"

namespace clew {
namespace {

Value capabilities_of(const McpFeatures& features) {
  const auto part = [](bool list_changes) {
    Value out = Value::object();
    if (list_changes) out.set("listChanged", true);
    return out;
  };
  Value out = Value::object();
  if (features.tools) out.set("tools", part(features.tools_change));
  if (features.resources) {
    Value& resources = out.set("resources", part(features.resources_change));
    if (features.subscribe) resources.set("subscribe", true);
  }
  if (features.prompts) out.set("prompts", part(features.prompts_change));
  if (features.completions) out.set("completions", Value::object());
  if (features.logging) out.set("logging", Value::object());
  return out;
}

std::string caching_members(const McpCaching& caching) {
  const bool is_public = caching.scope == McpCaching::Scope::kPublic;
  return R"("ttlMs":)" + std::to_string(std::max<int64_t>(caching.ttl_ms, 0)) +
         R"(,"cacheScope":")" + (is_public ? "public" : "private") + "\",";
}

}  // namespace

McpServer::McpServer(McpApplication& application)
    : application_(application),
      info_(application.info()),
      features_(application.features()),
      server_info_(info_value(info_)) {
  meta_text_ = R"("_meta":)" + write_json(Value::Object{
                                   {std::string(kMcpServerInfoKey), server_info_}
  });
  for (const McpEra era : {McpEra::kHandshake, McpEra::kModern}) {
    empty_text_[index(era)] = result_text(era, Value::object());
  }
}

// The members go behind those of `result` as text, which is cheaper than a copy of the tree; a
// result with a _meta of its own takes the long way.
std::string McpServer::finish(Value result, std::string_view members) const {
  std::string meta;
  if (const Value* own = result.find("_meta"); own != nullptr) {
    Value merged = *own;
    merged.set(kMcpServerInfoKey, server_info_);
    meta = R"("_meta":)" + write_json(merged);
    result.erase("_meta");
  }
  std::string text = write_json(result);
  text.pop_back();
  if (!result.as_object().empty()) text += ',';
  text += members;
  text += meta.empty() ? meta_text_ : meta;
  text += '}';
  return text;
}

std::string McpServer::result_text(McpEra era, Value result) const {
  if (era == McpEra::kHandshake) return write_json(result);
  return finish(std::move(result), R"("resultType":"complete",)");
}

std::string McpServer::cacheable_text(McpEra era, Value result, McpCacheable what) const {
  if (era == McpEra::kHandshake) return write_json(result);
  return finish(std::move(result),
                R"("resultType":"complete",)" + caching_members(application_.caching(what)));
}

std::string McpServer::input_required_text(const McpInputRequired& required) const {
  Value result = Value::object();
  if (!required.requests.empty()) {
    Value requests = Value::object();
    for (const auto& request : required.requests) {
      requests.set(request.key, Value::Object{
                                    {"method", request.method},
                                    {"params", request.params}
      });
    }
    result.set("inputRequests", std::move(requests));
  }
  if (required.state) result.set("requestState", *required.state);
  return finish(std::move(result), R"("resultType":"input_required",)");
}

std::string McpServer::listen_ended_text(const Value& id) const {
  Value meta = Value::Object{
      {std::string(kMcpSubscriptionKey), id}
  };
  return result_text(McpEra::kModern, Value::Object{
                                          {"_meta", std::move(meta)}
  });
}

const std::string& McpServer::discover_result() {
  if (discover_text_.empty()) {
    Value result = Value::object();
    result.set("supportedVersions", Value::List{kMcpModernRevision});
    result.set("capabilities", capabilities_of(features_));
    const std::string instructions = application_.instructions();
    if (!instructions.empty()) result.set("instructions", instructions);
    discover_text_ = cacheable_text(McpEra::kModern, std::move(result), McpCacheable::kDiscover);
  }
  return discover_text_;
}

std::string McpServer::initialize_result(std::string_view revision) const {
  Value result = Value::object();
  result.set("protocolVersion", revision);
  result.set("capabilities", capabilities_of(features_));
  result.set("serverInfo", server_info_);
  const std::string instructions = application_.instructions();
  if (!instructions.empty()) result.set("instructions", instructions);
  return write_json(result);
}

void McpServer::refresh_tools() {
  const uint64_t version = features_.tools_change ? application_.versions().tools : 0;
  if (tools_version_ == version) return;
  tools_ = application_.tools();
  tools_version_ = version;
  for (auto& text : tools_text_) text.clear();
}

const McpTool* McpServer::find_tool(std::string_view name) {
  refresh_tools();
  for (const auto& tool : tools_) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

std::string McpServer::tools_there() {
  refresh_tools();
  std::string names;
  for (const auto& tool : tools_) names += (names.empty() ? "; available: " : ", ") + tool.name;
  return names;
}

std::optional<McpPrompt> McpServer::find_prompt(std::string_view name) {
  for (auto& prompt : application_.prompts()) {
    if (prompt.name == name) return std::move(prompt);
  }
  return std::nullopt;
}

const std::string& McpServer::tools_result(McpEra era) {
  refresh_tools();
  std::string& text = tools_text_[index(era)];
  if (text.empty()) {
    Value list = Value::list();
    for (const auto& tool : tools_) list.push(tool_value(tool));
    Value result = Value::Object{
        {"tools", std::move(list)}
    };
    text = cacheable_text(era, std::move(result), McpCacheable::kTools);
  }
  return text;
}

}  // namespace clew

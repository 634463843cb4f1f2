#include "interface/mcp/subscriptions.h"

#include <algorithm>
#include <utility>

#include "interface/mcp/protocol.h"

namespace clew {
namespace {

void notify(std::string_view method, Value params, const Value* id, McpOutlet& outlet) {
  if (id != nullptr) {
    params.set("_meta", Value::Object{
                            {std::string(kMcpSubscriptionKey), *id}
    });
  }
  outlet.send(mcp_notification(method, params.as_object().empty() ? Value() : params));
}

}  // namespace

void McpSubscriptions::begin() {
  Watch watch;
  watch.intent = {features_.tools_change, features_.resources_change, features_.prompts_change, {}};
  watch.reported = application_.versions();
  handshake_ = std::move(watch);
}

bool McpSubscriptions::subscribe(const std::string& uri) {
  if (!handshake_) begin();
  auto& resources = handshake_->resources;
  if (resources.contains(uri)) return true;
  if (resources.size() >= kMaxUris) return false;
  resources.emplace(uri, application_.resource_version(uri).value_or(""));
  return true;
}

void McpSubscriptions::unsubscribe(const std::string& uri) {
  if (handshake_) handshake_->resources.erase(uri);
}

bool McpSubscriptions::has_handshake() const {
  if (!handshake_) return false;
  const Intent& intent = handshake_->intent;
  return intent.tools || intent.resources || intent.prompts || !handshake_->resources.empty();
}

McpSubscriptions::Intent McpSubscriptions::honoured(Intent intent) const {
  intent.tools = intent.tools && features_.tools_change;
  intent.resources = intent.resources && features_.resources_change;
  intent.prompts = intent.prompts && features_.prompts_change;
  if (!features_.subscribe) intent.uris.clear();
  if (intent.uris.size() > kMaxUris) intent.uris.resize(kMaxUris);
  return intent;
}

void McpSubscriptions::listen(const Value& id, Intent intent, std::shared_ptr<McpOutlet> outlet) {
  Watch watch;
  watch.reported = application_.versions();
  for (const auto& uri : intent.uris) {
    watch.resources.emplace(uri, application_.resource_version(uri).value_or(""));
  }
  watch.intent = std::move(intent);
  listens_.push_back({id, std::move(watch), std::move(outlet)});
}

void McpSubscriptions::cancel(const Value& id) {
  std::erase_if(listens_, [&](const Listen& listen) { return listen.id == id; });
}

void McpSubscriptions::forget(const std::shared_ptr<McpOutlet>& outlet) {
  std::erase_if(listens_, [&](const Listen& listen) { return listen.outlet == outlet; });
}

std::vector<McpSubscriptions::Ended> McpSubscriptions::end_all() {
  std::vector<Ended> out;
  for (auto& listen : listens_) out.push_back({std::move(listen.id), std::move(listen.outlet)});
  listens_.clear();
  handshake_.reset();
  return out;
}

void McpSubscriptions::poll(McpOutlet* channel) {
  const bool handshake = channel != nullptr && has_handshake();
  if (!handshake && listens_.empty()) return;
  const McpVersions now = application_.versions();
  if (handshake) tell(*handshake_, now, nullptr, *channel);
  for (auto& listen : listens_) tell(listen.watch, now, &listen.id, *listen.outlet);
}

void McpSubscriptions::tell(Watch& watch, const McpVersions& now, const Value* id,
                            McpOutlet& outlet) {
  const McpVersions reported = std::exchange(watch.reported, now);
  const auto list = [&](bool wanted, uint64_t before, uint64_t after, std::string_view method) {
    if (wanted && before != after) notify(method, Value::object(), id, outlet);
  };
  list(watch.intent.tools, reported.tools, now.tools, "notifications/tools/list_changed");
  list(watch.intent.resources, reported.resources, now.resources,
       "notifications/resources/list_changed");
  list(watch.intent.prompts, reported.prompts, now.prompts, "notifications/prompts/list_changed");
  for (auto& [uri, version] : watch.resources) {
    std::string current = application_.resource_version(uri).value_or("");
    if (current == version) continue;
    version = std::move(current);
    notify("notifications/resources/updated",
           Value::Object{
               {"uri", uri}
    },
           id, outlet);
  }
}

}  // namespace clew

#include "agent_client/json_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/hook_command.h"

namespace clew {
namespace {

constexpr const char* kHooks = "hooks";
constexpr const char* kServers = "mcpServers";
constexpr const char* kServerName = "clew";

// Where a handler stands: alone in its event's list, or in a group of it.
struct FoundHandler {
  TreePath path;
  TreePath group;  // empty in a flat list
};

std::vector<FoundHandler> find_own(const Value& tree, const std::string& event,
                                   const AgentClient& agent) {
  std::vector<FoundHandler> found;
  const TreePath list_path{kHooks, event};
  const Value* list = find_value(tree, list_path);
  if (list == nullptr) return found;
  for (size_t i = 0; i < list->as_list().size(); ++i) {
    const Value& item = list->as_list()[i];
    if (agent.shape == HookShape::kFlat) {
      if (is_own_handler(item, agent)) found.push_back({list_path / i, {}});
      continue;
    }
    const Value* handlers = item.find(kHooks);
    for (size_t j = 0; handlers != nullptr && j < handlers->as_list().size(); ++j) {
      if (is_own_handler(handlers->as_list()[j], agent)) {
        found.push_back({list_path / i / kHooks / j, list_path / i});
      }
    }
  }
  return found;
}

// The handler, and what is empty without it.
void remove_found(TreeChange& change, const FoundHandler& found) {
  change.remove(found.path);
  TreePath path = parent_of(found.path);
  if (!found.group.empty()) {
    if (count_items(*find_value(change.tree(), path)) > 0) return;
    change.remove(found.group);
    path = parent_of(found.group);
  }
  for (; !path.empty(); path = parent_of(path)) {
    if (count_items(*find_value(change.tree(), path)) > 0) return;
    change.remove(path);
  }
}

Value group_of(const HookRegistration& hook, Value handler) {
  Value group = Value::object();
  if (*hook.matcher != '\0') group.set("matcher", hook.matcher);
  group.set(kHooks, Value::List{std::move(handler)});
  return group;
}

std::string matcher_of(const Value& group) {
  const Value* matcher = group.find("matcher");
  return matcher == nullptr ? std::string() : matcher->as_string();
}

Error in_the_way(const TreePath& path, const char* wanted) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} must be of type {}", to_pointer(path), wanted));
}

Status make_object(TreeChange& change, const TreePath& path) {
  const Value* there = find_value(change.tree(), path);
  if (there == nullptr) {
    change.insert(path, Value::object());
  } else if (!there->is_object()) {
    return in_the_way(path, "object");
  }
  return success();
}

// One handler of clew's is kept, where it stands, and set right; any others go. When it stands
// under another matcher a new one is put at the end instead.
Status add_hook(TreeChange& change, const HookRegistration& hook, const OwnParts& parts) {
  const TreePath list_path{kHooks, hook.event};
  const Value* list = find_value(change.tree(), list_path);
  if (list != nullptr && !list->is_list()) return in_the_way(list_path, "list");
  const Value handler = wanted_handler(parts.agent, hook, parts.scope, parts.program);
  const bool flat = parts.agent.shape == HookShape::kFlat;
  const auto found = find_own(change.tree(), hook.event, parts.agent);
  if (!found.empty()) {
    const bool fits =
        flat || matcher_of(*find_value(change.tree(), found[0].group)) == hook.matcher;
    // Backwards, so that the places of the others stay true.
    for (size_t i = found.size(); i-- > (fits ? 1 : 0);) remove_found(change, found[i]);
    if (fits) {
      if (*find_value(change.tree(), found[0].path) != handler) {
        change.set(found[0].path, handler);
      }
      return success();
    }
  }
  CLEW_TRY(make_object(change, {kHooks}));
  const Value item = flat ? handler : group_of(hook, handler);
  list = find_value(change.tree(), list_path);
  if (list == nullptr) {
    change.insert(list_path, Value::List{item});
  } else {
    change.insert(list_path / list->as_list().size(), item);
  }
  return success();
}

std::vector<std::string> events_of(const Value& tree) {
  std::vector<std::string> events;
  const Value* hooks = tree.find(kHooks);
  if (hooks == nullptr) return events;
  for (const auto& [event, unused] : hooks->as_object()) events.push_back(event);
  return events;
}

void remove_event(TreeChange& change, const std::string& event, const AgentClient& agent) {
  const auto found = find_own(change.tree(), event, agent);
  for (size_t i = found.size(); i-- > 0;) remove_found(change, found[i]);
}

}  // namespace

Status add_hooks(TreeChange& change, const OwnParts& parts) {
  const auto& hooks = parts.agent.hooks;
  // Handlers of clew's own for events that it does not want go.
  for (const std::string& event : events_of(change.tree())) {
    const bool wanted = std::any_of(hooks.begin(), hooks.end(), [&](const HookRegistration& hook) {
      return hook.event == event;
    });
    if (!wanted) remove_event(change, event, parts.agent);
  }
  if (parts.agent.shape == HookShape::kFlat && change.tree().find("version") == nullptr) {
    change.insert({"version"}, 1);
  }
  CLEW_TRY(make_object(change, {kHooks}));
  for (const HookRegistration& hook : hooks) CLEW_TRY(add_hook(change, hook, parts));
  return success();
}

void remove_hooks(TreeChange& change, const AgentClient& agent) {
  for (const std::string& event : events_of(change.tree())) remove_event(change, event, agent);
}

Status add_server(TreeChange& change, const OwnParts& parts, std::vector<std::string>& notes) {
  CLEW_TRY(make_object(change, {kServers}));
  const TreePath path{kServers, kServerName};
  const Value wanted = wanted_server(parts.agent, parts.scope, parts.program);
  const Value* there = find_value(change.tree(), path);
  if (there == nullptr) {
    change.insert(path, wanted);
    return success();
  }
  if (!is_own_server(*there)) {
    notes.push_back("mcpServers.clew is another server; left unchanged");
    return success();
  }
  // Variables and the like that somebody added stay.
  for (const auto& [name, value] : wanted.as_object()) {
    const Value* old = find_value(change.tree(), path / name);
    if (old == nullptr) {
      change.insert(path / name, value);
    } else if (*old != value) {
      change.set(path / name, value);
    }
  }
  return success();
}

// A server to which somebody added members stays.
void remove_server(TreeChange& change, const OwnParts& parts, std::vector<std::string>& notes) {
  const Value* there = find_value(change.tree(), {kServers, kServerName});
  if (there == nullptr) return;
  const Value made = wanted_server(parts.agent, parts.scope, parts.program);
  for (const auto& [name, value] : there->as_object()) {
    if (made.find(name) != nullptr || !is_own_server(*there)) continue;
    notes.push_back(
        fmt::format("mcpServers.clew has \"{}\", which clew did not write; left unchanged", name));
    return;
  }
  if (!is_own_server(*there)) {
    notes.push_back("mcpServers.clew is another server; left unchanged");
    return;
  }
  change.remove({kServers, kServerName});
  if (count_items(*change.tree().find(kServers)) == 0) change.remove({kServers});
}

std::vector<Value> own_handlers(const Value& tree, const AgentClient& agent) {
  std::vector<Value> handlers;
  for (const std::string& event : events_of(tree)) {
    for (const FoundHandler& found : find_own(tree, event, agent)) {
      handlers.push_back(*find_value(tree, found.path));
    }
  }
  return handlers;
}

bool is_bare(const Value& tree) {
  const auto& members = tree.as_object();
  return std::all_of(members.begin(), members.end(),
                     [](const Value::Member& member) { return member.first == "version"; });
}

}  // namespace clew

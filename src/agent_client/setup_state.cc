#include "agent_client/setup_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "agent_client/json_settings.h"
#include "agent_client/settings_files.h"

namespace clew {
namespace {

// What cannot be read says nothing.
SetupState see_state(Context& context, const SetupWorld& world, const AgentClient& agent,
                     SetupScope scope) {
  SetupState state;
  const std::string root = scope == SetupScope::kProject ? context.project().root : std::string();
  for (const SettingsLocation& location : agent.locations) {
    if (scope == SetupScope::kProject && *location.project == '\0') continue;
    const std::string path = settings_path(world, agent, location, scope, root);
    const auto file = path.empty() ? SettingsText() : read_settings(context, path, root);
    if (file) look_into(file->text, agent, location, state);
  }
  return state;
}

template <class Wanted>
std::string titles_of(const std::vector<const AgentClient*>& agents, const Wanted& wanted) {
  std::string titles;
  for (const AgentClient* agent : agents) {
    if (wanted(*agent)) titles += (titles.empty() ? "" : ", ") + std::string(agent->title);
  }
  return titles;
}

}  // namespace

void look_into(const std::string& text, const AgentClient& agent, const SettingsLocation& location,
               SetupState& state) {
  if (location.kind == SettingsKind::kConfig) {
    std::string program;
    const ServerOwner server = agent.config->find_server(text, program);
    const bool own = server == ServerOwner::kOwn || server == ServerOwner::kByHand;
    if (own && !program.empty()) state.server = {program, "mcp"};
    state.other_server = server == ServerOwner::kOther;
    state.present = state.present || own;
    return;
  }
  if (location.kind == SettingsKind::kFile) {
    if (!agent.own_files->is_own(text)) return;
    if (Value handler = agent.own_files->find_handler(text); !handler.is_null()) {
      state.handlers.push_back(std::move(handler));
    }
    state.present = true;
    return;
  }
  const auto tree = parse_settings(text);
  if (!tree) return;
  const auto handlers = own_handlers(*tree, agent);
  state.handlers.insert(state.handlers.end(), handlers.begin(), handlers.end());
  const Value* server = find_value(*tree, {"mcpServers", "clew"});
  const bool own = server != nullptr && is_own_server(*server);
  if (own) state.server = handler_words(*server);
  state.other_server = state.other_server || (server != nullptr && !own);
  state.present = state.present || !handlers.empty() || own;
}

bool is_gone(Context& context, const std::string& program) {
  return program.starts_with('/') && !is_executable(context.files(), program);
}

bool is_set_up(Context& context, const SetupWorld& world, const AgentClient& agent,
               SetupScope scope) {
  return see_state(context, world, agent, scope).present;
}

bool has_plugin(Context& context, const SetupWorld& world, const AgentClient& agent) {
  const std::string& folder = agent_folder(world, agent);
  if (agent.has_plugin == nullptr || folder.empty()) return false;
  return agent.has_plugin({.files = context.files(),
                           .folder = folder,
                           .project = context.project().root,
                           .text_at = [&](const std::string& path) {
                             const auto text = read_settings(context, path, "");
                             return text && text->exists ? text->text : std::string();
                           }});
}

bool is_anyhow_set_up(Context& context, const SetupWorld& world, const AgentClient& agent) {
  return is_set_up(context, world, agent, SetupScope::kUser) ||
         is_set_up(context, world, agent, SetupScope::kProject) ||
         has_plugin(context, world, agent);
}

std::string titles_to_set_up(Context& context) {
  const SetupWorld world = see_setup_world(context);
  return titles_of(installed_agents(context.files(), world), [&](const AgentClient& agent) {
    return !is_anyhow_set_up(context, world, agent);
  });
}

std::string titles_set_up(Context& context) {
  const SetupWorld world = see_setup_world(context);
  std::vector<const AgentClient*> all;
  for (const AgentClient& agent : agent_clients()) all.push_back(&agent);
  return titles_of(
      all, [&](const AgentClient& agent) { return is_anyhow_set_up(context, world, agent); });
}

std::vector<std::string> calls_of_gone_programs(Context& context) {
  const SetupWorld world = see_setup_world(context);
  std::vector<std::string> all;
  for (const AgentClient& agent : agent_clients()) {
    const SetupState state = see_state(context, world, agent, SetupScope::kUser);
    std::vector<std::string> programs;
    for (const Value& handler : state.handlers) programs.push_back(handler_program(handler, agent));
    if (!state.server.empty()) programs.push_back(state.server.front());
    const auto gone = std::find_if(programs.begin(), programs.end(),
                                   [&](const auto& program) { return is_gone(context, program); });
    if (gone == programs.end()) continue;
    all.push_back(
        fmt::format("{} calls {}, which does not exist or is not executable", agent.title, *gone));
  }
  return all;
}

}  // namespace clew

#include "agent_client/installed.h"

#include <algorithm>

#include "agent_client/clients.h"
#include "files/relative_path.h"
#include "store/store_location.h"

namespace clew {
namespace {

constexpr uint32_t kMayRun = 0111;

bool is_absolute(const std::string& path) { return !path.empty() && path[0] == '/'; }

std::string folder_of_agent(const AgentClient& agent, const std::string& home,
                            const ReadVariable& variable) {
  const std::string named = variable(agent.variable);
  if (is_absolute(named)) return named;
  const std::string moved = variable(agent.home_variable);
  if (is_absolute(moved)) return join_path(moved, agent.folder);
  return home.empty() ? std::string() : join_path(home, agent.folder);
}

// The user's own store, also where a project has one: agents work in many projects.
std::string folder_of_store(const std::string& home, const ReadVariable& variable) {
  const std::string given = variable("CLEW_STORE");
  if (!given.empty()) {
    const auto location = parse_location(given);
    const bool is_file = location && location->backend == StoreLocation::Backend::kSqlite &&
                         is_absolute(location->address);
    return is_file ? parent_of(location->address) : std::string();
  }
  const std::string data = variable("XDG_DATA_HOME");
  if (is_absolute(data)) return join_path(data, "clew");
  return home.empty() ? std::string() : join_path(home, ".local/share/clew");
}

// A name in PATH outlives an update that moves the file behind it.
std::string lasting_program(FileSystem& files, const std::string& search_path,
                            const std::string& program) {
  const std::string named = find_in_path(files, search_path, "clew");
  if (named.empty()) return program;
  const auto behind = files.real_path(named);
  return behind && *behind == program ? named : program;
}

}  // namespace

SetupWorld see_setup_world(Context& context) {
  const Surroundings& around = context.surroundings();
  const ReadVariable variable = [&](const std::string& name) {
    return name.empty() || !around.variable ? std::string() : around.variable(name);
  };
  SetupWorld world;
  world.home = around.home;
  world.search_path = variable("PATH");
  world.store_folder = folder_of_store(around.home, variable);
  for (const AgentClient& agent : agent_clients()) {
    world.agent_folders.push_back(folder_of_agent(agent, around.home, variable));
    world.server_files.push_back(agent.servers_file == nullptr
                                     ? std::string()
                                     : agent.servers_file(context.files(), around.home,
                                                          world.agent_folders.back(), variable));
  }
  world.program = lasting_program(context.files(), world.search_path, around.program);
  return world;
}

const std::string& agent_folder(const SetupWorld& world, const AgentClient& agent) {
  return world.agent_folders[static_cast<size_t>(&agent - agent_clients().data())];
}

const std::string& servers_file(const SetupWorld& world, const AgentClient& agent) {
  return world.server_files[static_cast<size_t>(&agent - agent_clients().data())];
}

bool is_installed(FileSystem& files, const SetupWorld& world, const AgentClient& agent) {
  if (!find_in_path(files, world.search_path, agent.program).empty()) return true;
  const std::string& folder = agent_folder(world, agent);
  const auto info = folder.empty() ? Result<FileInfo>(Error{}) : files.info(folder);
  return info && info->kind == FileKind::kFolder;
}

std::vector<const AgentClient*> installed_agents(FileSystem& files, const SetupWorld& world) {
  std::vector<const AgentClient*> found;
  for (const AgentClient& agent : agent_clients()) {
    if (is_installed(files, world, agent)) found.push_back(&agent);
  }
  return found;
}

std::string find_in_path(FileSystem& files, const std::string& search_path,
                         const std::string& name) {
  for (size_t start = 0; start <= search_path.size();) {
    const size_t end = std::min(search_path.find(':', start), search_path.size());
    const std::string folder = search_path.substr(start, end - start);
    if (is_absolute(folder) && is_executable(files, join_path(folder, name))) {
      return join_path(folder, name);
    }
    start = end + 1;
  }
  return "";
}

bool is_executable(FileSystem& files, const std::string& path) {
  const auto info = files.info(path);
  return info && info->kind == FileKind::kFile && (info->mode & kMayRun) != 0;
}

std::string settings_path(const SetupWorld& world, const AgentClient& agent,
                          const SettingsLocation& location, SetupScope scope,
                          const std::string& project) {
  if (scope == SetupScope::kProject) return join_path(project, location.project);
  if (*location.user == '\0') return servers_file(world, agent);
  const std::string& folder = agent_folder(world, agent);
  return folder.empty() ? "" : join_path(folder, location.user);
}

}  // namespace clew

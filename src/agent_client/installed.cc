#include "agent_client/installed.h"

#include <algorithm>

#include "files/relative_path.h"
#include "store/store_location.h"

namespace clew {
namespace {

constexpr uint32_t kMayRun = 0111;

using Variables = std::function<std::string(const std::string& name)>;

bool is_absolute(const std::string& path) { return !path.empty() && path[0] == '/'; }

std::string folder_of_agent(const KnownAgent& agent, const std::string& home,
                            const Variables& variable) {
  const std::string named = variable(agent.variable);
  if (is_absolute(named)) return named;
  const std::string moved = variable(agent.home_variable);
  if (is_absolute(moved)) return join_path(moved, agent.folder);
  return home.empty() ? std::string() : join_path(home, agent.folder);
}

// Claude Code keeps its servers beside its folder; in it where CLAUDE_CONFIG_DIR names that, even
// if it is the usual one; and in .config.json there, which early versions made, for as long as that
// is there.
std::string file_of_claude_servers(FileSystem& files, const std::string& home,
                                   const std::string& folder, const Variables& variable) {
  if (folder.empty()) return "";
  const std::string early = join_path(folder, ".config.json");
  if (files.info(early)) return early;
  return join_path(is_absolute(variable("CLAUDE_CONFIG_DIR")) ? folder : home, ".claude.json");
}

// The user's own store, also where a project has one: agents work in many projects.
std::string folder_of_store(const std::string& home, const Variables& variable) {
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
  const Variables variable = [&](const std::string& name) {
    return name.empty() || !around.variable ? std::string() : around.variable(name);
  };
  SetupWorld world;
  world.home = around.home;
  world.search_path = variable("PATH");
  world.store_folder = folder_of_store(around.home, variable);
  for (const KnownAgent& agent : known_agents()) {
    world.agent_folders.push_back(folder_of_agent(agent, around.home, variable));
  }
  world.claude_servers = file_of_claude_servers(
      context.files(), around.home, agent_folder(world, *find_agent("claude-code")), variable);
  world.program = lasting_program(context.files(), world.search_path, around.program);
  return world;
}

const std::string& agent_folder(const SetupWorld& world, const KnownAgent& agent) {
  return world.agent_folders[static_cast<size_t>(&agent - known_agents().data())];
}

bool is_installed(FileSystem& files, const SetupWorld& world, const KnownAgent& agent) {
  if (!find_in_path(files, world.search_path, agent.program).empty()) return true;
  const std::string& folder = agent_folder(world, agent);
  const auto info = folder.empty() ? Result<FileInfo>(Error{}) : files.info(folder);
  return info && info->kind == FileKind::kFolder;
}

std::vector<const KnownAgent*> installed_agents(FileSystem& files, const SetupWorld& world) {
  std::vector<const KnownAgent*> found;
  for (const KnownAgent& agent : known_agents()) {
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

std::string settings_path(const SetupWorld& world, const KnownAgent& agent,
                          const SettingsPlace& place, SetupScope scope,
                          const std::string& project) {
  if (scope == SetupScope::kProject) return join_path(project, place.project);
  if (place.kind == SettingsKind::kServers && *place.user == '\0') return world.claude_servers;
  const std::string& folder = agent_folder(world, agent);
  return folder.empty() ? "" : join_path(folder, place.user);
}

}  // namespace clew

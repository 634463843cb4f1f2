#pragma once
// What `clew setup` has to know of the machine: which agents are installed, where each keeps its
// settings, and by which path clew itself is called. No process is started to find out.

#include <string>
#include <vector>

#include "agent_client/clients.h"
#include "engine/context.h"

namespace clew {

struct SetupWorld {
  std::string home;
  std::string search_path;                 // PATH
  std::string store_folder;                // where the user's store is; empty when it is no folder
  std::vector<std::string> agent_folders;  // one per agent_clients(); empty without a home
  // One per agent_clients(); empty where a client keeps its servers in one of its settings files.
  std::vector<std::string> server_files;
  std::string program;  // how clew is called: the name in PATH if that leads here
};

SetupWorld see_setup_world(Context& context);

const std::string& agent_folder(const SetupWorld& world, const AgentClient& agent);
// Of the user's MCP servers; empty where they stand in one of its settings files.
const std::string& servers_file(const SetupWorld& world, const AgentClient& agent);
// Its program is in PATH, or its folder is there.
bool is_installed(FileSystem& files, const SetupWorld& world, const AgentClient& agent);
std::vector<const AgentClient*> installed_agents(FileSystem& files, const SetupWorld& world);

// An executable file of this name in the search path; empty when there is none.
std::string find_in_path(FileSystem& files, const std::string& search_path,
                         const std::string& name);
bool is_executable(FileSystem& files, const std::string& path);

// Where a settings file of the agent is.
std::string settings_path(const SetupWorld& world, const AgentClient& agent,
                          const SettingsLocation& location, SetupScope scope,
                          const std::string& project);

}  // namespace clew

#pragma once
// A home of its own for `clew setup`, over real files in a temporary folder.

#include <algorithm>
#include <filesystem>

#include "agent_client/clients.h"
#include "command/setup/setup.h"
#include "document/json/json.h"
#include "document/json/jsonc_edit.h"
#include "testing/workspace_fixture.h"

namespace clew {

struct SetupFixture : WorkspaceFixture {
  SetupFixture() {
    caller.agreed = true;
    surroundings.user = fs_owner();
    surroundings.program = folder() / "bin/clew";
    world.home = folder() / "home";
    std::filesystem::create_directories(world.home);
    surroundings.home = world.home;
    world.store_folder = world.home + "/.local/share/clew";
    world.program = "/opt/clew";
    for (const auto& agent : agent_clients()) {
      world.agent_folders.push_back(world.home + "/" + agent.folder);
      world.server_files.push_back(agent.servers_file == nullptr ? std::string()
                                                                 : world.home + "/.claude.json");
    }
  }

  uint32_t fs_owner() { return files.info(folder().path())->owner; }
  std::string at(const std::string& path) const { return world.home + "/" + path; }
  void put(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_text(path, text);
  }

  Result<Answer> setup(SetupRequest request) {
    Workspace workspace(
        store(), files, [this] { return now; },
        [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'x'); }, caller, surroundings);
    return setup_agents_in(workspace, world, request);
  }
  Answer add(const std::string& agent) { return good(setup({.agents = {agent}})); }
  Answer remove(const std::string& agent) {
    return good(setup({.agents = {agent}, .remove = true}));
  }
  static Answer good(Result<Answer> answer) {
    if (!answer) FAIL(answer.error().message, " (", answer.error().subject, ")");
    if (answer->refusal) FAIL(answer->refusal->message);
    return std::move(*answer);
  }

  PosixFileSystem files;
  SetupWorld world;
};

inline Value tree_of(const std::string& path) {
  auto tree = parse_json(read_text(path));
  if (!tree) FAIL(path, ": ", tree.error().message);
  return std::move(*tree);
}

inline std::string json_at(const Value& tree, const TreePath& path) {
  const Value* found = find_value(tree, path);
  return found == nullptr ? "nothing" : write_json(*found);
}

}  // namespace clew

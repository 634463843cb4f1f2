// The plugins in integrations/ say the same as the tables that `clew setup` writes from.

#include "agent_client/clients.h"

#include <cstdlib>

#include "agent_client/json_settings.h"
#include "agent_client/opencode/plugin_text.h"
#include "agent_client/opencode/settings.h"
#include "command/setup/setup_fixture_test.h"

namespace clew {
namespace {

std::string source(const std::string& path) {
  const char* folder = std::getenv("CLEW_SOURCE_DIR");
  REQUIRE_MESSAGE(folder != nullptr, "CLEW_SOURCE_DIR is not set");
  return std::string(folder) + "/" + path;
}

struct PluginRow {
  const char* agent;
  const char* hooks;
  const char* servers;
  SetupScope scope;     // whose words the hooks are in
  const char* program;  // found in PATH
};

constexpr PluginRow kPlugins[] = {
    {"claude-code", "claude-code/hooks/hooks.json", "claude-code/.mcp.json",        SetupScope::kProject,
     "clew"                                                                                                     },
    {"codex",       "codex/hooks/hooks.json",       "codex/.mcp.json",              SetupScope::kProject, "clew"},
    {"gemini",      "gemini/hooks/hooks.json",      "gemini/gemini-extension.json", SetupScope::kProject,
     "clew"                                                                                                     },
    {"cursor",      "cursor/hooks.json",            "cursor/mcp.json",              SetupScope::kProject, "clew"},
};

TEST_CASE("every plugin has the hooks and the server that setup would write") {
  for (const PluginRow& row : kPlugins) {
    CAPTURE(row.agent);
    const OwnParts parts{*find_client(row.agent), row.scope, row.program};
    TreeChange hooks(tree_of(source(std::string("integrations/") + row.hooks)));
    CHECK(add_hooks(hooks, parts).ok());
    CHECK(hooks.edits().empty());
    CHECK(own_handlers(hooks.tree(), parts.agent).size() == parts.agent.hooks.size());
    TreeChange servers(tree_of(source(std::string("integrations/") + row.servers)));
    std::vector<std::string> notes;
    CHECK(add_server(servers, parts, notes).ok());
    CHECK(servers.edits().empty());
    CHECK(notes.empty());
  }
}

TEST_CASE("opencode's plugin and server are those that setup would write") {
  const std::string folder = source("integrations/opencode/");
  CHECK(read_text(folder + "clew.js") == opencode_plugin_text("clew"));
  SettingsEdit text(read_text(folder + "opencode.json"));
  std::vector<std::string> notes;
  CHECK(add_to_opencode(text, {"clew", ""}, notes).ok());
  CHECK_FALSE(text.changed());
  CHECK(notes.empty());
}

TEST_CASE("every plugin has the version of the program") {
  std::string version = read_text(source("VERSION"));
  while (!version.empty() && version.back() == '\n') version.pop_back();
  for (const char* path : {"claude-code/.claude-plugin/plugin.json",
                           "codex/.codex-plugin/plugin.json", "gemini/gemini-extension.json"}) {
    CAPTURE(path);
    const Value manifest = tree_of(source(std::string("integrations/") + path));
    CHECK(json_at(manifest, {"version"}) == "\"" + version + "\"");
    CHECK(json_at(manifest, {"name"}) == "\"clew\"");
  }
}

TEST_CASE("a program with a version in its name is set up once; one of another name is refused") {
  for (const char* agent : {"claude-code", "codex", "gemini", "cursor", "opencode"}) {
    SetupFixture fixture;
    fixture.world.program = "/opt/clew-0.1-linux";
    REQUIRE(fixture.setup({.agents = {agent}}).ok());
    CHECK_FALSE(fixture.setup({.agents = {agent}})->data.find("changed")->as_bool());
    fixture.world.program = "/opt/thread";
    const auto refused = fixture.setup({.agents = {agent}});
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kUsage);
    CHECK(refused.error().next == "mv /opt/thread /opt/clew");
  }
}

}  // namespace
}  // namespace clew

// Where the settings are on a machine that is not like most.

#include "agent_client/installed.h"

#include "agent_client/client_version.h"
#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "agent_client/hook_log.h"
#include "agent_client/setup_state.h"
#include "command/setup/setup_desk_test.h"
#include "files/relative_path.h"

namespace clew {
namespace {

SetupWorld seen(SetupDesk& desk, const std::string& claude_folder) {
  desk.surroundings.variable = [claude_folder](const std::string& name) {
    return name == "CLAUDE_CONFIG_DIR" ? claude_folder : std::string();
  };
  Workspace workspace(
      desk.store(), desk.files, [&] { return desk.now; },
      [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'x'); }, desk.caller,
      desk.surroundings);
  return see_setup_world(workspace);
}

std::string servers(const SetupWorld& world) {
  return servers_file(world, *find_client("claude-code"));
}

TEST_CASE("Claude Code's servers are written where it reads them") {
  SetupDesk desk;
  CHECK(servers(seen(desk, "")) == desk.at(".claude.json"));
  CHECK(servers(seen(desk, "relative")) == desk.at(".claude.json"));
  CHECK(servers(seen(desk, desk.at("moved"))) == desk.at("moved/.claude.json"));
  CHECK(servers(seen(desk, desk.at(".claude"))) == desk.at(".claude/.claude.json"));
  desk.put(desk.at(".claude/.config.json"), "{}");
  CHECK(servers(seen(desk, "")) == desk.at(".claude/.config.json"));
  CHECK(servers(seen(desk, desk.at("moved"))) == desk.at("moved/.claude.json"));
}

TEST_CASE("the program of a handler is read out of whatever shell it is written for") {
  for (const char* path : {"/opt/clew", "/my programs/clew", "/o'neil/clew", "/a\"b/cl $ew/clew"}) {
    for (const AgentClient& agent : agent_clients()) {
      CAPTURE(path);
      CAPTURE(agent.name);
      if (agent.hooks.empty()) continue;
      const HookRegistration& hook = agent.hooks.front();
      CHECK(handler_program(wanted_handler(agent, hook, SetupScope::kUser, path), agent) == path);
      CHECK(
          handler_program(wanted_handler(agent, hook, SetupScope::kProject, path), agent).empty());
    }
  }
}

TEST_CASE("a program that is gone is named, for every agent that calls it") {
  SetupDesk desk;
  for (const AgentClient& agent : agent_clients()) {
    CAPTURE(agent.name);
    desk.add(agent.name);
    const auto checked = desk.setup({.agents = {agent.name}, .check = true});
    REQUIRE(checked.ok());
    CHECK(checked->text.find("hook      /opt/clew does not exist") != std::string::npos);
  }
  Workspace workspace(
      desk.store(), desk.files, [&] { return desk.now; },
      [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'x'); }, desk.caller,
      desk.surroundings);
  const auto gone = calls_of_gone_programs(workspace);
  REQUIRE(gone.size() == agent_clients().size());
  CHECK(gone.front() == "Claude Code calls /opt/clew, which does not exist or is not executable");
}

TEST_CASE("the check says that recording is off, and that the last real hook failed") {
  SetupDesk desk;
  desk.surroundings.state_folder = desk.at("state");
  desk.add("cursor");
  HookLog log(desk.files, desk.at("state"), [&] { return desk.now; });
  const auto check = [&] {
    const auto checked = desk.setup({.agents = {"cursor"}, .check = true});
    REQUIRE(checked.ok());
    return checked->text;
  };
  const auto says = [&](const char* words) { return check().find(words) != std::string::npos; };
  log.fired("cursor");
  log.problem("codex", "nothing of Cursor's");
  CHECK(says("✔ fired     last 20"));
  CHECK_FALSE(says("recording"));
  log.problem("cursor", "the store cannot be written");
  CHECK(says("ago, and failed: cursor: the store cannot be written"));
  desk.now = desk.now + hours(1);
  log.fired("cursor");
  CHECK(says("✔ fired     last 20"));
  REQUIRE(desk.run("off").ok());
  CHECK(says("· recording is off: hooks do nothing; clew on"));
}

TEST_CASE("a plugin is pointed at once, and removing says how it goes") {
  struct Row {
    const char* agent;
    const char* file;
    const char* text;
    const char* unplug;
  };
  const Row rows[] = {
      {"claude-code", ".claude/settings.json",                         R"({"enabledPlugins": {"clew@clew": true}})",
       "claude plugin uninstall clew@clew"},
      {"codex",       ".codex/config.toml",                            "[plugins.\"clew@clew\"]\nenabled = true\n",
       "codex plugin remove clew@clew"    },
      {"gemini",      ".gemini/extensions/clew/gemini-extension.json", "{}",
       "gemini extensions uninstall clew" },
  };
  for (const Row& row : rows) {
    CAPTURE(row.agent);
    SetupDesk desk;
    desk.put(desk.at(row.file), row.text);
    const auto notes = [](const Answer& answer) { return write_json(*answer.data.find("notes")); };
    const std::string title = find_client(row.agent)->title;
    CHECK(notes(desk.add(row.agent)) ==
          "[\"" + title + " also has clew as a plugin; use one of the two\"]");
    for (int again = 0; again < 2; ++again) {
      CHECK(notes(desk.remove(row.agent)) ==
            "[\"" + title + " has clew as a plugin, which stays; remove it with: " + row.unplug +
                "\"]");
    }
  }
}

TEST_CASE("hooks that name no path are nothing where none leads to clew") {
  SetupDesk desk;
  desk.world.search_path = desk.at("bin");
  SetupDesk::good(desk.setup({.agents = {"codex"}, .project = true}));
  const auto checked = desk.setup({.agents = {"codex"}, .check = true, .project = true});
  REQUIRE(checked.ok());
  CHECK(checked->text.find("clew is not in PATH") != std::string::npos);
  REQUIRE(checked->refusal.has_value());
  CHECK(checked->refusal->next == "export PATH=/opt:$PATH");
  desk.put(desk.at(".gemini/extensions/clew/gemini-extension.json"), "{}");
  const auto plugin = [&] { return desk.setup({.agents = {"gemini"}, .check = true})->text; };
  CHECK(plugin().find("✘ plugin    clew is not in PATH") != std::string::npos);
  desk.put(desk.at("bin/clew"), "");
  std::filesystem::permissions(desk.at("bin/clew"), std::filesystem::perms(0755));
  CHECK(plugin().find("✔ plugin    provides the hooks") != std::string::npos);
}

TEST_CASE("a client that is too old for its hooks is named with its version") {
  struct Row {
    const char* program;  // behind the link in PATH
    const char* package;  // empty: none
    const char* version;
    bool old;
  };
  const Row rows[] = {
      {"share/claude/versions/2.1.59",                      "",      "2.1.59",  true },
      {"share/claude/versions/2.1.139",                     "",      "2.1.139", false},
      {"share/claude/versions/3.0.1",                       "",      "3.0.1",   false},
      {"lib/node_modules/@anthropic-ai/claude-code/cli.js",
       R"({"name":"@anthropic-ai/claude-code","version":"1.0.98"})", "1.0.98",  true },
      {"lib/node_modules/@anthropic-ai/claude-code/cli.js",
       R"({"name":"dotfiles","version":"1.0.0"})",                   "",        false},
      {"opt/claude",                                        "",      "",        false},
  };
  const AgentClient& claude = *find_client("claude-code");
  for (const Row& row : rows) {
    CAPTURE(row.program);
    SetupDesk desk;
    const std::string program = desk.at(row.program);
    desk.put(program, "#!/bin/sh\n");
    std::filesystem::permissions(program, std::filesystem::perms(0755));
    if (*row.package != '\0') desk.put(parent_of(program) + "/package.json", row.package);
    std::filesystem::create_directories(desk.at("bin"));
    std::filesystem::create_symlink(program, desk.at("bin/claude"));
    desk.world.search_path = desk.at("bin");
    CHECK(client_version(desk.files, desk.world, claude) == row.version);
    const bool said = desk.add("claude-code").text.find("is too old") != std::string::npos;
    CHECK(said == row.old);
    const auto checked = desk.setup({.agents = {"claude-code"}, .check = true});
    const auto shared = desk.setup({.agents = {"claude-code"}, .project = true});
    CHECK(SetupDesk::good(shared).text.find("is too old") == std::string::npos);
    CHECK((checked->text.find("✘ client    " + std::string(row.version) + " is too old") !=
           std::string::npos) == row.old);
  }
}

}  // namespace
}  // namespace clew

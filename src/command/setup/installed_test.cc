// Where the settings are on a machine that is not like most.

#include "agent_client/installed.h"

#include "agent_client/client_version.h"
#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "agent_client/hook_log.h"
#include "agent_client/setup_state.h"
#include "command/setup/setup_fixture_test.h"
#include "files/relative_path.h"

namespace clew {
namespace {

SetupWorld seen(SetupFixture& fixture, const std::string& claude_folder) {
  fixture.surroundings.variable = [claude_folder](const std::string& name) {
    return name == "CLAUDE_CONFIG_DIR" ? claude_folder : std::string();
  };
  Workspace workspace(
      fixture.store(), fixture.files, [&] { return fixture.now; },
      [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'x'); }, fixture.caller,
      fixture.surroundings);
  return see_setup_world(workspace);
}

std::string servers(const SetupWorld& world) {
  return servers_file(world, *find_client("claude-code"));
}

TEST_CASE("Claude Code's servers are written where it reads them") {
  SetupFixture fixture;
  CHECK(servers(seen(fixture, "")) == fixture.at(".claude.json"));
  CHECK(servers(seen(fixture, "relative")) == fixture.at(".claude.json"));
  CHECK(servers(seen(fixture, fixture.at("moved"))) == fixture.at("moved/.claude.json"));
  CHECK(servers(seen(fixture, fixture.at(".claude"))) == fixture.at(".claude/.claude.json"));
  fixture.put(fixture.at(".claude/.config.json"), "{}");
  CHECK(servers(seen(fixture, "")) == fixture.at(".claude/.config.json"));
  CHECK(servers(seen(fixture, fixture.at("moved"))) == fixture.at("moved/.claude.json"));
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
  SetupFixture fixture;
  for (const AgentClient& agent : agent_clients()) {
    CAPTURE(agent.name);
    fixture.add(agent.name);
    const auto checked = fixture.setup({.agents = {agent.name}, .check = true});
    REQUIRE(checked.ok());
    CHECK(checked->text.find("hook      /opt/clew does not exist") != std::string::npos);
  }
  Workspace workspace(
      fixture.store(), fixture.files, [&] { return fixture.now; },
      [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'x'); }, fixture.caller,
      fixture.surroundings);
  const auto gone = calls_of_gone_programs(workspace);
  REQUIRE(gone.size() == agent_clients().size());
  CHECK(gone.front() == "Claude Code calls /opt/clew, which does not exist or is not executable");
}

TEST_CASE("the check says that recording is off, and that the last real hook failed") {
  SetupFixture fixture;
  fixture.surroundings.state_folder = fixture.at("state");
  fixture.add("cursor");
  HookLog log(fixture.files, fixture.at("state"), [&] { return fixture.now; });
  const auto check = [&] {
    const auto checked = fixture.setup({.agents = {"cursor"}, .check = true});
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
  fixture.now = fixture.now + hours(1);
  log.fired("cursor");
  CHECK(says("✔ fired     last 20"));
  REQUIRE(fixture.run("off").ok());
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
    SetupFixture fixture;
    fixture.put(fixture.at(row.file), row.text);
    const auto notes = [](const Answer& answer) { return write_json(*answer.data.find("notes")); };
    const std::string title = find_client(row.agent)->title;
    CHECK(notes(fixture.add(row.agent)) ==
          "[\"" + title + " also has clew as a plugin; use one of the two\"]");
    for (int again = 0; again < 2; ++again) {
      CHECK(notes(fixture.remove(row.agent)) ==
            "[\"" + title + " has clew as a plugin, which stays; remove it with: " + row.unplug +
                "\"]");
    }
  }
}

TEST_CASE("hooks that name no path are nothing where none leads to clew") {
  SetupFixture fixture;
  fixture.world.search_path = fixture.at("bin");
  SetupFixture::good(fixture.setup({.agents = {"codex"}, .project = true}));
  const auto checked = fixture.setup({.agents = {"codex"}, .check = true, .project = true});
  REQUIRE(checked.ok());
  CHECK(checked->text.find("clew is not in PATH") != std::string::npos);
  REQUIRE(checked->refusal.has_value());
  CHECK(checked->refusal->next == "export PATH=/opt:$PATH");
  fixture.put(fixture.at(".gemini/extensions/clew/gemini-extension.json"), "{}");
  const auto plugin = [&] { return fixture.setup({.agents = {"gemini"}, .check = true})->text; };
  CHECK(plugin().find("✘ plugin    clew is not in PATH") != std::string::npos);
  fixture.put(fixture.at("bin/clew"), "");
  std::filesystem::permissions(fixture.at("bin/clew"), std::filesystem::perms(0755));
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
    SetupFixture fixture;
    const std::string program = fixture.at(row.program);
    fixture.put(program, "#!/bin/sh\n");
    std::filesystem::permissions(program, std::filesystem::perms(0755));
    if (*row.package != '\0') fixture.put(parent_of(program) + "/package.json", row.package);
    std::filesystem::create_directories(fixture.at("bin"));
    std::filesystem::create_symlink(program, fixture.at("bin/claude"));
    fixture.world.search_path = fixture.at("bin");
    CHECK(client_version(fixture.files, fixture.world, claude) == row.version);
    const bool said = fixture.add("claude-code").text.find("is too old") != std::string::npos;
    CHECK(said == row.old);
    const auto checked = fixture.setup({.agents = {"claude-code"}, .check = true});
    const auto shared = fixture.setup({.agents = {"claude-code"}, .project = true});
    CHECK(SetupFixture::good(shared).text.find("is too old") == std::string::npos);
    CHECK((checked->text.find("✘ client    " + std::string(row.version) + " is too old") !=
           std::string::npos) == row.old);
  }
}

}  // namespace
}  // namespace clew

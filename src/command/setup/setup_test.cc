// `clew setup`: what each agent gets, whom it asks, and what it says.

#include "command/setup/setup.h"

#include <fmt/format.h>

#include "agent_client/clients.h"
#include "agent_client/hook_command.h"
#include "command/setup/setup_fixture_test.h"
#include "command/setup/summary.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

TEST_CASE("Claude Code gets its hooks and its server, and loses them without a trace") {
  SetupFixture fixture;
  const Answer answer = fixture.add("claude-code");
  const Value settings = tree_of(fixture.at(".claude/settings.json"));
  CHECK(json_at(settings, {"hooks", "SessionStart", size_t{0}, "hooks", size_t{0}}) ==
        R"({"type":"command","command":"/opt/clew","args":["hook","claude-code"],"timeout":10})");
  CHECK(json_at(settings, {"hooks", "PostToolUse", size_t{0}, "matcher"}).find("Edit") !=
        std::string::npos);
  CHECK(json_at(tree_of(fixture.at(".claude.json")), {"mcpServers", "clew"}) ==
        R"({"type":"stdio","command":"/opt/clew","args":["mcp"]})");
  CHECK(answer.text.find("restart Claude Code") != std::string::npos);
  CHECK(answer.data.find("changed")->as_bool());
  fixture.remove("claude-code");
  CHECK_FALSE(fs::exists(fixture.at(".claude/settings.json")));
  CHECK_FALSE(fs::exists(fixture.at(".claude.json")));
}

TEST_CASE("Codex gets hooks for a shell, its server and a writable store") {
  SetupFixture fixture;
  fixture.world.program = "/my tools/clew";
  fixture.add("codex");
  const Value hooks = tree_of(fixture.at(".codex/hooks.json"));
  CHECK(json_at(hooks, {"hooks", "Stop", size_t{0}, "hooks", size_t{0}}) ==
        R"({"type":"command","command":"'/my tools/clew' hook codex","timeout":10})");
  const std::string config = read_text(fixture.at(".codex/config.toml"));
  CHECK(config.find("command = \"/my tools/clew\"\n") != std::string::npos);
  CHECK(config.find("writable_roots = [\"" + fixture.world.store_folder + "\"]") !=
        std::string::npos);
  CHECK(fs::exists(fixture.world.store_folder));
}

TEST_CASE("Gemini's timeouts are milliseconds, Cursor's hooks are flat") {
  SetupFixture fixture;
  fixture.add("gemini");
  fixture.add("cursor");
  const Value gemini = tree_of(fixture.at(".gemini/settings.json"));
  CHECK(json_at(gemini, {"hooks", "BeforeAgent", size_t{0}, "hooks", size_t{0}}) ==
        R"({"name":"clew","type":"command","command":"/opt/clew hook gemini","timeout":5000})");
  CHECK(json_at(gemini, {"mcpServers", "clew"}) == R"({"command":"/opt/clew","args":["mcp"]})");
  const Value cursor = tree_of(fixture.at(".cursor/hooks.json"));
  CHECK(json_at(cursor, {"version"}) == "1");
  CHECK(json_at(cursor, {"hooks", "afterFileEdit"}) == R"([{"command":"/opt/clew hook cursor"}])");
}

TEST_CASE("a hook that was changed by hand is set right, and there is never a second one") {
  SetupFixture fixture;
  fixture.add("claude-code");
  const std::string path = fixture.at(".claude/settings.json");
  const std::string right = read_text(path);
  std::string moved = right;
  for (size_t at = 0; (at = moved.find("/opt/clew", at)) != std::string::npos;) {
    moved.replace(at, 9, "/old place/clew");
  }
  write_text(path, moved);
  fixture.add("claude-code");
  CHECK(read_text(path) == right);
  // As the project form spells it, with another timeout.
  Value tree = tree_of(path);
  TreeChange change(tree);
  change.set(
      {
          "hooks", "Stop", size_t{0},
            "hooks", size_t{0}
  },
      Value::Object{{"type", "command"}, {"command", "clew hook claude-code"}});
  write_text(path, write_json(change.tree()));
  fixture.add("claude-code");
  CHECK(tree_of(path) == tree);
  fixture.remove("claude-code");
  CHECK(read_text(path).find("clew") == std::string::npos);
}

TEST_CASE("a server of the same name that is not clew's stays") {
  SetupFixture fixture;
  const std::string text = R"({"mcpServers":{"clew":{"url":"http://127.0.0.1:1/mcp"}}})";
  fixture.put(fixture.at(".claude.json"), text);
  const Answer answer = fixture.add("claude-code");
  CHECK(read_text(fixture.at(".claude.json")) == text);
  CHECK(answer.text.find("note: ") != std::string::npos);
  fixture.remove("claude-code");
  CHECK(read_text(fixture.at(".claude.json")) == text);
}

TEST_CASE("a project's hooks are silent where clew is not installed and name no path") {
  SetupFixture fixture;
  fixture.good(fixture.setup({
      .agents = {"claude-code", "codex", "gemini"},
        .project = true
  }));
  const std::string text = read_text(fixture.project() + "/.claude/settings.json");
  CHECK(text.find("command -v clew >/dev/null 2>&1 && clew hook claude-code || true") !=
        std::string::npos);
  CHECK(text.find("/opt") == std::string::npos);
  const std::string codex = read_text(fixture.project() + "/.codex/config.toml");
  CHECK(codex.find("command = \"clew\"") != std::string::npos);
  CHECK(codex.find("writable_roots") == std::string::npos);
  CHECK_FALSE(fs::exists(fixture.at(".claude/settings.json")));
  fixture.good(fixture.setup({.remove = true, .project = true}));
  CHECK_FALSE(fs::exists(fixture.project() + "/.claude/settings.json"));
  CHECK_FALSE(fs::exists(fixture.project() + "/.mcp.json"));
}

TEST_CASE("alone it sets up the agents that are found, after one summary and one question") {
  SetupFixture fixture;
  fixture.caller.agreed = false;
  CHECK(fixture.setup({}).error().code == ErrorCode::kNotFound);
  fs::create_directories(fixture.at(".claude"));
  fixture.put(fixture.at("bin/codex"), "#!/bin/sh\n");
  fs::permissions(fixture.at("bin/codex"), fs::perms(0755));
  fixture.put(fixture.at("bin/gemini"), "not executable");
  fs::permissions(fixture.at("bin/gemini"), fs::perms(0644));
  fixture.world.search_path = "relative::" + fixture.at("nowhere") + ":" + fixture.at("bin");

  const auto unasked = fixture.setup({});
  REQUIRE(unasked.ok());
  REQUIRE(unasked->refusal.has_value());
  CHECK(unasked->refusal->code == ErrorCode::kUsage);
  CHECK(unasked->refusal->next == "clew setup --yes");
  CHECK(unasked->text.find("  ~/.claude/settings.json  created, +") != std::string::npos);
  CHECK(unasked->text.find("+++ ") == std::string::npos);
  CHECK(unasked->text.ends_with("\nclew setup --diff   shows every line"));
  CHECK(unasked->data.find("changes")->as_string().find("+++ ~/.claude/settings.json") !=
        std::string::npos);
  CHECK(fixture.setup({.diff = true})->text == unasked->data.find("changes")->as_string());
  CHECK_FALSE(fs::exists(fixture.at(".claude/settings.json")));

  std::string shown, question;
  fixture.caller.emit = [&](const Value&, const std::string& text) { shown += text; };
  fixture.caller.confirm = [&](const std::string& text) {
    question += text;
    return std::optional(false);
  };
  CHECK(fixture.setup({}).error().code == ErrorCode::kNotAllowed);
  CHECK_FALSE(fs::exists(fixture.at(".claude/settings.json")));
  CHECK(question == "write 4 files?");
  CHECK(shown.find("  ~/.codex/config.toml  created, +") != std::string::npos);
  fixture.caller.confirm = [](const std::string&) { return std::optional(true); };
  const Answer answer = fixture.good(fixture.setup({}));
  CHECK(answer.text.find("Codex") != std::string::npos);
  CHECK(answer.text.find("Gemini") == std::string::npos);
  CHECK(fs::exists(fixture.at(".codex/hooks.json")));
  CHECK_FALSE(fs::exists(fixture.at(".gemini")));
}

TEST_CASE("a summary names the hooks, the server and the sandbox that come, change and go") {
  SetupFixture fixture;
  const auto summary = [&](SetupRequest request) {
    fixture.caller.agreed = false;
    const auto answer = fixture.setup(std::move(request));
    fixture.caller.agreed = true;
    REQUIRE(answer.ok());
    return answer->text;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  for (const AgentClient& agent : agent_clients()) {
    CAPTURE(agent.name);
    const std::string added = summary({.agents = {agent.name}});
    CHECK(std::count(added.begin(), added.end(), '\n') < 15);
    CHECK(has(added, "    + MCP server clew: /opt/clew mcp\n"));
    const bool has_file = agent.own_files != nullptr;
    CHECK(has(added, fmt::format("{}  /opt/clew hook {}",
                                 has_file ? "+ a plugin that calls" : "each calls", agent.name)));
    CHECK(has(added, fmt::format("    + {} hooks: ", agent.hooks.size())) == !has_file);
    for (const HookRegistration& hook : agent.hooks) CHECK(has(added, hook.event));
    CHECK(has(added, "+ its sandbox may write: ~/.local/share/clew") ==
          (agent.name == std::string("codex")));
    fixture.add(agent.name);
  }
  fixture.world.program = "/usr/bin/clew";
  const std::string moved = summary({.agents = {"claude-code"}});
  CHECK(has(moved, "    ~ MCP server clew: /usr/bin/clew mcp\n"));
  CHECK(has(moved, " hooks: SessionStart, "));
  CHECK_FALSE(has(moved, "    + "));
  const std::string gone = summary({.agents = {"codex"}, .remove = true});
  CHECK(has(gone, "~/.codex/config.toml  removed, -"));
  CHECK(has(gone, "    - MCP server clew: /opt/clew mcp\n"));
  CHECK(has(gone, "    - its sandbox may write: ~/.local/share/clew"));
  CHECK(has(gone, "\nclew setup codex --remove --diff   shows every line"));
}

TEST_CASE("a check looks at who was set up by name, and says what to do when nobody was") {
  SetupFixture fixture;
  fs::create_directories(fixture.at(".claude"));
  const Answer none = fixture.good(fixture.setup({.check = true}));
  CHECK(none.text == "Claude Code  is not set up\nnext  clew setup");
  const Answer set_up = fixture.good(fixture.setup({.agents = {"cursor"}, .project = true}));
  CHECK(set_up.text.ends_with("\nnext  clew setup --check --project"));
  const auto checked = fixture.setup({.check = true, .project = true});
  REQUIRE(checked.ok());
  const Value::List& agents = checked->data.find("agents")->as_list();
  REQUIRE(agents.size() == 2);
  CHECK_FALSE(agents[0].find("set_up")->as_bool());
  CHECK(agents[1].find("name")->as_string() == "cursor");
  CHECK(agents[1].find("set_up")->as_bool());
}

TEST_CASE("a check leaves a server of the same name alone, and names a program that is gone") {
  SetupFixture fixture;
  fixture.put(fixture.at(".claude.json"),
              R"({"mcpServers":{"clew":{"url":"http://127.0.0.1:1/mcp"}}})");
  fixture.put(fixture.at(".codex/config.toml"), "[mcp_servers.clew]\ncommand = \"other\"\n");
  fixture.add("claude-code");
  fixture.add("codex");
  fixture.add("gemini");
  const auto checked = fixture.setup({.check = true});
  REQUIRE(checked.ok());
  const auto server = [&](size_t agent) {
    for (const Value& check :
         checked->data.find("agents")->as_list()[agent].find("checks")->as_list()) {
      if (check.find("check")->as_string() == "server") return write_json(check);
    }
    return std::string("none");
  };
  CHECK(server(0).find(R"("ok":true,"found":"another server is named clew)") != std::string::npos);
  CHECK(server(1) == server(0));
  CHECK(server(2).find(R"("ok":false,"found":"/opt/clew does not exist)") != std::string::npos);
}

TEST_CASE("hooks that are switched off are nothing to be content with") {
  SetupFixture fixture;
  fixture.put(fixture.at(".claude/settings.json"), R"({"disableAllHooks": true})");
  CHECK(fixture.add("claude-code").text.find("no hook runs until it is removed") !=
        std::string::npos);
  const auto checked = fixture.setup({.agents = {"claude-code"}, .check = true});
  REQUIRE(checked.ok());
  REQUIRE(checked->refusal.has_value());
  CHECK(checked->text.find("does not run: ") != std::string::npos);
  CHECK(checked->text.find("disableAllHooks") != std::string::npos);
}

TEST_CASE("settings of the project and of the user both call clew, and setup says so") {
  SetupFixture fixture;
  SetupFixture::good(fixture.setup({.agents = {"claude-code"}, .project = true}));
  const Answer answer = fixture.add("claude-code");
  CHECK(answer.text.find("also calls clew from the settings of this project;") !=
        std::string::npos);
}

TEST_CASE("settings that cannot be written are named, not their lock") {
  SetupFixture fixture;
  fixture.world.agent_folders.front() = "/proc/nobody/.claude";
  const auto refused = fixture.setup({.agents = {"claude-code"}});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().subject == "/proc/nobody/.claude/settings.json");
  CHECK(refused.error().next.find("ls -ld /proc/nobody/.claude") != std::string::npos);
}

TEST_CASE("a difference shows long lines, and no secrets") {
  const std::string key = std::string("sk-ant-api03-") + std::string(60, 'x') + "9";
  const std::string line(400, 'x');
  SettingsChange change;
  change.before.exists = true;
  change.before.text = "\"key\": \"" + key + "\"\n";
  change.after = "\"key\": \"" + key + "\",\n" + line + "\n";
  const std::string diff = setup_difference({change}, "");
  CHECK(diff.find(key) == std::string::npos);
  CHECK(diff.find("-\"key\": ") != std::string::npos);
  CHECK(diff.ends_with("+" + line));
}

TEST_CASE("words that make no sense are refused") {
  SetupFixture fixture;
  CHECK(fixture.setup({.agents = {"vim"}}).error().code == ErrorCode::kUsage);
  CHECK(fixture.setup({.agents = {"vim"}}).error().next == "clew setup");
  CHECK(fixture.setup({.agents = {"Claude"}}).error().next == "clew setup claude-code");
  CHECK(fixture.setup({.agents = {"gemini-cli"}}).error().next == "clew setup gemini");
  CHECK(fixture.setup({.user = true, .project = true}).error().code == ErrorCode::kUsage);
  CHECK(fixture.setup({.check = true, .remove = true}).error().code == ErrorCode::kUsage);
  CHECK(fixture.setup({.check = true, .diff = true}).error().code == ErrorCode::kUsage);
  fixture.surroundings.cwd = fixture.world.home;
  CHECK(fixture.setup({.project = true}).error().code == ErrorCode::kUsage);
}

TEST_CASE("clew's own handlers are told from those of others") {
  const AgentClient& codex = *find_client("codex");
  const auto own = [&](const char* line) {
    return is_own_handler(
        Value::Object{
            {"command", line}
    },
        codex);
  };
  CHECK(own("/usr/bin/clew hook codex"));
  CHECK(own("'/a b/clew' hook codex"));
  CHECK(own("command -v clew >/dev/null 2>&1 && clew hook codex || true"));
  CHECK(own("CLEW_STORE=/x clew hook codex"));
  CHECK(own("/opt/clew-0.1-linux hook codex"));
  CHECK_FALSE(own("/usr/bin/clew hook codex-next"));
  CHECK_FALSE(own("/usr/bin/clew hook gemini"));
  CHECK_FALSE(own("/usr/bin/myclew hook codex"));
  CHECK_FALSE(own("echo hook codex"));
}

}  // namespace
}  // namespace clew

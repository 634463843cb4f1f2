// Settings that were there before `clew setup`: kept byte for byte, given back by --remove, refused
// where they cannot be understood or are not one's own.

#include "agent_client/settings_files.h"

#include "command/setup/setup_fixture_test.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

struct KeptRow {
  const char* claim;
  const char* agent;
  const char* path;
  const char* text;
};

constexpr KeptRow kKept[] = {
    {"an empty object",                 "claude-code", ".claude/settings.json", "{}"                           },
    {"an empty object with blanks",     "claude-code", ".claude/settings.json", "{\n\n}\n"                     },
    {"an empty file",                   "claude-code", ".claude.json",          ""                             },
    {"other settings, in tabs",         "claude-code", ".claude/settings.json",
     "{\n\t\"model\": \"opus\",\n\t\"env\": {\"A\": \"\\u00e9\"}\n}"                                           },
    {"other hooks at the same moments", "claude-code", ".claude/settings.json",
     "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\n        \"matcher\": \"Write\",\n"
     "        \"hooks\": [{ \"type\": \"command\", \"command\": \"prettier\" }]\n      }\n    ],\n"
     "    \"Stop\": []\n  },\n  \"x\": 1\n}\n"                                                                 },
    {"empty hooks",                     "gemini",      ".gemini/settings.json", "{\"hooks\": {}, \"ui\": {}}\n"},
    {"comments",                        "gemini",      ".gemini/settings.json",
     "// mine\n{\n  // theme\n  \"ui\": {\"theme\": \"dark\"}, // dark\n  /* servers */\n"
     "  \"mcpServers\": {\n    \"db\": {\"command\": \"db\"} // the database\n  },\n}\n"                       },
    {"many servers in one line",        "claude-code", ".claude.json",
     "{\"numStartups\":3,\"mcpServers\":{\"a\":{\"url\":\"http://x\"}},\"z\":[1,2.50,1e3]}"                    },
    {"other tables",                    "codex",       ".codex/config.toml",
     "model = \"o3\"\n\n[sandbox_workspace_write]\nwritable_roots = [\n  \"/x\",\n]\n# end"                    },
    {"Windows line ends",               "cursor",      ".cursor/hooks.json",
     "{\r\n  \"version\": 1,\r\n  \"hooks\": {\r\n    \"stop\": [{\"command\": \"x\"}]\r\n  "
     "}\r\n}\r\n"                                                                                              },
};

TEST_CASE("settings that were there come back byte for byte, and twice is once") {
  for (const KeptRow& row : kKept) {
    CAPTURE(row.claim);
    SetupFixture fixture;
    const std::string path = fixture.at(row.path);
    fixture.put(path, row.text);
    fs::permissions(path, fs::perms(0640));
    fixture.add(row.agent);
    const std::string once = read_text(path);
    CHECK(once != row.text);
    CHECK((fs::status(path).permissions() & fs::perms::mask) == fs::perms(0640));
    const Answer again = fixture.add(row.agent);
    CHECK_FALSE(again.data.find("changed")->as_bool());
    CHECK(read_text(path) == once);
    fixture.remove(row.agent);
    CHECK(read_text(path) == row.text);
  }
}

TEST_CASE("what others wrote in between survives the removal") {
  for (const KeptRow& row : kKept) {
    CAPTURE(row.claim);
    SetupFixture fixture;
    const std::string path = fixture.at(row.path);
    const bool toml = path.ends_with(".toml");
    fixture.put(path, row.text);
    fixture.add(row.agent);
    // A change by the agent itself: rewritten as it likes, with one more thing.
    const std::string now = read_text(path);
    if (toml) {
      write_text(path, now + "\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n");
      fixture.remove(row.agent);
      const std::string left = read_text(path);
      CHECK(left.find("clew") == std::string::npos);
      CHECK(left.find("trust_level") != std::string::npos);
      CHECK(left.find("\"/x\",\n]") != std::string::npos);
      continue;
    }
    std::string more = now;
    more.insert(now.find('{') + 1, "\"added\": true,");
    write_text(path, more);
    fixture.remove(row.agent);
    const std::string left = read_text(path);
    CHECK(left.find("clew") == std::string::npos);
    CHECK(left.find("\"added\": true") != std::string::npos);
    for (const char* comment : {"// mine", "// theme", "// dark", "/* servers */", "prettier"}) {
      if (std::string_view(row.text).find(comment) != std::string_view::npos) {
        CHECK(left.find(comment) != std::string::npos);
      }
    }
  }
}

TEST_CASE("a server that somebody gave variables is never lost with clew's parts") {
  const std::string text =
      R"({"mcpServers":{"clew":{"command":"/old/clew","args":["mcp"],"env":{"A":"b"}}}})";
  SetupFixture fixture;
  const std::string path = fixture.at(".claude.json");
  fixture.put(path, text);
  fixture.add("claude-code");
  CHECK(read_text(path).find("/opt/clew") != std::string::npos);
  fixture.remove("claude-code");
  CHECK(read_text(path) == text);  // nobody changed it in between
  fixture.add("claude-code");
  std::string more = read_text(path);
  write_text(path, more.insert(1, "\"added\": true,"));
  const Answer answer = fixture.remove("claude-code");
  CHECK(read_text(path) == more);
  CHECK(answer.text.find("has \"env\", which clew did not write; left unchanged") !=
        std::string::npos);
}

TEST_CASE("settings that cannot be understood are refused, and no file is touched") {
  constexpr KeptRow kRefused[] = {
      {"broken JSON",               "claude-code", ".claude.json",          "{\"a\": "                           },
      {"another shape",             "claude-code", ".claude.json",          "{\"mcpServers\": []}"               },
      {"hooks of another shape",    "gemini",      ".gemini/settings.json", "{\"hooks\": [1]}"                   },
      {"an event of another shape", "cursor",      ".cursor/hooks.json",    "{\"hooks\": {\"stop\": 1}}"         },
      {"broken TOML",               "codex",       ".codex/config.toml",    "a = [1\n"                           },
      {"inline tables",             "codex",       ".codex/config.toml",    "sandbox_workspace_write = {a = 1}\n"},
  };
  for (const KeptRow& row : kRefused) {
    CAPTURE(row.claim);
    SetupFixture fixture;
    fixture.put(fixture.at(row.path), row.text);
    const auto refused = fixture.setup({.agents = {row.agent}});
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kInvalid);
    CHECK(refused.error().subject == fixture.at(row.path));
    CHECK_FALSE(refused.error().next.empty());
    CHECK(read_text(fixture.at(row.path)) == row.text);
    size_t files = 0;
    for (const auto& each : fs::recursive_directory_iterator(fixture.world.home)) {
      files += each.is_regular_file() ? 1 : 0;
    }
    CHECK(files == 1);
  }
}

TEST_CASE("a link to the settings stays a link, and the file behind it is edited") {
  SetupFixture fixture;
  const std::string real = fixture.at("dotfiles/claude.json");
  fixture.put(real, "{\"a\": 1}");
  fs::create_directories(fixture.at(".claude"));
  fs::create_symlink(real, fixture.at(".claude/settings.json"));
  const Answer answer = fixture.add("claude-code");
  CHECK(fs::is_symlink(fixture.at(".claude/settings.json")));
  CHECK(read_text(real).find("claude-code") != std::string::npos);
  CHECK(answer.text.find("dotfiles/claude.json") != std::string::npos);
  fixture.remove("claude-code");
  CHECK(read_text(real) == "{\"a\": 1}");
}

TEST_CASE(
    "a link to nothing, a folder, a link out of the project and the files of others are refused") {
  SetupFixture fixture;
  fs::create_directories(fixture.at(".claude"));
  fs::create_symlink(fixture.at("gone"), fixture.at(".claude/settings.json"));
  CHECK(fixture.setup({.agents = {"claude-code"}}).error().code == ErrorCode::kNotFound);
  fs::remove(fixture.at(".claude/settings.json"));
  fs::create_directories(fixture.at(".claude/settings.json"));
  CHECK(fixture.setup({.agents = {"claude-code"}}).error().code == ErrorCode::kInvalid);

  fixture.put(fixture.at("mine.json"), "{}");
  fs::create_symlink(fixture.at("mine.json"), fixture.project() + "/.mcp.json");
  const auto outside = fixture.setup({.agents = {"claude-code"}, .project = true});
  CHECK(outside.error().code == ErrorCode::kNotAllowed);
  CHECK(read_text(fixture.at("mine.json")) == "{}");

  fixture.surroundings.user += 1;
  fixture.put(fixture.at(".cursor/hooks.json"), "{}");
  CHECK(fixture.setup({.agents = {"cursor"}}).error().code == ErrorCode::kNotAllowed);
}

TEST_CASE(
    "a file that changed while the person was asked is not overwritten, and none is written") {
  SetupFixture fixture;
  fixture.caller.agreed = false;
  fixture.put(fixture.at(".claude.json"), "{\"a\": 1}");
  fixture.caller.confirm = [&](const std::string&) {
    write_text(fixture.at(".claude.json"), "{\"a\": 2}");
    return std::optional(true);
  };
  CHECK(fixture.setup({.agents = {"claude-code"}}).error().code == ErrorCode::kConflict);
  CHECK(read_text(fixture.at(".claude.json")) == "{\"a\": 2}");
  CHECK_FALSE(fs::exists(fixture.at(".claude/settings.json")));
}

TEST_CASE("what another setup wrote in the meantime is there, and not put back") {
  for (const bool changes : {false, true}) {
    CAPTURE(changes);
    SetupFixture fixture;
    fixture.caller.agreed = false;
    fixture.caller.confirm = [&](const std::string&) {
      fixture.caller.agreed = true;
      fixture.add("claude-code");
      fixture.caller.agreed = false;
      if (changes) write_text(fixture.at(".claude.json"), "{\"a\": 2}");
      return std::optional(true);
    };
    const auto answer = fixture.setup({.agents = {"claude-code"}});
    CHECK(answer.ok() == !changes);
    CHECK(read_text(fixture.at(".claude/settings.json")).find("claude-code") != std::string::npos);
  }
}

TEST_CASE("what a killed setup left behind goes with the next") {
  SetupFixture fixture;
  const std::string left = fixture.at(".claude/.settings.json.0123456789abcdef.tmp");
  fixture.put(left, "{");
  fixture.put(fixture.at(".claude/settings.json.tmp"), "mine");
  fixture.add("claude-code");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(fixture.at(".claude/settings.json.tmp")));
}

TEST_CASE("in a project nothing is written through a link that was put there meanwhile") {
  SetupFixture fixture;
  const std::string project = fixture.project();
  const std::string elsewhere = fixture.at("elsewhere");
  fs::create_directories(elsewhere);
  fs::create_directories(project + "/.claude");
  const std::string path = project + "/.claude/settings.json";
  Workspace workspace(
      fixture.store(), fixture.files, [&] { return fixture.now; }, [](Bytes&) {}, fixture.caller,
      fixture.surroundings);
  const auto before = read_settings(workspace, path, fs::canonical(project).string());
  REQUIRE(before.ok());
  fs::remove(project + "/.claude");
  fs::create_directory_symlink(elsewhere, project + "/.claude");
  SettingsChange change;
  change.before = *before;
  change.after = "{}\n";
  const Status written = write_settings(workspace, {change});
  REQUIRE_FALSE(written.ok());
  CHECK(fs::is_empty(elsewhere));
}

}  // namespace
}  // namespace clew

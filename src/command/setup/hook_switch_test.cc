// Hooks that the agent's own settings switch off, in whichever of its files.

#include "command/setup/setup_fixture_test.h"

namespace clew {
namespace {

TEST_CASE("whichever settings switch hooks off, the check and setup name the file") {
  struct Row {
    const char* file;  // of the project; empty: of the user
    SetupRequest request;
  };
  const Row rows[] = {
      {".claude/settings.json",       {.agents = {"claude-code"}}                 },
      {".claude/settings.local.json", {.agents = {"claude-code"}}                 },
      {"",                            {.agents = {"claude-code"}, .project = true}},
      {".claude/settings.local.json", {.agents = {"claude-code"}, .project = true}},
  };
  for (const Row& row : rows) {
    SetupFixture fixture;
    const std::string file =
        *row.file == 0 ? fixture.at(".claude/settings.json") : fixture.project() + "/" + row.file;
    CAPTURE(file);
    fixture.put(file, R"({"disableAllHooks": true})");
    const std::string added = SetupFixture::good(fixture.setup(row.request)).text;
    CHECK(added.find(file + ": disableAllHooks is set") != std::string::npos);
    SetupRequest check = row.request;
    check.check = true;
    const auto checked = fixture.setup(check);
    REQUIRE(checked.ok());
    REQUIRE(checked->refusal.has_value());
    CHECK(checked->text.find("does not run: " + file + " sets disableAllHooks") !=
          std::string::npos);
    CHECK(checked->refusal->next == "remove disableAllHooks from " + file);
  }
}

TEST_CASE("what switches off the hooks of Codex and Gemini CLI is named as well") {
  struct Row {
    const char* agent;
    const char* file;  // of the user
    const char* text;
    const char* setting;
  };
  const Row rows[] = {
      {"codex",  ".codex/config.toml",    "[features]\nhooks = false\n",            "features.hooks = false"    },
      {"codex",  ".codex/config.toml",    "features.codex_hooks = false\n",
       "features.codex_hooks = false"                                                                           },
      {"gemini", ".gemini/settings.json", R"({"hooksConfig": {"enabled": false}})",
       "hooksConfig.enabled = false"                                                                            },
      {"gemini", ".gemini/settings.json",
       R"({"hooksConfig": {"enabled": true, "disabled": ["clew"]}})",               "hooksConfig.disabled: clew"},
  };
  for (const Row& row : rows) {
    SetupFixture fixture;
    const std::string file = fixture.at(row.file);
    CAPTURE(row.text);
    fixture.put(file, row.text);
    CHECK(fixture.add(row.agent).text.find(file + ": " + row.setting + " is set") !=
          std::string::npos);
    const auto checked = fixture.setup({.agents = {row.agent}, .check = true});
    REQUIRE(checked.ok());
    REQUIRE(checked->refusal.has_value());
    CHECK(checked->text.find("does not run: " + file + " sets " + row.setting) !=
          std::string::npos);
  }
  SetupFixture on;
  on.put(on.at(".codex/config.toml"), "[features]\nhooks = true\n");
  CHECK(on.add("codex").text.find("features") == std::string::npos);
}

TEST_CASE("stronger settings that switch hooks on again are believed") {
  SetupFixture fixture;
  fixture.put(fixture.at(".claude/settings.json"), R"({"disableAllHooks": true})");
  fixture.put(fixture.project() + "/.claude/settings.local.json", R"({"disableAllHooks": false})");
  CHECK(fixture.add("claude-code").text.find("disableAllHooks") == std::string::npos);
  const auto checked = fixture.setup({.agents = {"claude-code"}, .check = true});
  REQUIRE(checked.ok());
  CHECK(checked->text.find("disableAllHooks") == std::string::npos);
}

}  // namespace
}  // namespace clew

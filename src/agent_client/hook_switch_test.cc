// Hooks that the agent's own settings switch off, in whichever of its files.

#include "command/setup/setup_desk_test.h"

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
    SetupDesk desk;
    const std::string file =
        *row.file == 0 ? desk.at(".claude/settings.json") : desk.project() + "/" + row.file;
    CAPTURE(file);
    desk.put(file, R"({"disableAllHooks": true})");
    const std::string added = SetupDesk::good(desk.setup(row.request)).text;
    CHECK(added.find(file + ": disableAllHooks is set") != std::string::npos);
    SetupRequest check = row.request;
    check.check = true;
    const auto checked = desk.setup(check);
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
    SetupDesk desk;
    const std::string file = desk.at(row.file);
    CAPTURE(row.text);
    desk.put(file, row.text);
    CHECK(desk.add(row.agent).text.find(file + ": " + row.setting + " is set") !=
          std::string::npos);
    const auto checked = desk.setup({.agents = {row.agent}, .check = true});
    REQUIRE(checked.ok());
    REQUIRE(checked->refusal.has_value());
    CHECK(checked->text.find("does not run: " + file + " sets " + row.setting) !=
          std::string::npos);
  }
  SetupDesk on;
  on.put(on.at(".codex/config.toml"), "[features]\nhooks = true\n");
  CHECK(on.add("codex").text.find("features") == std::string::npos);
}

TEST_CASE("stronger settings that switch hooks on again are believed") {
  SetupDesk desk;
  desk.put(desk.at(".claude/settings.json"), R"({"disableAllHooks": true})");
  desk.put(desk.project() + "/.claude/settings.local.json", R"({"disableAllHooks": false})");
  CHECK(desk.add("claude-code").text.find("disableAllHooks") == std::string::npos);
  const auto checked = desk.setup({.agents = {"claude-code"}, .check = true});
  REQUIRE(checked.ok());
  CHECK(checked->text.find("disableAllHooks") == std::string::npos);
}

}  // namespace
}  // namespace clew

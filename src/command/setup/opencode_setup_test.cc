// `clew setup opencode`: files that are clew's own as a whole, beside a part of opencode.json.

#include "agent_client/opencode/plugin_text.h"
#include "command/setup/setup_desk_test.h"

namespace clew {
namespace {

constexpr const char* kConfigFolder = ".config/opencode/";
constexpr const char* kModule = "node_modules/@opencode-ai/plugin/package.json";

// With opencode in PATH, as npm installs it.
struct OpencodeDesk : SetupDesk {
  OpencodeDesk() {
    const std::string package = folder() / "npm/opencode-linux-x64";
    put(package + "/package.json", R"({"name":"opencode-linux-x64","version":"1.18.33"})");
    put(package + "/bin/opencode", "");
    std::filesystem::permissions(package + "/bin/opencode", std::filesystem::perms::owner_all);
    world.search_path = package + "/bin";
  }
  std::string of_config(const std::string& name) const { return at(kConfigFolder + name); }
  bool has(const std::string& name) const { return std::filesystem::exists(of_config(name)); }
};

TEST_CASE(
    "opencode gets a plugin, a server and stand-ins of its version, and all of it goes again") {
  OpencodeDesk desk;
  const std::string before = "{\n  // mine\n  \"model\": \"a/b\"\n}\n";
  desk.put(desk.of_config("opencode.json"), before);
  desk.add("opencode");
  CHECK(read_text(desk.of_config("plugin/clew.js")) == opencode_plugin_text("/opt/clew"));
  const std::string text = read_text(desk.of_config("opencode.json"));
  CHECK(text.find("// mine") != std::string::npos);
  const auto tree = parse_settings(text);
  REQUIRE(tree.ok());
  CHECK(json_at(*tree, {"mcp", "clew", "command"}) == R"(["/opt/clew","mcp"])");
  CHECK(json_at(*tree, {"mcp", "clew", "type"}) == "\"local\"");
  CHECK(json_at(tree_of(desk.of_config(kModule)), {"version"}) == "\"1.18.33\"");
  CHECK(json_at(tree_of(desk.of_config("package.json")), {"dependencies"}) ==
        R"({"@opencode-ai/plugin":"1.18.33"})");
  CHECK(desk.has("package-lock.json"));
  CHECK_FALSE(desk.setup({.agents = {"opencode"}})->data.find("changed")->as_bool());
  desk.remove("opencode");
  CHECK(read_text(desk.of_config("opencode.json")) == before);
  for (const char* name : {"plugin/clew.js", "package.json", "package-lock.json", kModule}) {
    CHECK_FALSE_MESSAGE(desk.has(name), name);
  }
}

TEST_CASE("packages that opencode or somebody else installed are left alone") {
  OpencodeDesk desk;
  const std::string own = R"({"dependencies":{"@opencode-ai/plugin":"1.18.30","zod":"4.0.0"}})";
  desk.put(desk.of_config("package.json"), own);
  desk.add("opencode");
  CHECK(desk.has("plugin/clew.js"));
  CHECK_FALSE(desk.has(kModule));
  desk.remove("opencode");
  CHECK(read_text(desk.of_config("package.json")) == own);
}

TEST_CASE("stand-ins follow opencode's version, until there is a real package") {
  OpencodeDesk desk;
  desk.add("opencode");
  desk.put(desk.folder() / "npm/opencode-linux-x64/package.json",
           R"({"name":"opencode-linux-x64","version":"1.19.0"})");
  desk.add("opencode");
  CHECK(json_at(tree_of(desk.of_config(kModule)), {"version"}) == "\"1.19.0\"");
  const std::string real = R"({"name":"@opencode-ai/plugin","version":"1.19.0","main":"index.js"})";
  desk.put(desk.of_config(kModule), real);
  CHECK_FALSE(desk.setup({.agents = {"opencode"}})->data.find("changed")->as_bool());
  desk.remove("opencode");
  CHECK(read_text(desk.of_config(kModule)) == real);
}

TEST_CASE("another plugin of clew's name, and another server, are not touched") {
  OpencodeDesk desk;
  desk.put(desk.of_config("plugin/clew.js"), "export const Mine = 1;\n");
  const std::string server = R"({"mcp":{"clew":{"type":"remote","url":"http://x"}}})";
  desk.put(desk.of_config("opencode.json"), server);
  const Answer answer = desk.add("opencode");
  CHECK(answer.data.find("notes")->as_list().size() == 2);
  desk.remove("opencode");
  CHECK(read_text(desk.of_config("plugin/clew.js")) == "export const Mine = 1;\n");
  CHECK(read_text(desk.of_config("opencode.json")) == server);
}

TEST_CASE("in a project opencode's plugin calls clew by its name, and there are no stand-ins") {
  OpencodeDesk desk;
  const Answer answer = SetupDesk::good(desk.setup({.agents = {"opencode"}, .project = true}));
  CHECK(answer.data.find("files")->as_list().size() == 2);
  const std::string path = answer.data.find("files")->as_list()[0].find("path")->as_string();
  CHECK(path.ends_with("/.opencode/plugin/clew.js"));
  CHECK(read_text(path) == opencode_plugin_text("clew"));
}

TEST_CASE("where opencode's version cannot be known, the person is told") {
  OpencodeDesk desk;
  desk.world.search_path.clear();
  const Answer answer = desk.add("opencode");
  CHECK(answer.text.find("its version is unknown") != std::string::npos);
  CHECK(desk.has("plugin/clew.js"));
  CHECK_FALSE(desk.has("package.json"));
}

}  // namespace
}  // namespace clew

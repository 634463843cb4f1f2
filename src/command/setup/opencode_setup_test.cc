// `clew setup opencode`: files that are clew's own as a whole, beside a part of opencode.json.

#include "agent_client/opencode/plugin_text.h"
#include "command/setup/setup_fixture_test.h"

namespace clew {
namespace {

constexpr const char* kConfigFolder = ".config/opencode/";
constexpr const char* kModule = "node_modules/@opencode-ai/plugin/package.json";

// With opencode in PATH, as npm installs it.
struct OpencodeFixture : SetupFixture {
  OpencodeFixture() {
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
  OpencodeFixture fixture;
  const std::string before = "{\n  // mine\n  \"model\": \"a/b\"\n}\n";
  fixture.put(fixture.of_config("opencode.json"), before);
  fixture.add("opencode");
  CHECK(read_text(fixture.of_config("plugin/clew.js")) == opencode_plugin_text("/opt/clew"));
  const std::string text = read_text(fixture.of_config("opencode.json"));
  CHECK(text.find("// mine") != std::string::npos);
  const auto tree = parse_settings(text);
  REQUIRE(tree.ok());
  CHECK(json_at(*tree, {"mcp", "clew", "command"}) == R"(["/opt/clew","mcp"])");
  CHECK(json_at(*tree, {"mcp", "clew", "type"}) == "\"local\"");
  CHECK(json_at(tree_of(fixture.of_config(kModule)), {"version"}) == "\"1.18.33\"");
  CHECK(json_at(tree_of(fixture.of_config("package.json")), {"dependencies"}) ==
        R"({"@opencode-ai/plugin":"1.18.33"})");
  CHECK(fixture.has("package-lock.json"));
  CHECK_FALSE(fixture.setup({.agents = {"opencode"}})->data.find("changed")->as_bool());
  fixture.remove("opencode");
  CHECK(read_text(fixture.of_config("opencode.json")) == before);
  for (const char* name : {"plugin/clew.js", "package.json", "package-lock.json", kModule}) {
    CHECK_FALSE_MESSAGE(fixture.has(name), name);
  }
}

TEST_CASE("packages that opencode or somebody else installed are left alone") {
  OpencodeFixture fixture;
  const std::string own = R"({"dependencies":{"@opencode-ai/plugin":"1.18.30","zod":"4.0.0"}})";
  fixture.put(fixture.of_config("package.json"), own);
  fixture.add("opencode");
  CHECK(fixture.has("plugin/clew.js"));
  CHECK_FALSE(fixture.has(kModule));
  fixture.remove("opencode");
  CHECK(read_text(fixture.of_config("package.json")) == own);
}

TEST_CASE("stand-ins follow opencode's version, until there is a real package") {
  OpencodeFixture fixture;
  fixture.add("opencode");
  fixture.put(fixture.folder() / "npm/opencode-linux-x64/package.json",
              R"({"name":"opencode-linux-x64","version":"1.19.0"})");
  fixture.add("opencode");
  CHECK(json_at(tree_of(fixture.of_config(kModule)), {"version"}) == "\"1.19.0\"");
  const std::string real = R"({"name":"@opencode-ai/plugin","version":"1.19.0","main":"index.js"})";
  fixture.put(fixture.of_config(kModule), real);
  CHECK_FALSE(fixture.setup({.agents = {"opencode"}})->data.find("changed")->as_bool());
  fixture.remove("opencode");
  CHECK(read_text(fixture.of_config(kModule)) == real);
}

TEST_CASE("another plugin of clew's name, and another server, are not touched") {
  OpencodeFixture fixture;
  fixture.put(fixture.of_config("plugin/clew.js"), "export const Mine = 1;\n");
  const std::string server = R"({"mcp":{"clew":{"type":"remote","url":"http://x"}}})";
  fixture.put(fixture.of_config("opencode.json"), server);
  const Answer answer = fixture.add("opencode");
  CHECK(answer.data.find("notes")->as_list().size() == 2);
  fixture.remove("opencode");
  CHECK(read_text(fixture.of_config("plugin/clew.js")) == "export const Mine = 1;\n");
  CHECK(read_text(fixture.of_config("opencode.json")) == server);
}

TEST_CASE("in a project opencode's plugin calls clew by its name, and there are no stand-ins") {
  OpencodeFixture fixture;
  const Answer answer =
      SetupFixture::good(fixture.setup({.agents = {"opencode"}, .project = true}));
  CHECK(answer.data.find("files")->as_list().size() == 2);
  const std::string path = answer.data.find("files")->as_list()[0].find("path")->as_string();
  CHECK(path.ends_with("/.opencode/plugin/clew.js"));
  CHECK(read_text(path) == opencode_plugin_text("clew"));
}

TEST_CASE("where opencode's version cannot be known, the person is told") {
  OpencodeFixture fixture;
  fixture.world.search_path.clear();
  const Answer answer = fixture.add("opencode");
  CHECK(answer.text.find("its version is unknown") != std::string::npos);
  CHECK(fixture.has("plugin/clew.js"));
  CHECK_FALSE(fixture.has("package.json"));
}

}  // namespace
}  // namespace clew

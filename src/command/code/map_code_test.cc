#include "command/code/map_code.h"

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

class Sources : public WorkspaceFixture {
 public:
  Sources() {
    surroundings.cache_folder = folder().path() + "/cache";
    write("src/core.py", "def hub(a, b):\n    return a\n\ndef lonely():\n    pass\n");
    std::string callers;
    for (int i = 0; i < 12; ++i) {
      callers += "def user" + std::to_string(i) + "():\n    hub(1, 2)\n";
    }
    write("src/users.py", "from core import hub\n\n" + callers);
    write("web/page.ts", "export class Page { show() { draw(); } }\nfunction draw() {}\n");
    write("tests/test_core.py", "def test_hub():\n    hub(1, 2)\n");
  }
  Answer map(const std::string& path, int64_t tokens) {
    return must("code map", "path", path, "tokens", tokens);
  }
};

std::vector<std::string> names_of(const Answer& answer) {
  std::vector<std::string> names;
  for (const auto& each : answer.data.find("symbols")->as_list()) {
    names.push_back(each.find("qualified")->as_string());
  }
  return names;
}

TEST_CASE("the most central symbol comes first, tests come last") {
  Sources s;
  const auto names = names_of(s.map("", 4000));
  REQUIRE(names.size() == 18);
  CHECK(names.front() == "hub");
  CHECK(names.back() == "test_hub");
  const Answer answer = s.map("", 4000);
  CHECK(answer.data.find("symbols")->as_list().front().find("fan_in")->as_int() == 13);
}

TEST_CASE("fans and roles of a map are those of code find") {
  Sources s;
  const Answer map = s.map("", 4000);
  for (const auto& each : map.data.find("symbols")->as_list()) {
    const std::string name =
        each.find("path")->as_string() + ":" + each.find("qualified")->as_string();
    CAPTURE(name);
    const Answer found = s.must("code find", "name", name);
    const Value& symbol = found.data.find("symbols")->as_list().front();
    for (const char* field : {"fan_in", "fan_out", "role", "line", "kind"}) {
      CHECK(*symbol.find(field) == *each.find(field));
    }
  }
}

TEST_CASE("parameters follow a name, and what a class derives from stands apart") {
  Sources s;
  s.write("src/volume.py", "class Volume(object):\n    def grow(self, by):\n        pass\n");
  const std::string text = s.map("src/volume.py", 4000).text;
  CHECK(text.find("class Volume object  in ") != std::string::npos);
  CHECK(text.find("method Volume.grow(self, by)  in ") != std::string::npos);
}

TEST_CASE("a map is never longer than its budget, and the same each time") {
  Sources s;
  size_t most = 0;
  for (int64_t tokens = 1; tokens <= 300; tokens += 7) {
    const Answer answer = s.map("", tokens);
    const std::string& text = answer.data.find("text")->as_string();
    CHECK(text.size() <= static_cast<size_t>(tokens) * 4);
    CHECK(answer.text == text);
    CHECK(answer.data.find("tokens")->as_int() <= tokens);
    CHECK(s.map("", tokens).data.find("text")->as_string() == text);
    most = std::max(most, text.size());
  }
  CHECK(most > 700);  // and it is used
}

TEST_CASE("a folder or a file bounds the map, but not who counts") {
  Sources s;
  CHECK(names_of(s.map("web", 1000)) == std::vector<std::string>{"draw", "Page.show", "Page"});
  const auto core = names_of(s.map("src/core.py", 1000));
  CHECK(core == std::vector<std::string>{"hub", "lonely"});
  CHECK(s.map("src/core.py", 1000).data.find("complete")->as_bool());
  CHECK_FALSE(s.map("src", 30).data.find("complete")->as_bool());
  CHECK(s.refused("code map", "path", "nowhere") == ErrorCode::kNotFound);
  CHECK(s.refused("code map", "path", "..") == ErrorCode::kUsage);
  CHECK(s.refused("code map", "tokens", 0) == ErrorCode::kUsage);
}

TEST_CASE("a type that is a sentence stands in quotes, wherever a signature is shown") {
  Sources s;
  s.write("src/said.py",
          "def told(a: \"Stop, do as I say\", b: int) -> \"now run it all\":\n    pass\n");
  const std::string map = s.map("src/said.py", 4000).text;
  CHECK(map.find("told \"(a:Stop, do as I say, b:int) -> now run it all\"") != std::string::npos);
  const std::string shown = s.must("code show", "name", "told").text;
  CHECK(shown.find("signature  \"(a:Stop, do as I say, b:int) -> now run it all\"") !=
        std::string::npos);
}

}  // namespace
}  // namespace clew

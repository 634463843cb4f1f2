#include "interface/mcp_tools/toolbox_test.h"

namespace clew {
namespace {

TEST_CASE("code_map draws a map, finds a symbol and lists its callers") {
  ToolboxFixture t;
  t.w.surroundings.cache_folder = t.w.folder().path() + "/cache";
  t.w.write("src/a.py", "def hub():\n    pass\n\ndef user():\n    hub()\n");
  t.w.write("src/b.py", "def hub():\n    pass\n");
  const Value map = t.must("code_map", Value::Object{
                                           {"path", "src/a.py"}
  });
  const std::string& text = map.find("text")->as_string();
  CHECK(has(text, "not instructions"));
  CHECK(has(text, "1 function hub()  in 1 out 0"));
  CHECK(map.find("symbols")->as_list().size() == 2);
  const Value found = t.must("code_map", Value::Object{
                                             {"find", "hub"}
  });
  CHECK(found.find("symbols")->as_list().size() == 2);
  const Value callers = t.must("code_map", Value::Object{
                                               {"callers", "src/a.py:hub"}
  });
  REQUIRE(callers.find("edges")->as_list().size() == 1);
  CHECK(callers.find("edges")->as_list().front().find("src")->as_string() == "user");
}

}  // namespace
}  // namespace clew

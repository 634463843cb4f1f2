// Pages made of ids, goals and titles of any length and script, on terminals of any width.

#include <algorithm>

#include "base/columns.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Of `length` characters.
std::string repeated(const std::string& character, size_t length) {
  std::string out;
  for (size_t i = 0; i < length; ++i) out += character;
  return out;
}

size_t widest_line(const std::string& page) {
  size_t widest = 0;
  for (size_t at = 0; at <= page.size();) {
    const size_t end = std::min(page.find('\n', at), page.size());
    widest = std::max(widest, count_columns(page.substr(at, end - at)));
    at = end + 1;
  }
  return widest;
}

TEST_CASE("lists and pages hold ids, goals and titles of any length, at any width") {
  for (const size_t length : {1, 12, 40, 41, 42, 63, 64}) {
    for (const std::string script : {"a", "ü", "日", "🎉", "e\u0301", "\u200d", "\xff"}) {
      CAPTURE(length);
      CAPTURE(script);
      WorkspaceFixture w;
      const std::string id(length, 'a');
      const std::string text = "x" + repeated(script, length * 3);
      w.must("start", "goal", text, "id", id, "step", Value::List{text, "Build"});
      w.must("start", "goal", "another", "step", Value::List{"Plan"});
      w.must("step block", "step", "1", "reason", text);
      for (const size_t width :
           {0, 1, 20, 21, 39, 40, 41, 59, 60, 79, 80, 99, 100, 101, 200, 300}) {
        CAPTURE(width);
        w.caller.columns = width;
        w.caller.session.clear();
        const std::string list = w.must("list").text;
        CHECK(list.find(id) != std::string::npos);
        CHECK(widest_line(list) <= std::max(std::max<size_t>(width, 60), length + 52));
        w.caller.session = id;
        for (const char* verb : {"status", "show", "brief", "resume"}) {
          CHECK_FALSE(w.must(verb).text.empty());
        }
        CHECK(widest_line(w.must("status").text) <=
              std::max<size_t>(std::clamp<size_t>(width, 40, 100), 110));
      }
    }
  }
}

TEST_CASE("several open sessions are told apart whatever their ids are") {
  WorkspaceFixture w;
  w.must("start", "goal", "one", "id", std::string(64, 'a'));
  w.must("start", "goal", "two", "id", std::string(64, 'b'));
  for (const char* verb : {"here", "status", "resume", "brief"}) {
    const auto answer = w.run(verb);
    REQUIRE(answer.ok());
    CHECK(answer->text.find(std::string(30, 'b')) != std::string::npos);
  }
}

}  // namespace
}  // namespace clew

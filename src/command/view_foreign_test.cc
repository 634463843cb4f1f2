// A view among other programs: files that they lock or leave empty, and what a killed process left.

#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "files/unique_fd.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct SharedTree {
  SharedTree() {
    w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
           "opus", "step", Value::List{"First", "Second"});
    folder = w.project() + "/tree/" + view().find("entry")->as_string();
    state = folder + "/state.yaml";
  }
  Value view() { return w.must("view list").data.find("views")->as_list().at(0); }
  std::string stands() { return view().find("state")->as_string(); }
  std::string note() {
    w.pass(seconds(1));
    return w.must("note", "text", "x").text;
  }

  WorkspaceFixture w;
  std::string folder;
  std::string state;
};

TEST_CASE("a file that another program has locked is waited for, and left alone meanwhile") {
  for (const char* name : {"state.yaml", "implementation-plan.yaml"}) {
    CAPTURE(name);
    SharedTree t;
    const std::string before = read_text(t.state);
    {
      const UniqueFd held(::open((t.folder + "/" + name).c_str(), O_RDONLY | O_CLOEXEC));
      REQUIRE(::flock(held.get(), LOCK_EX) == 0);
      CHECK(says(t.note(), "the view is behind"));
      CHECK(read_text(t.state) == before);
    }
    CHECK_FALSE(says(t.note(), "behind"));
    CHECK(read_text(t.state) != before);
    CHECK(t.stands() == "clean");
  }
}

TEST_CASE("a state that a crash left empty is restored") {
  for (const std::string left : {"", "\n \n"}) {
    SharedTree t;
    write_text(t.state, left);
    CHECK(says(t.note(), "state.yaml was empty; restored from the log, nothing lost"));
    CHECK(says(read_text(t.state), "active_task: \"step-1\""));
    CHECK(t.stands() == "clean");
  }
}

TEST_CASE("what a process that was killed left beside a view's file goes with the next writing") {
  SharedTree t;
  const std::string before = read_text(t.state);
  t.note();
  write_text(t.state, before);  // as if the last writing had been cut off
  const std::string half = t.folder + "/.state.yaml.0123456789abcdef.tmp";
  const std::string other = t.folder + "/.state.yaml.swp";
  write_text(half, "ver");
  write_text(other, "an editor's");
  t.note();
  CHECK_FALSE(std::filesystem::exists(half));
  CHECK(std::filesystem::exists(other));
}

}  // namespace
}  // namespace clew

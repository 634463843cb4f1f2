// A view among other programs: files that they lock or leave empty, and what a killed process left.

#include <filesystem>

#include "files/file_lock.h"
#include "files/posix_file_system.h"
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
      PosixFileSystem files;
      SystemMachine machine;
      const auto folder = files.open_folder(t.folder);
      const auto held = take_lock_on(**folder, name, machine);
      REQUIRE(held->has_value());
      CHECK(says(t.note(), "view files are out of date"));
      CHECK(read_text(t.state) == before);
    }
    CHECK_FALSE(says(t.note(), "out of date"));
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

TEST_CASE("a file that is there and cannot be read holds the view, and is not said to be missing") {
  SharedTree t;
  std::filesystem::rename(t.state, t.folder + "/elsewhere.yaml");
  std::filesystem::create_symlink("elsewhere.yaml", t.state);
  CHECK(says(t.stands(), "held: "));
  CHECK(says(t.stands(), "state.yaml cannot be read"));
  const Answer judged = t.w.must("validate", "paths", words("tree"));
  CHECK(says(judged.text, "state.yaml  error  cannot open"));
  CHECK_FALSE(says(judged.text, "missing"));
  CHECK(judged.refusal->next.starts_with("ls -l tree/"));
}

TEST_CASE("nothing is begun where no file can be made") {
  WorkspaceFixture w;
  const Error error =
      w.error("start", "goal", "One", "dialect", "feature", "dir", "/proc", "model", "opus");
  CHECK(says(error.message, "cannot create files in /proc: "));
  CHECK(error.next == "--dir ANOTHER");
  CHECK(w.must("list").data.find("sessions")->as_list().empty());
}

TEST_CASE(
    "a value that a file had by default and that somebody changed is the session's, quietly") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "dialect", "orchestration", "dir", "box");
  const Value view = w.must("view list").data.find("views")->as_list().at(0);
  const std::string file = w.project() + "/box/" + view.find("entry")->as_string() + ".json";
  std::string text = read_text(file);
  const std::string off = "\"enabled\": false";
  text.replace(text.find(off), off.size(), "\"enabled\": true");
  write_text(file, text);
  w.pass(seconds(1));
  CHECK_FALSE(says(w.must("note", "text", "x").text, "lost"));
  const Session session = w.session();
  const auto& attributes = session.root().attributes;
  REQUIRE(attributes.size() == 1);
  CHECK(attributes[0].key == "orchestration.teleportation.enabled");
  CHECK(attributes[0].value == Value(true));
  CHECK(says(read_text(file), "\"enabled\": true"));
}

TEST_CASE("a start beside a merge conflict names the file as it can be typed") {
  WorkspaceFixture w;
  w.write("tree/active-features.yaml",
          "active_features:\n<<<<<<< HEAD\n  []\n=======\n  - 1\n>>>>>>> other\n");
  const Error error =
      w.error("start", "goal", "One", "dialect", "feature", "dir", "tree", "model", "opus");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.subject == "tree/active-features.yaml");
  CHECK(error.next == "clew validate tree/active-features.yaml");
  CHECK(w.must("list").data.find("sessions")->as_list().empty());
}

TEST_CASE("a view is no longer said to be held when what held it was put right") {
  SharedTree t;
  const std::string good = read_text(t.state);
  std::string bad = good;
  bad.replace(bad.find("\"opus\""), 6, "\"gpt\"");
  write_text(t.state, bad);
  t.note();
  CHECK(says(t.stands(), "held: "));
  SUBCASE("as it was") {
    write_text(t.state, good);
    CHECK(says(t.stands(), "out of date; "));
  }
  SUBCASE("in another way") {
    bad.replace(bad.find("\"gpt\""), 5, "\"gemini\"");
    write_text(t.state, bad);
    CHECK(says(t.stands(), "state.yaml was edited; picked up with the next change"));
  }
  t.note();
  CHECK(t.stands() == "clean");
}

TEST_CASE("a view that a session cannot be told in stays held") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "model", "gpt");
  w.must("set", "pairs", words("model=opus"));
  w.must("view attach", "dialect", "feature", "dir", "tree");
  w.must("undo");
  CHECK(says(w.must("view list").text, "held: the feature dialect needs one of the models"));
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

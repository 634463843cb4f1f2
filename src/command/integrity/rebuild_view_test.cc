// `clew repair` of files that are a session's view: they come back from the log whatever is left of
// them, and nothing is said to be done that was not.

#include <filesystem>

#include "files/machine.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kTwoPhases = R"({
  "workflow_type": "two_v1", "version": "1.0.0", "name": "Two", "total_phases": 2,
  "phases": [{"phase_number": 0, "phase_name": "First"}, {"phase_number": 1, "phase_name": "Second"}]
})";

struct ShownView {
  explicit ShownView(const std::string& dialect = "feature") {
    if (dialect == "workflow") {
      w.write("flow/metadata.json", kTwoPhases);
      w.must("start", "goal", "Add login", "id", "one", "dialect", dialect, "dir", "tree", "target",
             "a.md", "workflow", w.project() + "/flow");
    } else {
      w.must("start", "goal", "Add login", "id", "one", "dialect", dialect, "dir", "tree", "model",
             "opus", "step", Value::List{"First", "Second"});
    }
    const Value view = w.must("view list").data.find("views")->as_list().at(0);
    entry = view.find("entry")->as_string();
    for (const auto& file : view.find("files")->as_list()) {
      files.push_back(w.project() + "/tree/" + file.find("path")->as_string());
    }
    own = dialect == "feature" ? "tree/" + entry : "tree/" + entry + ".json";
  }
  Answer repair(const std::string& what, bool dry_run = false) {
    w.caller.session = what;
    auto answer = w.run("repair", {
                                      {"dry_run", Value(dry_run)}
    });
    w.caller.session.clear();
    if (!answer) FAIL(answer.error().message);
    return std::move(*answer);
  }
  Error refused(const std::string& what) {
    w.caller.session = what;
    const Error error = w.error("repair");
    w.caller.session.clear();
    return error;
  }
  std::string stands() { return w.must("view list").text; }
  std::string text(const std::string& path) const { return read_text(w.project() + "/" + path); }

  mutable WorkspaceFixture w;
  std::string entry;
  std::string own;  // what a person points at
  std::vector<std::string> files;
};

TEST_CASE(
    "repair of a view that somebody else has locked is refused, naming who, and does nothing") {
  ShownView v;
  const std::string state = v.own + "/state.yaml";
  const std::string pid = std::to_string(SystemMachine().process_id());
  v.w.write(v.own + "/.state.lock", pid + "\n");
  SUBCASE("with a damaged file") { v.w.write(state, "garbage: ["); }
  SUBCASE("with a file that is gone") { std::filesystem::remove(v.w.project() + "/" + state); }
  const bool was_there = std::filesystem::exists(v.w.project() + "/" + state);
  const Error error = v.refused(v.own);
  CHECK(error.code == ErrorCode::kConflict);
  CHECK(has_part(error.message, pid));
  CHECK(std::filesystem::exists(v.w.project() + "/" + state) == was_there);
  if (was_there) CHECK(v.text(state) == "garbage: [");

  std::filesystem::remove(v.w.project() + "/" + v.own + "/.state.lock");
  v.repair(v.own);
  CHECK(v.stands().ends_with("clean"));
}

TEST_CASE("repair names what it kept aside, as the trial does, and on clean files does nothing") {
  ShownView v;
  const Answer clean = v.repair(v.own);
  CHECK(clean.text == "nothing to repair: the files match the log");
  CHECK_FALSE(clean.data.find("changed")->as_bool());
  CHECK(v.repair(v.own, true).text == clean.text);

  v.w.write(v.own + "/state.yaml", "garbage: [");
  CHECK(has_part(v.repair(v.own, true).text, "saved copy  state.yaml.damaged-"));
  const Answer done = v.repair(v.own);
  CHECK(done.data.find("changed")->as_bool());
  CHECK(has_part(done.text, "written     " + v.entry + "/state.yaml"));
  const std::string quarantined = done.data.find("kept_aside")->as_list().at(0).as_string();
  CHECK(has_part(done.text, "saved copy  " + quarantined));
  CHECK(v.text(v.own + "/" + quarantined) == "garbage: [");
}

TEST_CASE("every file of a view that is gone or damaged is repaired by its name") {
  for (const std::string dialect : {"feature", "workflow", "orchestration"}) {
    const size_t count = ShownView(dialect).files.size();
    for (size_t i = 0; i < count; ++i) {
      for (const bool is_gone : {true, false}) {
        ShownView v(dialect);
        const std::string path = v.files[i];
        CAPTURE(path);
        CAPTURE(is_gone);
        // Lines are only added to the one, and people may write what they like in the other.
        if (!is_gone && (path.ends_with(".jsonl") || path.ends_with(".md"))) continue;
        const std::string text = read_text(path);
        if (is_gone) {
          std::filesystem::remove(path);
          CHECK(has_part(v.stands(), " is missing; "));
        } else {
          write_text(path, "{");
        }
        CHECK(v.repair(path).data.find("changed")->as_bool());
        CHECK(read_text(path) == text);
        CHECK(v.stands().ends_with("clean"));
      }
    }
  }
}

TEST_CASE("a session whose files are gone with their folder gets them back") {
  for (const std::string gone : {"own", "tree"}) {
    for (const std::string named : {"path", "session"}) {
      CAPTURE(gone);
      CAPTURE(named);
      ShownView v;
      const std::string state = v.text(v.own + "/state.yaml");
      std::filesystem::remove_all(v.w.project() + "/" + (gone == "own" ? v.own : gone));
      const std::string what = named == "path" ? v.own : "one";
      CHECK(v.repair(what, true).data.find("written")->as_list().size() > 2);
      CHECK_FALSE(std::filesystem::exists(v.w.project() + "/" + v.own));
      v.repair(what);
      CHECK(v.text(v.own + "/state.yaml") == state);
      CHECK(v.stands().ends_with("clean"));
      CHECK(v.refused("one").message == "there is nothing to repair");
    }
  }
}

std::string foreign_state(const std::string& id) {
  return "version: \"1.0\"\nfeature_id: \"" + id +
         "\"\ncurrent_state:\n  active_task: \"t\"\n  model_in_use: \"opus\"\n"
         "  started_at: \"2026-01-09T10:00:00Z\"\n  last_updated: \"2026-01-09T12:00:00Z\"\n";
}

std::string foreign_plan(const std::string& id) {
  return "feature:\n  id: \"" + id + "\"\n  name: \"" + id +
         "\"\n  description: \"\"\n  created_at: \"2026-01-09T10:00:00Z\"\nphases:\n"
         "  - phase_id: \"p\"\n    name: \"P\"\n    tasks:\n      - task_id: \"t\"\n"
         "        description: \"d\"\n        agent: \"two\"\n        status: \"in_progress\"\n"
         "        started_at: \"2026-01-09T11:00:00Z\"\n        completed_at: null\n"
         "        artifacts: []\n";
}

TEST_CASE("what only a list told of other sessions is still known when it is made anew") {
  for (const std::string lost : {"", "garbage: ["}) {
    CAPTURE(lost);
    ShownView v;
    const std::string id = "login-2026-01-09";
    v.w.write("tree/" + id + "/state.yaml", foreign_state(id));
    v.w.write("tree/" + id + "/implementation-plan.yaml", foreign_plan(id));
    v.w.write("tree/" + id + "/history.jsonl", "");
    const std::string index = "tree/active-features.yaml";
    v.w.write(index, read_text(v.w.project() + "/" + index) + "  - feature_id: \"" + id +
                         "\"\n    started_at: \"2026-01-09T10:00:00Z\"\n    last_active: "
                         "\"2026-01-09T12:00:00Z\"\n    status: \"paused\"\n");
    v.w.must("note", "text", "x");
    v.w.write(index, lost);
    v.w.must("note", "text", "y");
    const std::string text = read_text(v.w.project() + "/" + index);
    CHECK(has_part(text, id));
    CHECK(has_part(text, "status: \"paused\""));
    CHECK_FALSE(v.w.must("validate", "paths", words("tree")).refusal);
  }
}

TEST_CASE("a list that a view makes anew has every session of its folder, clew's and others'") {
  ShownView v;
  const std::vector<std::string> others = {"login-2026-01-09", "payment-2026-01-10"};
  for (const auto& id : others) {
    v.w.write("tree/" + id + "/state.yaml", foreign_state(id));
    v.w.write("tree/" + id + "/implementation-plan.yaml", foreign_plan(id));
    v.w.write("tree/" + id + "/history.jsonl", "");
  }
  v.w.must("start", "goal", "Pay by card", "id", "two", "dialect", "feature", "dir", "tree",
           "model", "opus", "step", words("First"));
  const std::string index = "tree/active-features.yaml";
  SUBCASE("damaged, by the next change") {
    v.w.write(index, "garbage: [");
    v.w.caller.session = "one";
    const std::string said = v.w.must("note", "text", "x").text;
    CHECK(has_part(said, "rebuilt from every session in its folder"));
    CHECK(has_part(said, "kept as active-features.yaml.damaged-"));
  }
  SUBCASE("damaged, by its name") {
    v.w.write(index, "garbage: [");
    CHECK(has_part(v.repair(index).text, "anything only the index contained may be missing"));
  }
  SUBCASE("gone, by a file of one of them, whose own files are gone too") {
    std::filesystem::remove(v.w.project() + "/" + index);
    std::filesystem::remove_all(v.w.project() + "/" + v.own);
    v.repair(v.own + "/state.yaml");
  }
  SUBCASE("gone, by a session that comes to the folder") {
    std::filesystem::remove(v.w.project() + "/" + index);
    v.w.must("start", "goal", "Sign up", "id", "three", "dialect", "feature", "dir", "tree",
             "model", "opus", "step", words("First"));
    CHECK(has_part(v.text(index), "sign-up"));
  }
  for (const auto& id : others) CHECK(has_part(v.text(index), "\"" + id + "\""));
  CHECK(has_part(v.text(index), v.entry));
  CHECK(has_part(v.text(index), "pay-by-card"));
}

TEST_CASE("the list of orchestrations has them all as well") {
  ShownView v("orchestration");
  v.w.must("start", "goal", "Pay by card", "id", "two", "dialect", "orchestration", "dir", "tree",
           "step", words("First"));
  for (const std::string damage : {"", "{"}) {
    std::filesystem::remove(v.w.project() + "/tree/index.json");
    if (!damage.empty()) v.w.write("tree/index.json", damage);
    v.repair("tree/index.json");
    CHECK(has_part(v.text("tree/index.json"), "Add login"));
    CHECK(has_part(v.text("tree/index.json"), "Pay by card"));
  }
}

TEST_CASE("a list in a form of its own is left where it is, whatever is repaired") {
  for (const char* foreign :
       {R"({"sessions": [{"session_id": 7, "colour": "red"}]})", R"({"recent": ["a", "b"]})"}) {
    CAPTURE(foreign);
    ShownView v("orchestration");
    v.w.must("view detach");
    v.w.write("tree/index.json", foreign);
    v.w.must("view attach", "dialect", "orchestration", "dir", "tree");
    v.w.write(v.own, "{");
    v.repair(v.own);
    CHECK(has_part(v.text(v.own), "Add login"));
    CHECK(v.text("tree/index.json") == foreign);
    v.w.must("note", "text", "on");
    CHECK(v.text("tree/index.json") == foreign);
    CHECK(has_part(v.stands(), "clean"));
  }
}

TEST_CASE("what is edited in a session's file is said in the folder's list too") {
  ShownView v("orchestration");
  std::string text = v.text(v.own);
  text.replace(text.find("\"in_progress\""), 13, "\"paused\"");
  v.w.write(v.own, text);
  v.w.must("note", "text", "on");
  CHECK(has_part(v.text("tree/index.json"), "\"paused\""));
}

TEST_CASE("a list that says otherwise than the session's file is put right by it") {
  ShownView v("orchestration");
  const auto disagrees = [&] {
    return has_part(v.w.run("validate", "paths", words("tree"))->text, "index-disagrees");
  };
  std::string index = v.text("tree/index.json");
  index.replace(index.find("Add login"), 9, "Add logon");
  v.w.write("tree/index.json", index);
  CHECK(disagrees());
  v.repair(v.own);
  CHECK_FALSE(disagrees());
  // Also of files that are nobody's view.
  v.w.must("view detach");
  v.w.write("tree/index.json", index);
  CHECK(disagrees());
  v.repair(v.own);
  CHECK_FALSE(disagrees());
}

TEST_CASE("a repair that comes to nothing puts back what it took away") {
  ShownView v;
  // No folder can be made where a file stands: the tree cannot be written.
  std::filesystem::remove_all(v.w.project() + "/" + v.own + "/artifacts");
  v.w.write(v.own + "/artifacts", "in the way\n");
  v.w.write(v.own + "/implementation-plan.yaml", "feature: [\n");
  const Error error = v.refused(v.own);
  CHECK_FALSE(error.next.empty());
  CHECK(std::filesystem::exists(v.w.project() + "/" + v.own + "/implementation-plan.yaml"));
}

void replace_in(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = read_text(path);
  REQUIRE(has_part(text, from));
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  write_text(path, text);
}

TEST_CASE("an edit does not open a session again that has ended: it is left, said and repaired") {
  struct Edit {
    std::string dialect;
    std::string end;
    std::string from;
    std::string to;
  };
  for (const Edit& edit : {
           Edit{"feature",       "completed", "\"completed\"", "\"active\""     },
           Edit{"orchestration", "completed", "\"completed\"", "\"in_progress\""},
           Edit{"orchestration", "abandoned", "\"aborted\"",   "\"paused\""     },
           Edit{"orchestration", "abandoned", "\"aborted\"",   "\"completed\""  },
  }) {
    CAPTURE(edit.dialect);
    CAPTURE(edit.to);
    ShownView v(edit.dialect);
    v.w.caller.session = "one";
    if (edit.end == "completed") v.w.must("done");
    v.w.pass(hours(1));  // or the edit would be what clew itself wrote before
    if (edit.end == "completed") {
      v.w.must("done");
    } else {
      v.w.must("close", "abandoned", true);
    }
    const std::string path =
        v.w.project() + "/" + (edit.dialect == "feature" ? "tree/active-features.yaml" : v.own);
    replace_in(path, edit.from, edit.to);
    const std::string edited = read_text(path);
    CHECK_FALSE(v.w.run("note", "text", "x").ok());
    const Error error = v.w.error("view accept");
    CHECK(has_part(error.message, "the session is " + edit.end + ", and an edit cannot make it"));
    CHECK(read_text(path) == edited);
    CHECK(v.w.must("status").data.find("status")->as_string() == edit.end);
    CHECK(has_part(v.stands(), "held: the session is " + edit.end));
    v.repair(v.own);
    CHECK(has_part(read_text(path), edit.from));
    CHECK(v.stands().ends_with("clean"));
  }
}

TEST_CASE("a link in a file's place is not followed, and repair puts the file back") {
  ShownView v("orchestration");
  const std::string outside = v.w.folder().path() + "/outside";
  write_text(outside, "mine");
  const std::string file = v.w.project() + "/" + v.own;
  std::filesystem::remove(file);
  std::filesystem::create_symlink(outside, file);
  v.w.must("note", "text", "x");
  CHECK(has_part(v.stands(), "a symbolic link is in the way"));
  v.repair(v.own);
  CHECK(read_text(outside) == "mine");
  CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(file)));
  CHECK(v.stands().ends_with("clean"));
}

TEST_CASE("an edit does not change the steps of a session that has ended") {
  struct Edit {
    std::string dialect;
    std::string from;
    std::string to;
  };
  for (const Edit& edit : {
           Edit{"feature",       "\"Second\"",    "\"Third\""  },
           Edit{"feature",       "\"completed\"", "\"pending\""},
           Edit{"orchestration", "\"Second\"",    "\"Third\""  },
  }) {
    CAPTURE(edit.dialect);
    CAPTURE(edit.to);
    ShownView v(edit.dialect);
    v.w.caller.session = "one";
    v.w.must("done");
    v.w.pass(hours(1));
    v.w.must("close", "abandoned", true);
    const std::string path =
        v.w.project() + "/" +
        (edit.dialect == "feature" ? v.own + "/implementation-plan.yaml" : v.own);
    replace_in(path, edit.from, edit.to);
    const std::string edited = read_text(path);
    const size_t events = v.w.events().size();
    const Error error = v.w.error("view accept");
    CHECK(has_part(error.message, "the session is abandoned, and an edit cannot change its steps"));
    CHECK(read_text(path) == edited);
    CHECK(v.w.events().size() == events);
    CHECK(has_part(v.stands(), "held: the session is abandoned"));
    v.repair(v.own);
    CHECK(has_part(read_text(path), edit.from));
    CHECK(v.stands().ends_with("clean"));
  }
}

TEST_CASE("an edit of what is no step of an ended session is taken in") {
  ShownView v;
  v.w.caller.session = "one";
  v.w.must("close", "abandoned", true);
  replace_in(v.w.project() + "/" + v.own + "/implementation-plan.yaml",
             "description: \"\"\n  created", "description: \"in words\"\n  created");
  v.w.must("view accept");
  CHECK(v.w.session().root().description == "in words");
  CHECK(v.stands().ends_with("clean"));
}

}  // namespace
}  // namespace clew

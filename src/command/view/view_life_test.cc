// A view through a session's life: the same id wherever it is shown, one session to a file, and
// nothing left behind when the session ends, moves or is forgotten.

#include <filesystem>
#include <fstream>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value only_view(WorkspaceFixture& w) {
  return w.must("view list").data.find("views")->as_list().at(0);
}

std::string stands(WorkspaceFixture& w) { return only_view(w).find("state")->as_string(); }

std::string entry_in(WorkspaceFixture& w) { return only_view(w).find("entry")->as_string(); }

std::string exported_entry(WorkspaceFixture& w, const std::string& dialect) {
  const Answer answer = w.must("export", "sessions", words("one"), "to", dialect);
  return answer.data.find("exported")->as_list().at(0).find("entry")->as_string();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct FeatureView {
  FeatureView() {
    w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
           "opus", "step", Value::List{"First", "Second"});
    entry = entry_in(w);
    folder = w.project() + "/tree/" + entry;
  }
  WorkspaceFixture w;
  std::string entry;
  std::string folder;
};

TEST_CASE("a view that is taken away and given again has the same id, and so has every export") {
  for (const std::string dialect : {"feature", "orchestration"}) {
    CAPTURE(dialect);
    WorkspaceFixture w;
    w.must("start", "goal", "Add login", "id", "one", "model", "opus", "step", words("First"));
    const std::string before = exported_entry(w, dialect);
    w.pass(hours(30));
    CHECK(exported_entry(w, dialect) == before);
    w.caller.session = "one";
    w.must("view attach", "dialect", dialect, "dir", "tree");
    CHECK(entry_in(w) == before);
    w.must("view detach");
    w.must("view attach", "dialect", dialect, "dir", "tree");
    CHECK(entry_in(w) == before);
    w.must("view detach");
    w.must("view attach", "dialect", dialect, "dir", "elsewhere");
    CHECK(entry_in(w) == before);
    w.caller.session.clear();
    CHECK(exported_entry(w, dialect) == before);
  }
}

TEST_CASE("an id that stands for somebody else in another folder is not taken there") {
  FeatureView f;
  f.w.caller.session = "one";
  f.w.must("view detach");
  std::filesystem::copy(f.w.project() + "/tree", f.w.project() + "/other",
                        std::filesystem::copy_options::recursive);
  const std::string plan = f.w.project() + "/other/" + f.entry + "/implementation-plan.yaml";
  std::string text = read_text(plan);
  text.replace(text.find("Add login"), 9, "Add logic");
  write_text(plan, text);
  f.w.must("view attach", "dialect", "feature", "dir", "other");
  CHECK(entry_in(f.w) != f.entry);
}

const char* const kWorkflow =
    R"({"session_id": "11111111-1111-4111-8111-111111111111", "workflow_type": "w", "target_file": "a.md",
 "workflow_structure": {"total_phases": 2, "starting_phase": 0, "dynamic_phases": false},
 "current_phase": 0, "completed_phases": [], "phase_timing": {}, "lifecycle": {},
 "phase_artifacts": {}, "checkpoints": {}, "created_at": "2026-01-01T00:00:00Z",
 "updated_at": "2026-01-01T00:00:00Z", "metadata": {}})";

TEST_CASE("a fork shows itself in a file of its own, and a file is one session's view") {
  WorkspaceFixture w;
  w.write("s/odd-name.json", kWorkflow);
  const Answer imported = w.must("import", "paths", words("s/odd-name.json"));
  const std::string id = imported.data.find("session")->as_string();
  w.caller.session = id;
  w.must("view attach", "dialect", "workflow", "dir", "s");
  const std::string text = read_text(w.project() + "/s/odd-name.json");
  w.must("fork", "id", "second");
  w.caller.session = "second";
  w.must("view attach", "dialect", "workflow", "dir", "s");
  CHECK(read_text(w.project() + "/s/odd-name.json") == text);
  const auto views = w.must("view list").data.find("views")->as_list();
  REQUIRE(views.size() == 2);
  CHECK(views[0].find("entry")->as_string() != views[1].find("entry")->as_string());
}

TEST_CASE("a file that another view holds is refused, naming its session") {
  WorkspaceFixture w;
  w.write("s/odd-name.json", kWorkflow);
  std::string other = kWorkflow;
  other.replace(other.find("a.md"), 4, "b.md");
  w.write("t/odd-name.json", other);
  const std::string first =
      w.must("import", "paths", words("s/odd-name.json")).data.find("session")->as_string();
  const std::string second =
      w.must("import", "paths", words("t/odd-name.json")).data.find("session")->as_string();
  w.caller.session = first;
  w.must("view attach", "dialect", "workflow", "dir", "s");
  w.caller.session = second;
  REQUIRE(first != second);
  const Error error = w.error("view attach", "dialect", "workflow", "dir", "s");
  CHECK(error.code == ErrorCode::kConflict);
  CHECK(contains(error.message, first));
}

TEST_CASE("the view of a session that ended while its files were locked is written on demand") {
  FeatureView f;
  f.w.must("done");
  write_text(f.folder + "/.state.lock", "1\n");
  const Answer last = f.w.must("done");
  CHECK(contains(last.text, "clew view accept -s one"));
  std::filesystem::remove(f.folder + "/.state.lock");
  CHECK(contains(stands(f.w), "clew view accept -s one"));
  const auto doctor = f.w.run("doctor");
  REQUIRE(doctor.ok());
  CHECK(contains(doctor->text, "clew view accept -s one"));
  f.w.caller.session = "one";
  CHECK(f.w.must("view accept").text == "the files of one now match it");
  CHECK(stands(f.w) == "clean");
  CHECK(contains(read_text(f.folder + "/state.yaml"), "active_task: null"));
}

TEST_CASE("a view that was held when its session ended says how it ended once it is repaired") {
  FeatureView f;
  f.w.must("done");
  const std::string plan = f.folder + "/implementation-plan.yaml";
  std::string text = read_text(plan);
  const std::string good = "status: \"in_progress\"";
  text.replace(text.find(good), good.size(), "status: \"bogus\"");
  write_text(plan, text);
  CHECK(contains(f.w.must("done").text, "clew repair " + f.folder));
  f.w.caller.session = "tree";
  REQUIRE(f.w.run("repair").ok());
  f.w.caller.session.clear();
  CHECK(stands(f.w) == "clean");
  CHECK(contains(read_text(f.folder + "/state.yaml"), "active_task: null"));
  CHECK(contains(read_text(plan), "status: \"completed\""));
}

TEST_CASE("damage twice within a second is kept twice") {
  FeatureView f;
  for (const std::string damage : {"version: \"1", "version: \"1.0"}) {
    write_text(f.folder + "/state.yaml", damage);
    CHECK(contains(f.w.must("note", "text", "x").text, "restored from the log"));
    CHECK(stands(f.w) == "clean");
  }
  size_t kept = 0;
  for (const auto& each : std::filesystem::directory_iterator(f.folder)) {
    if (contains(each.path().filename().string(), ".damaged-")) ++kept;
  }
  CHECK(kept == 2);
}

TEST_CASE("what git put back is rewritten with the change that says so, or taken as it is") {
  FeatureView f;
  const std::string plan = f.folder + "/implementation-plan.yaml";
  const std::string first = read_text(plan);
  f.w.must("done");
  write_text(plan, first);
  SUBCASE("rewritten") {
    CHECK(contains(f.w.must("note", "text", "x").text, "rewritten with this change"));
    CHECK(read_text(plan) != first);
  }
  SUBCASE("taken") { CHECK_FALSE(contains(f.w.must("view accept").text, "rewritten")); }
  CHECK(stands(f.w) == "clean");
}

TEST_CASE("the tree of a feature has its folder for artifacts, and gets it back") {
  FeatureView f;
  CHECK(std::filesystem::is_directory(f.folder + "/artifacts"));
  std::filesystem::remove(f.folder + "/artifacts");  // as git leaves it
  f.w.must("note", "text", "x");
  CHECK(std::filesystem::is_directory(f.folder + "/artifacts"));
  f.w.must("export", "sessions", words("one"), "to", "feature", "out", "out");
  CHECK(std::filesystem::is_directory(f.w.project() + "/out/" + f.entry + "/artifacts"));
}

TEST_CASE("a forgotten session names the files of its view, which stay") {
  FeatureView f;
  f.w.caller.session = "one";
  f.w.must("close", "aborted", true);
  f.w.caller.session.clear();
  const Answer answer = f.w.must("forget", "sessions", words("one"));
  CHECK(contains(answer.text, f.folder + "/state.yaml"));
  CHECK_FALSE(answer.data.find("files_left")->as_list().empty());
  CHECK(std::filesystem::exists(f.folder + "/state.yaml"));
  CHECK(f.w.must("view list").data.find("views")->as_list().empty());
  CHECK(f.w.store().settings("entry:")->empty());
}

// The only file of that name below the folder.
std::string file_below(const std::string& folder, const std::string& ending) {
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = each.path().string();
    if (path.ends_with(ending) && !path.ends_with("index.json")) return path;
  }
  return {};
}

TEST_CASE("a session that was closed in its file is closed, and the command is refused") {
  struct Row {
    const char* dialect;
    const char* file;
    const char* was;
    const char* is;
    const char* ended;
  };
  const Row rows[] = {
      {"feature",       "active-features.yaml", "status: \"active\"",                                                "status: \"completed\"",
       "completed"                                                                                                                                           },
      {"orchestration", ".json",                "\"status\": \"in_progress\"",                                       "\"status\": \"completed\"",
       "completed"                                                                                                                                           },
      {"essay",         "session-state.yaml",   "\nstatus: \"in_progress\"",                                         "\nstatus: \"abandoned\"",
       "abandoned"                                                                                                                                           },
      {"workflow",      ".json",                "\"completed_phases\": [], \"phase_timing\": {}, \"lifecycle\": {}",
       "\"completed_phases\": [0, 1], \"phase_timing\": {}, \"lifecycle\": {\"completed\": true}",                                                "completed"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.dialect);
    WorkspaceFixture w;
    if (std::string(row.dialect) == "workflow") {
      w.write("tree/odd-name.json", kWorkflow);
      const Answer imported = w.must("import", "paths", words("tree/odd-name.json"));
      w.caller.session = imported.data.find("session")->as_string();
      w.must("view attach", "dialect", "workflow", "dir", "tree");
      w.caller.session.clear();
    } else {
      w.must("start", "goal", "Add login", "id", "one", "dialect", row.dialect, "dir", "tree",
             "model", "opus");
    }
    w.must("note", "text", "before");
    const std::string path = file_below(w.project() + "/tree", row.file);
    std::string text = read_text(path);
    REQUIRE(contains(text, row.was));
    text.replace(text.find(row.was), std::string(row.was).size(), row.is);
    write_text(path, text);
    const Error refused = w.error("note", "text", "after");
    CHECK(refused.code == ErrorCode::kInvalid);
    CHECK(contains(refused.message, row.ended));
    const Session session = w.session();
    CHECK(name_of(session.lifecycle.status) == std::string(row.ended));
    CHECK(session.notes.items.size() == 1);
    CHECK(std::none_of(session.steps.begin(), session.steps.end(),
                       [](const Step& step) { return step.open_attempt() != nullptr; }));
    CHECK(w.events().back().event.header.via == Via::kView);
    CHECK(stands(w) == "clean");
  }
}

TEST_CASE("the way out of the legacy format works as it is said") {
  WorkspaceFixture w;
  const std::string name = "11111111-1111-4111-8111-111111111111";
  w.write("s/" + name + ".json", R"({"session_id": ")" + name +
                                     R"(", "workflow_type": "w", "target_file": "a.md",
 "current_phase": 1, "completed_phases": [0], "phase_artifacts": {}, "checkpoints": {},
 "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "metadata": {}})");
  const std::string file = "s/" + name + ".json";
  w.caller.session = w.must("import", "paths", words(file)).data.find("session")->as_string();
  const Error refused = w.error("view attach", "dialect", "workflow", "dir", "s");
  CHECK(refused.next ==
        "clew migrate " + file + ", then  clew import s/" + name + ".migrated.json");
  auto migrated = w.run("migrate", "paths", words(file));
  REQUIRE(migrated.ok());
  CHECK(contains(migrated->text, "next  clew import s/" + name + ".migrated.json"));
  w.must("import", "paths", words("s/" + name + ".migrated.json"));
  w.must("view attach", "dialect", "workflow", "dir", "s");
  CHECK(contains(stands(w), "clean"));
}

}  // namespace
}  // namespace clew

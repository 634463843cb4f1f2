// `clew export --to`: what a person adds, what a folder's sessions share, and what comes back.

#include <filesystem>
#include <fstream>
#include <set>

#include "dialect/tree_dialect.h"
#include "document/json/json.h"
#include "document/tree_patch.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value::List maps(std::initializer_list<const char*> all) {
  Value::List out;
  for (const char* each : all) out.push_back(Value(each));
  return out;
}

std::string text_at(const WorkspaceFixture& w, const std::string& path) {
  return read_text(w.project() + "/" + path);
}

TEST_CASE("what the target demands is given by its name or by the session's word for it") {
  WorkspaceFixture w;
  w.must("start", "goal", "x", "id", "one", "step", words("a"));
  const auto refused = w.error("export", "to", "feature", "sessions", words("one"));
  CHECK(refused.message.find("model") != std::string::npos);
  w.must("export", "to", "feature", "sessions", words("one"), "out", "out", "map",
         maps({"goal=Add a login", "model=opus"}));
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/out")) {
    if (!each.is_directory()) continue;
    CHECK(each.path().filename().string().starts_with("add-a-login-"));
    CHECK(read_text(each.path() / "state.yaml").find("model_in_use: \"opus\"") !=
          std::string::npos);
  }
  const Error wrong = w.error("export", "to", "structural", "sessions", words("one"), "map",
                              maps({"confidence=perhaps"}));
  CHECK(wrong.code == ErrorCode::kInvalid);
  CHECK(wrong.message.find("confidence") != std::string::npos);
  CHECK(w.refused("export", "to", "feature", "sessions", words("one"), "map", maps({"noth=1"})) ==
        ErrorCode::kNotFound);
}

TEST_CASE("sessions that are written to one folder all stand in its index, old ones included") {
  WorkspaceFixture w;
  for (const char* id : {"one", "two", "three"}) {
    w.must("start", "goal", id, "id", id, "model", "opus", "step", words("a"));
  }
  const auto listed = [&] {
    const auto index = parse_json(text_at(w, "out/index.json"));
    REQUIRE(index.ok());
    return index->find("sessions")->as_list().size();
  };
  w.must("export", "to", "orchestration", "sessions", maps({"one", "two"}), "out", "out");
  CHECK(listed() == 2);
  w.must("export", "to", "orchestration", "sessions", words("three"), "out", "out");
  CHECK(listed() == 3);
}

TEST_CASE("sessions that would have the same name get different ones, and one list holds several") {
  WorkspaceFixture w;
  for (const char* id : {"one", "two"}) {
    w.must("start", "goal", "Add login", "id", id, "model", "opus", "step", words("a"));
  }
  w.must("export", "to", "feature", "sessions", maps({"one", "two"}), "out", "tree");
  size_t folders = 0;
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/tree")) {
    folders += each.is_directory() ? 1 : 0;
  }
  CHECK(folders == 2);

  w.must("export", "to", "structural", "sessions", maps({"one", "two"}), "out", "points", "map",
         maps({"structural_version=v1", R"(scope.subsystems=["Climate"])", R"(scope.files=["a.c"])",
               "confidence=low",
               R"(symbols={"A":{"kind":"class","role":"bridge","source_paths":["a.c"],)"
               R"("evidence":{"fan_in":1,"fan_out":2}}})"}));
  const auto points = parse_json(text_at(w, "points/quedonde_session_state.json"));
  REQUIRE(points.ok());
  CHECK(points->as_list().size() == 2);
}

TEST_CASE("a refusal among several leaves nothing behind") {
  WorkspaceFixture w;
  w.must("start", "goal", "one", "id", "one", "model", "opus", "step", words("a"));
  w.must("start", "goal", "two", "id", "two", "step", words("a"));
  CHECK(w.refused("export", "to", "feature", "sessions", maps({"one", "two"}), "out", "out") ==
        ErrorCode::kInvalid);
  CHECK_FALSE(std::filesystem::exists(w.project() + "/out"));
}

TEST_CASE("a file of an older form comes back from another dialect in that form, value by value") {
  WorkspaceFixture w;
  const std::string legacy = R"({
  "session_id": "5f0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1",
  "workflow_type": "spec_v1",
  "target_file": "specs/x",
  "current_phase": 1,
  "completed_phases": [0],
  "phase_artifacts": {},
  "checkpoints": {"0": "passed"},
  "created_at": "2025-10-01T10:00:00Z",
  "updated_at": "2025-10-01T11:00:00Z",
  "metadata": {"total_phases": 3}
})";
  const std::string name = "5f0e8a52-1a83-4f57-9d64-3c2a2f4bd0e1.json";
  w.write("old/" + name, legacy);
  w.must("export", "to", "orchestration", "sessions", words("old"), "out", "there", "map",
         maps({"device=vm", "project=/x"}));
  w.must("export", "to", "workflow", "sessions", words("there"), "out", "back");
  const auto back = parse_json(text_at(w, "back/" + name));
  REQUIRE(back.ok());
  CHECK(same_value(*back, *parse_json(legacy)));
}

TEST_CASE("files that are a session's own view are that session, and not another") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
         "opus", "step", words("a"));
  const Answer answer = w.must("import", "paths", words("tree"));
  CHECK_FALSE(answer.data.find("changed")->as_bool());
  CHECK(answer.data.find("sessions")->as_list().at(0).find("session")->as_string() == "one");
  CHECK(w.must("list").data.find("sessions")->as_list().size() == 1);
}

TEST_CASE("an import says which files of the work are not there") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "dialect", "essay", "dir", "essays");
  w.write("style.md", "short");
  w.must("set", "pairs", words("style_profile_path=" + w.project() + "/style.md"));
  std::filesystem::remove(w.project() + "/style.md");
  // Another one's files: of its own it knows what they name.
  WorkspaceFixture other;
  const Answer answer = other.must("import", "paths", words(w.project() + "/essays"));
  const auto& findings = answer.data.find("sessions")->as_list().at(0).find("findings")->as_list();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].find("rule")->as_string() == "essay.file-missing");
}

TEST_CASE("a view of an imported session may be attached by its own folder") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
         "opus", "step", words("a"));
  w.must("view detach");
  for (const auto& each : std::filesystem::recursive_directory_iterator(w.project() + "/tree")) {
    if (each.path().filename() != "implementation-plan.yaml") continue;
    std::string plan = read_text(each.path().string());  // somebody made another session of it
    plan.replace(plan.find("Add login"), 9, "Drop login");
    write_text(each.path().string(), plan);
  }
  const Answer taken = w.must("import", "paths", words("tree"));
  const Value& imported = taken.data.find("sessions")->as_list().at(0);
  w.caller.session = imported.find("session")->as_string();
  REQUIRE(w.caller.session != "one");
  w.must("view attach", "dialect", "feature", "dir", "tree/" + imported.find("entry")->as_string());
  w.caller.session.clear();
  const Answer views = w.must("view list");
  CHECK(views.data.find("views")->as_list().at(0).find("folder")->as_string() ==
        w.project() + "/tree");
  CHECK(views.text.ends_with("clean"));
}

TEST_CASE("a session's folder is seen from above: its name and the folder's own models count") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
         "opus", "step", words("a"));
  std::string folder;
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/tree")) {
    if (each.is_directory()) folder = "tree/" + each.path().filename().string();
  }
  write_text(w.project() + "/tree/active-features.yaml",
             "models: [\"gpt-5\", \"opus\"]\n" + text_at(w, "tree/active-features.yaml"));
  w.must("set", "pairs", words("model=gpt-5"));
  CHECK(text_at(w, folder + "/state.yaml").find("gpt-5") != std::string::npos);
  for (const std::string& path : {std::string("tree"), folder, folder + "/state.yaml"}) {
    INFO(path);
    const auto judged = w.run("validate", "paths", words(path));
    REQUIRE(judged.ok());
    CHECK_FALSE(judged->refusal);
  }

  const auto models = [&](const char* dir) {
    const Answer answer = w.must("schema", "names", words("feature"), "dir", dir);
    return write_json(*answer.data.find("schema")
                           ->find("properties")
                           ->find("current_state")
                           ->find("properties")
                           ->find("model_in_use")
                           ->find("enum"));
  };
  CHECK(models("tree") == R"(["gpt-5","opus"])");
  CHECK(models("") == R"(["gemini","opus","sonnet"])");
  CHECK(w.refused("schema", "names", words("feature"), "dir", "nowhere") == ErrorCode::kNotFound);
  std::filesystem::rename(w.project() + "/tree", w.project() + "/.ai-session");
  CHECK(models("") == R"(["gpt-5","opus"])");
}

TEST_CASE("a null that a format demands comes back through another dialect") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "step", Value::List{"Plan"}, "dialect", "feature", "dir",
         "tree", "model", "opus", "id", "login");
  std::string history;
  for (const auto& each : std::filesystem::recursive_directory_iterator(w.project() + "/tree")) {
    if (each.path().filename() == "history.jsonl") history = each.path().string();
  }
  std::ofstream(history, std::ios::app)
      << R"({"timestamp":"2025-11-15T10:00:00Z","command":"plan","arguments":"all","model":"opus",)"
      << R"("agent":"one","task_id":null,"status":"success","duration_ms":5})" << "\n";
  w.must("note", "text", "x");
  w.must("export", "to", "workflow", "out", "there", "map",
         maps({"workflow_type=x", "target_file=y"}));
  w.must("export", "sessions", words("there"), "to", "feature", "out", "back");
  std::string text;
  for (const auto& each : std::filesystem::recursive_directory_iterator(w.project() + "/back")) {
    if (each.path().filename() == "history.jsonl") text = read_text(each.path().string());
  }
  CHECK(text.find("\"task_id\":null") != std::string::npos);
  CHECK_FALSE(w.must("validate", "paths", words("back")).refusal);
}

TEST_CASE("a session that is named twice is exported once") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "id", "one", "model", "opus", "step", words("a"));
  const Answer answer =
      w.must("export", "sessions", maps({"one", "one", "on"}), "to", "feature", "out", "out");
  CHECK(answer.data.find("exported")->as_list().size() == 1);
}

// A workflow file of the form that is only migrated, never rewritten; answers its id.
std::string write_old_workflow(WorkspaceFixture& w, const std::string& folder) {
  const std::string id = "5f0c1a52-3b7e-4e0e-9a4d-2f5d8c6b1e90";
  w.write(folder + "/" + id + ".json",
          "{\"session_id\":\"" + id +
              "\",\"workflow_type\":\"test_v1\",\"target_file\":\"a.py\",\"current_phase\":1,"
              "\"completed_phases\":[0],\"phase_artifacts\":{},\"checkpoints\":{},"
              "\"created_at\":\"2025-01-01T00:00:00Z\",\"updated_at\":\"2025-01-01T01:00:00Z\","
              "\"metadata\":{}}");
  return id;
}

TEST_CASE("a migrated file beside the old one is the same session, and told once") {
  WorkspaceFixture w;
  const std::string id = write_old_workflow(w, "box");
  w.must("import", "paths", words("box"));
  REQUIRE(w.run("migrate", "paths", words("box")).ok());
  w.must("import", "paths", words("box"));
  const size_t events = w.events().size();
  for (int i = 0; i < 2; ++i) {
    CHECK_FALSE(w.must("import", "paths", words("box")).data.find("changed")->as_bool());
  }
  CHECK(w.events().size() == events);
  // An edit of either is taken in, and nothing of the other is undone by it.
  const std::string file = w.project() + "/box/" + id + ".migrated.json";
  std::string text = read_text(file);
  text.replace(text.find("a.py"), 4, "b.py");
  write_text(file, text);
  w.must("import", "paths", words("box"));
  CHECK(find_attribute(w.session().root().attributes, "workflow.target_file")->as_string() ==
        "b.py");
  const size_t after = w.events().size();
  w.must("import", "paths", words("box"));
  CHECK(w.events().size() == after);
}

TEST_CASE("what a migration wrote is passed over by the next one, and refused by its whole name") {
  WorkspaceFixture w;
  const std::string id = write_old_workflow(w, "box");
  REQUIRE(w.run("migrate", "paths", words("box")).ok());
  const auto again = w.run("migrate", "paths", words("box"));
  REQUIRE(again.ok());
  CHECK_FALSE(again->data.find("changed")->as_bool());
  CHECK(again->data.find("passed_over")->as_list().size() == 1);
  const std::string migrated = "box/" + id + ".migrated.json";
  CHECK(w.error("migrate", "paths", words(migrated)).next == "clew validate " + migrated);
}

TEST_CASE("sessions of one folder are migrated together, all or nothing") {
  WorkspaceFixture w;
  std::string index = "active_features:\n";
  for (const std::string id : {"a-2026-01-01", "b-2026-01-01"}) {
    w.write("tree/" + id + "/state.yaml",
            "feature_id: \"" + id +
                "\"\ncurrent_state:\n  active_task: null\n  model_in_use: \"opus\"\n"
                "  started_at: \"2026-01-01T10:00:00Z\"\n  last_updated: "
                "\"2026-01-01T12:00:00Z\"\n");
    index += "  - feature_id: \"" + id +
             "\"\n    started_at: \"2026-01-01T10:00:00Z\"\n"
             "    last_active: \"2026-01-01T12:00:00Z\"\n    status: \"active\"\n";
  }
  index += "# by hand\nmore: 1\n";
  w.write("tree/active-features.yaml", "version: 1\n" + index);
  const auto first = w.run("migrate", "paths", words("tree"));
  REQUIRE_MESSAGE(first.ok(), (first.ok() ? "" : first.error().message));
  std::vector<std::string> written;
  for (const auto& file : first->data.find("files")->as_list()) {
    written.push_back(file.find("to")->as_string());
    CHECK(std::filesystem::exists(written.back()));
  }
  CHECK(written.size() >= 2);
  CHECK(std::set<std::string>(written.begin(), written.end()).size() == written.size());
  // Again it is done already, and what was lost is written alone.
  CHECK_FALSE(w.run("migrate", "paths", words("tree"))->data.find("changed")->as_bool());
  std::filesystem::remove(written.front());
  CHECK(w.run("migrate", "paths", words("tree"))->data.find("changed")->as_bool());
  CHECK(std::filesystem::exists(written.front()));
  // Where something else is in the way, none is written.
  std::filesystem::remove(written.front());
  write_text(written.back(), "mine\n");
  CHECK(w.refused("migrate", "paths", words("tree")) == ErrorCode::kUsage);
  CHECK_FALSE(std::filesystem::exists(written.front()));
}

}  // namespace
}  // namespace clew

// `clew repair PATH` keeps what can be read: of files that are cut off, everything before the cut,
// with what the index, the history and the other files still know.

#include <filesystem>

#include "document/json/json.h"
#include "document/yaml/yaml.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const std::string kId = "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d22";
const std::string kOrchestration = R"({
  "schema_version": "1.0.0",
  "session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d22",
  "created_at": "2026-01-09T10:00:00Z",
  "updated_at": "2026-01-09T12:00:00Z",
  "device": "desk",
  "project": "/srv/ledger",
  "goal": "Add login",
  "mode": "default",
  "status": "paused",
  "progress": 0.4,
  "agents": [
    {"id": "arch-1", "type": "architect", "status": "completed"},
    {"id": "code-2", "type": "coder", "status": "running"}
  ],
  "completed_work": ["Design"],
  "pending_tasks": ["Code", "Test"],
  "decisions_made": [
    {"timestamp": "2026-01-09T11:00:00Z", "context": "db", "options": ["a", "b"], "chosen": "a"}
  ],
  "files_modified": [
    {"path": "a.cc", "action": "created", "timestamp": "2026-01-09T11:10:00Z"}
  ],
  "context_usage": {"estimated_tokens": 4000},
  "teleportation": {"enabled": false}
}
)";
const std::string kIndex = R"({
  "sessions": [
    {"session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d22", "goal": "Add login", "device": "desk",
     "status": "paused", "progress": 0.4, "updated_at": "2026-01-09T12:00:00Z"}
  ]
}
)";
const std::string kPlan = R"(feature:
  id: "login-2026-01-09"
  name: "Login for all"
  description: "Everybody can log in"
  created_at: "2026-01-09T10:00:00Z"
phases:
  - phase_id: "p-1"
    name: "Foundation"
    tasks:
      - task_id: "t-1"
        description: "Choose a library"
        agent: "one"
        status: "completed"
        started_at: "2026-01-09T10:00:00Z"
        completed_at: "2026-01-09T11:00:00Z"
        artifacts: ["docs/choice.md", "docs/why.md"]
      - task_id: "t-2"
        description: "Write the form"
        agent: "two"
        status: "in_progress"
        started_at: "2026-01-09T11:00:00Z"
        completed_at: null
        artifacts: []
)";
const std::string kState = R"(version: "1.0"
feature_id: "login-2026-01-09"
current_state:
  active_task: "t-2"
  model_in_use: "opus"
  started_at: "2026-01-09T10:00:00Z"
  last_updated: "2026-01-09T12:00:00Z"
)";
const std::string kLine =
    R"({"timestamp":"2026-01-09T11:00:00Z","command":"implement","arguments":"y","model":"opus","agent":"two","task_id":"t-2","status":"success","duration_ms":1})";

Result<Answer> repair(WorkspaceFixture& w, const std::string& path) {
  w.caller.session = path;
  auto answer = w.run("repair");
  w.caller.session.clear();
  return answer;
}

bool is_valid(WorkspaceFixture& w, const std::string& path) {
  return !w.must("validate", "paths", words(path)).refusal.has_value();
}

TEST_CASE("an orchestration file that is cut anywhere behind its goal can be repaired") {
  for (const bool has_index : {false, true}) {
    size_t agents = 0;
    const size_t first = kOrchestration.find("\"mode\"");
    for (size_t length = first; length < kOrchestration.size() - 3; length += 23) {
      CAPTURE(has_index);
      CAPTURE(length);
      WorkspaceFixture w;
      const std::string path = "orchestration-sessions/" + kId + ".json";
      w.write(path, kOrchestration.substr(0, length));
      if (has_index) w.write("orchestration-sessions/index.json", kIndex);
      const auto done = repair(w, path);
      REQUIRE(done);
      CHECK(done->data.find("level")->as_int() == 2);
      CHECK(is_valid(w, path));
      const auto tree = parse_json(read_text(w.project() + "/" + path));
      REQUIRE(tree);
      CHECK(tree->find("session_id")->as_string() == kId);
      CHECK(tree->find("goal")->as_string() == "Add login");
      CHECK(tree->find("created_at")->as_string() == "2026-01-09T10:00:00Z");
      if (has_index) CHECK(tree->find("status")->as_string() == "paused");
      // The more can be read, the more is kept.
      const size_t kept = tree->find("agents")->as_list().size();
      CHECK(kept >= agents);
      agents = kept;
    }
    CHECK(agents == 2);
  }
}

TEST_CASE("a session of which only the index is left is made from it, by any name") {
  const std::string folder = "orchestration-sessions";
  const std::string file = folder + "/" + kId + ".json";
  for (const std::string& named : {folder, file}) {
    for (const bool is_empty : {false, true}) {
      CAPTURE(named);
      CAPTURE(is_empty);
      WorkspaceFixture w;
      w.write(folder + "/index.json", kIndex);
      if (is_empty) w.write(file, "");
      const auto done = repair(w, named);
      REQUIRE(done);
      CHECK(done->text.find("from index.json") != std::string::npos);
      CHECK(is_valid(w, file));
      const auto tree = parse_json(read_text(w.project() + "/" + file));
      CHECK(tree->find("goal")->as_string() == "Add login");
      CHECK(tree->find("progress")->as_double() == 0.4);
      CHECK(read_text(w.project() + "/" + folder + "/index.json") == kIndex);
    }
  }
}

TEST_CASE("an id that was cut off is taken from the file's name, and what is missing is listed") {
  WorkspaceFixture w;
  const std::string path = "orchestration-sessions/" + kId + ".json";
  w.write(path, kOrchestration.substr(0, kOrchestration.find("4c55")));
  const auto done = repair(w, path);
  REQUIRE(done);
  const auto tree = parse_json(read_text(w.project() + "/" + path));
  REQUIRE(tree);
  CHECK(tree->find("session_id")->as_string() == kId);
  CHECK(done->text.find("session_id is from the file's name") != std::string::npos);
  REQUIRE(done->refusal);
  CHECK(done->refusal->next.find("--set created_at=") != std::string::npos);
}

struct FeatureTree {
  FeatureTree() {
    w.write(folder + "/state.yaml", kState);
    w.write(folder + "/implementation-plan.yaml", kPlan);
    w.write(folder + "/history.jsonl", kLine + "\n");
    w.write("tree/active-features.yaml",
            "active_features:\n  - feature_id: \"login-2026-01-09\"\n    started_at: "
            "\"2026-01-09T10:00:00Z\"\n    last_active: \"2026-01-09T12:00:00Z\"\n    status: "
            "\"active\"\n");
  }
  Value plan() {
    auto document = parse_yaml(read_text(w.project() + "/" + folder + "/implementation-plan.yaml"));
    REQUIRE(document);
    return document->value;
  }
  WorkspaceFixture w;
  const std::string folder = "tree/login-2026-01-09";
};

TEST_CASE("of a plan that is cut inside a key or a list, every task before the cut is kept") {
  for (const char* cut : {"      - task_id: \"t-2\"\n        desc", "docs/why",
                          "        status: \"in_progress\"\n        sta"}) {
    CAPTURE(cut);
    FeatureTree t;
    const std::string text = kPlan.substr(0, kPlan.find(cut) + std::string(cut).size());
    t.w.write(t.folder + "/implementation-plan.yaml", text);
    const auto done = repair(t.w, t.folder);
    REQUIRE(done);
    CHECK(done->text.find("bytes could be read, up to line") != std::string::npos);
    CHECK_FALSE(done->refusal);
    CHECK(is_valid(t.w, t.folder));
    const Value plan = t.plan();
    CHECK(plan.find("feature")->find("name")->as_string() == "Login for all");
    const Value& phase = plan.find("phases")->as_list().at(0);
    CHECK(phase.find("name")->as_string() == "Foundation");
    const auto& tasks = phase.find("tasks")->as_list();
    CHECK(tasks.at(0).find("description")->as_string() == "Choose a library");
    const bool has_second = text.find("\"t-2\"") != std::string::npos;
    REQUIRE(tasks.size() == (has_second ? 2U : 1U));
    if (has_second) CHECK(tasks.at(1).find("task_id")->as_string() == "t-2");
  }
}

TEST_CASE("a slip that has sound lines behind it is asked about, and nothing is dropped unasked") {
  const struct {
    const char* file;
    const char* from;
    const char* to;
    size_t line;
  } rows[] = {
      {"implementation-plan.yaml", "\"Choose a library\"", "Choose: a library", 11},
      {"implementation-plan.yaml", "\"Choose a library\"", "@mira chooses",     11},
      {"state.yaml",               "\"t-2\"",              "t-2: now",          4 },
  };
  for (const auto& row : rows) {
    CAPTURE(row.to);
    FeatureTree t;
    const std::string path = t.folder + "/" + row.file;
    std::string text = read_text(t.w.project() + "/" + path);
    text.replace(text.find(row.from), std::string(row.from).size(), row.to);
    t.w.write(path, text);
    const auto asked = repair(t.w, path);
    REQUIRE_FALSE(asked);
    CHECK(asked.error().code == ErrorCode::kUsage);
    CHECK(asked.error().next.starts_with("fix line " + std::to_string(row.line) + " of "));
    CHECK(asked.error().next.ends_with("--yes"));
    CHECK(read_text(t.w.project() + "/" + path) == text);
    const Answer checked = t.w.must("validate", "paths", words(path));
    REQUIRE(checked.refusal);
    CHECK(checked.refusal->next.starts_with("fix line " + std::to_string(row.line) + " by hand"));
    t.w.caller.agreed = true;
    CHECK(repair(t.w, path));
    CHECK(is_valid(t.w, path));
  }
}

TEST_CASE("of a key that stands twice no repair guesses which is meant") {
  const struct {
    const char* path;
    std::string text;
  } rows[] = {
      {"tree/login-2026-01-09/implementation-plan.yaml",
       std::string(kPlan).insert(kPlan.find("  description"), "  name: \"Other\"\n")},
      {"tree/login-2026-01-09/state.yaml", kState + "version: \"1.0\"\n"},
      {"tree/active-features.yaml", "active_features: []\nactive_features: []\n"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.path);
    FeatureTree t;
    t.w.write(row.path, row.text);
    t.w.caller.agreed = true;
    const auto done = repair(t.w, row.path);
    REQUIRE_FALSE(done);
    CHECK(done.error().code == ErrorCode::kInvalid);
    CHECK(done.error().message.find("appears twice") != std::string::npos);
    CHECK(done.error().next.starts_with("keep one of the two in "));
    CHECK(read_text(t.w.project() + "/" + row.path) == row.text);
  }
}

TEST_CASE("a task whose status was cut off is the one that state.yaml says is worked on") {
  FeatureTree t;
  t.w.write(t.folder + "/implementation-plan.yaml",
            kPlan.substr(0, kPlan.find("        status: \"in_progress\"") + 20));
  REQUIRE(repair(t.w, t.folder));
  const Value plan = t.plan();
  const auto& tasks = plan.find("phases")->as_list().at(0).find("tasks")->as_list();
  CHECK(tasks.at(1).find("status")->as_string() == "in_progress");
}

TEST_CASE("a last line that was cut off is named, also where there is nothing to repair") {
  FeatureTree t;
  t.w.write(t.folder + "/history.jsonl", kLine + "\n" + kLine.substr(0, 40));
  const auto done = repair(t.w, t.folder);
  REQUIRE(done);
  CHECK(done->text.find("nothing to repair") != std::string::npos);
  CHECK(done->text.find("history.jsonl:2: the last line is cut off") != std::string::npos);
}

TEST_CASE("an empty file is said to be empty, with the repair that helps") {
  FeatureTree t;
  t.w.write(t.folder + "/state.yaml", "");
  const Answer checked = t.w.must("validate", "paths", words(t.folder));
  REQUIRE(checked.refusal);
  CHECK(checked.text.find("the file is empty") != std::string::npos);
  CHECK(checked.refusal->next.starts_with("clew repair "));
}

TEST_CASE("a damaged line in a history does not keep a feature from being imported") {
  FeatureTree t;
  t.w.write(t.folder + "/history.jsonl", kLine + "\n{\"timestamp\": gar\n" + kLine + "\n");
  const Answer taken = t.w.must("import", "paths", words(t.folder));
  CHECK(taken.text.find("history.jsonl") != std::string::npos);
  CHECK(t.w.session().runs.items.size() == 2);
}

const std::string kLegacy = R"({
  "session_id": "old-1",
  "workflow_type": "two_v1",
  "target_file": "b.md",
  "current_phase": 1,
  "completed_phases": [0],
  "phase_artifacts": {},
  "checkpoints": {"0": "passed", "1": "pending"},
  "created_at": "2026-01-09T10:00:00Z",
  "updated_at": "2026-01-09T11:00:00Z"
})";

TEST_CASE("a legacy file stays legacy, and a time that is not known is not made up") {
  WorkspaceFixture w;
  w.write("old-1.json", kLegacy.substr(0, kLegacy.find("\"created_at\"") + 20));
  w.caller.session = "old-1.json";
  const auto done = w.run("repair", {
                                        {"dialect", Value("workflow")}
  });
  w.caller.session.clear();
  REQUIRE(done);
  const auto tree = parse_json(read_text(w.project() + "/old-1.json"));
  REQUIRE(tree);
  CHECK(tree->find("session_id")->as_string() == "old-1");
  CHECK(tree->find("current_phase")->as_int() == 1);
  CHECK(tree->find("workflow_structure") == nullptr);
  CHECK(tree->find("lifecycle") == nullptr);
  CHECK(tree->find("created_at") == nullptr);
  REQUIRE(done->refusal);
  CHECK(done->refusal->message.find("created_at") != std::string::npos);
}

}  // namespace
}  // namespace clew

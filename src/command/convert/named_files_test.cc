// Files that an imported session names are guarded: kept beneath its own folder, hashed beneath the
// project, and nothing else is opened.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "essay-pipeline-20250101-090000";

// The state of an essay whose first two stages are done, with what their files are.
std::string essay_state(const std::string& thesis, const std::string& outline) {
  const auto stage = [](const std::string& fields) {
    return "    status: completed\n" + fields + "    completed_at: '2025-01-01T10:00:00Z'\n";
  };
  return "pipeline_id: essay-1\nstarted_at: '2025-01-01T09:00:00Z'\n"
         "last_activity: '2025-01-01T10:00:00Z'\nstatus: in_progress\nsession_dir: /old/" +
         std::string(kEntry) +
         "\ncurrent_stage: 3\ncurrent_stage_name: argument_development\nstages:\n  stage_1:\n" +
         stage("    thesis_file: " + thesis + "\n    claim_type: argument\n") + "  stage_2:\n" +
         stage("    outline_file: " + outline + "\n    total_sections: 2\n") +
         "  stage_3:\n    status: in_progress\n    total_sections: 2\n    sections:\n"
         "      - {section_index: 1, status: in_progress}\n"
         "      - {section_index: 2, status: not_started}\n"
         "  stage_4:\n    status: not_started\n";
}

struct Imported : WorkspaceFixture {
  std::string own(const std::string& name) { return project() + "/essays/" + kEntry + "/" + name; }
  void put_essay(const std::string& thesis = "stage-1-thesis.md",
                 const std::string& outline = "/old/" + std::string(kEntry) +
                                              "/stage-2-outline.md") {
    const std::string folder = std::string("essays/") + kEntry + "/";
    write(folder + "session-state.yaml", essay_state(thesis, outline));
    write(folder + "stage-1-thesis.md", "# Thesis\n\nBridges sing in the wind.\n");
    write(folder + "stage-2-outline.md", "# Outline\n\n## 1. The hook\n\n## 2. The rest\n");
  }
  Answer take(const std::string& path) {
    const Answer answer = must("import", "paths", words(path));
    caller.session = answer.data.find("session")->as_string();
    return answer;
  }
  std::vector<std::string> drift() {
    const Answer answer = must("verify");
    std::vector<std::string> out;
    for (const auto& each : answer.data.find("drift")->as_list())
      out.push_back(each.find("text")->as_string());
    CHECK(answer.exit == (out.empty() ? 0 : 7));
    return out;
  }
  bool is_kept(const std::string& text) { return store().blob(sha256(text)).ok(); }
};

TEST_CASE("a file of an imported essay that is gone or overwritten is drift, and can be restored") {
  Imported w;
  w.put_essay();
  w.take("essays");
  CHECK(w.drift().empty());
  CHECK(w.must("artifact list").text.find("stage-2-outline.md  version 1, ") != std::string::npos);
  CHECK(w.must("artifact show", "path", "stage-1-thesis.md").text.find("Bridges sing") !=
        std::string::npos);
  CHECK(w.must("artifact history", "path", w.own("stage-1-thesis.md"))
            .data.find("versions")
            ->as_list()
            .size() == 1);

  fs::remove(w.own("stage-2-outline.md"));
  write_text(w.own("stage-1-thesis.md"), "Something else.\n");
  const auto drift = w.drift();
  REQUIRE(drift.size() == 2);
  CHECK(drift[0].starts_with("artifact stage-1-thesis.md was edited; version 1 is kept: "));
  CHECK(drift[1].starts_with("artifact stage-2-outline.md is missing; version 1 is kept: "));
  CHECK(w.must("brief").text.find("DRIFTED") != std::string::npos);

  w.must("artifact restore", "path", "stage-2-outline.md");
  CHECK(read_text(w.own("stage-2-outline.md")).starts_with("# Outline"));
  // What is there now is kept under the name that the session has for it.
  w.must("artifact add", "paths", words(w.own("stage-1-thesis.md")));
  CHECK(w.drift().empty());
  CHECK(w.must("artifact show", "path", "stage-1-thesis.md@1").text.find("Bridges") !=
        std::string::npos);
}

TEST_CASE("files of a folder that is gone as a whole are missing, with a view and without") {
  for (const bool has_view : {false, true}) {
    CAPTURE(has_view);
    Imported w;
    w.put_essay();
    w.take("essays");
    if (has_view) w.must("resume");
    fs::rename(w.project() + "/essays", w.project() + "/elsewhere");
    const auto drift = w.drift();
    CHECK(drift.size() == (has_view ? 3 : 2));
    REQUIRE_FALSE(drift.empty());
    CHECK(drift.front().find("stage-1-thesis.md is missing") != std::string::npos);
    if (has_view) CHECK(drift.back().find("cannot be opened") != std::string::npos);
    CHECK(w.must("brief").text.find("DRIFTED") != std::string::npos);
    if (!has_view) w.must("artifact restore", "path", "stage-1-thesis.md");
    fs::remove_all(w.project() + "/essays");
    fs::rename(w.project() + "/elsewhere", w.project() + "/essays");
    CHECK(w.drift().empty());
  }
}

TEST_CASE("an imported essay is about its thesis, and its sections are called as in the outline") {
  Imported w;
  w.put_essay();
  w.take("essays");
  const auto loaded = w.store().load(SessionId(w.caller.session));
  REQUIRE(loaded.ok());
  CHECK(loaded->session.identity.goal == "Bridges sing in the wind.");
  CHECK(w.must("status").text.find("3.2 The rest") != std::string::npos);
  // Neither is told in the files, and both follow from them: the text stays as it is.
  w.must("export", "sessions", words(w.caller.session), "to", "essay", "out", "out");
  CHECK(read_text(w.project() + "/out/" + kEntry + "/session-state.yaml") ==
        read_text(w.own("session-state.yaml")));
}

TEST_CASE("files that are rewritten with their state file come in with it") {
  Imported w;
  w.put_essay();
  w.take("essays");
  write_text(w.own("stage-1-thesis.md"), "Another thesis.\n");
  std::string state = read_text(w.own("session-state.yaml"));
  state.replace(state.find("claim_type: argument"), 20, "claim_type: explainer");
  write_text(w.own("session-state.yaml"), state);
  w.take("essays");
  CHECK(w.drift().empty());
  CHECK(w.must("artifact show", "path", "stage-1-thesis.md").text == "Another thesis.");
  CHECK(w.must("artifact show", "path", "stage-1-thesis.md@1").text.find("Bridges") !=
        std::string::npos);
}

TEST_CASE("nothing is opened that lies elsewhere, or is no plain file") {
  const std::string outside = "outside the folder\n";
  struct Row {
    const char* name;
    std::function<std::string(Imported&)> thesis;  // as the state names it
  };
  const Row rows[] = {
      {"absolute",                [](Imported& w) { return w.folder().path() + "/secret.md"; }    },
      {"up",                      [](Imported&) { return std::string("../../../secret.md"); }     },
      {"up inside",               [](Imported&) { return std::string("a/../../../../secret.md"); }},
      {"a link",
       [](Imported& w) {
         fs::create_symlink(w.folder().path() + "/secret.md", w.own("link.md"));
         return std::string("link.md");
       }                                                                                          },
      {"a folder that is a link",
       [](Imported& w) {
         fs::create_directory_symlink(w.folder().path(), w.own("there"));
         return std::string("there/secret.md");
       }                                                                                          },
      {"a pipe",
       [](Imported& w) {
         REQUIRE(std::system(("mkfifo '" + w.own("pipe.md") + "'").c_str()) == 0);
         return std::string("pipe.md");
       }                                                                                          },
      {"far too large",
       [](Imported& w) {
         write_text(w.own("large.md"), "x");
         fs::resize_file(w.own("large.md"), uintmax_t{300} << 20);
         return std::string("large.md");
       }                                                                                          },
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    Imported w;
    w.put_essay();
    write_text(w.folder().path() + "/secret.md", outside);
    const std::string thesis = row.thesis(w);
    w.write(std::string("essays/") + kEntry + "/session-state.yaml",
            essay_state("\"" + thesis + "\"", "stage-2-outline.md"));
    w.take("essays");
    CHECK_FALSE(w.is_kept(outside));
    const Answer listed = w.must("artifact list");
    for (const auto& each : listed.data.find("artifacts")->as_list()) {
      const bool is_thesis = each.find("path")->as_string() != "stage-2-outline.md";
      if (is_thesis) CHECK(each.find("content")->is_null());
    }
    CHECK(w.refused("artifact show", "path", thesis) != ErrorCode::kFailed);
  }
}

TEST_CASE("a likely secret in a file that is kept is a finding") {
  Imported w;
  w.put_essay();
  write_text(w.own("stage-1-thesis.md"), "password: hunter2Hunter2\n");
  CHECK(w.take("essays").text.find("looks like a secret") != std::string::npos);
}

TEST_CASE("resuming an imported essay keeps its files in step, once and unless told otherwise") {
  Imported w;
  w.put_essay();
  w.take("essays");
  const Answer resumed = w.must("resume");
  CHECK(resumed.text.find("is kept in step from now on; to stop that: clew view detach") !=
        std::string::npos);
  w.must("set", "pairs", words("audience=expert"), "step", "2");
  CHECK(read_text(w.own("session-state.yaml")).find("audience: ") != std::string::npos);
  w.must("view detach");
  CHECK(w.must("resume").text.find("kept in step") == std::string::npos);
  CHECK(w.must("view list").data.find("views")->as_list().empty());
}

TEST_CASE("files that changed after the import are not written over by a resume") {
  Imported w;
  w.put_essay();
  w.take("essays");
  const std::string state = read_text(w.own("session-state.yaml")) + "# by hand\n";
  write_text(w.own("session-state.yaml"), state);
  CHECK(w.must("resume").text.find("has changed since it was imported") != std::string::npos);
  CHECK(read_text(w.own("session-state.yaml")) == state);
  CHECK(w.must("view list").data.find("views")->as_list().empty());
}

TEST_CASE("a reference that leads elsewhere means the file of its name in the folder") {
  Imported w;
  w.put_essay("/nowhere/at/all/stage-1-thesis.md");
  const Answer answer = w.take("essays");
  CHECK(answer.text.find("path-outside") == std::string::npos);
  CHECK(w.drift().empty());
  CHECK(w.must("artifact show", "path", "stage-1-thesis.md").text.find("Bridges") !=
        std::string::npos);
}

constexpr const char* kOrchestration = R"({
  "session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d77", "schema_version": "1.0.0",
  "created_at": "2025-01-01T09:00:00Z", "updated_at": "2025-01-01T10:00:00Z",
  "goal": "Auth", "mode": "default", "status": "in_progress", "progress": 0.5,
  "agents": [{"id": "be-1", "type": "backend", "status": "completed", "artifacts": {
    "files_created": ["src/made.ts"], "files_modified": ["/etc/hostname"], "files_deleted": []}}],
  "files_modified": [{"path": "src/changed.ts", "action": "modified", "agent_id": "be-1",
    "timestamp": "2025-01-01T09:30:00Z"}],
  "completed_work": [], "pending_tasks": [], "decisions_made": []})";

constexpr const char* kWorkflow = R"({
  "session_id": "0b6c3f0a-7d21-4e65-9f10-2f1f6a0d9c77", "workflow_type": "spec",
  "target_file": "src/a.ts", "current_phase": 2, "completed_phases": [1],
  "created_at": "2025-01-01T09:00:00Z", "updated_at": "2025-01-01T10:00:00Z",
  "checkpoints": {"1": "passed"}, "metadata": {},
  "workflow_structure": {"total_phases": 3, "starting_phase": 1, "indexing_scheme": "one_based"},
  "lifecycle": {"completed": false, "paused": false},
  "phase_timing": {"1": {"started_at": "2025-01-01T09:00:00Z"}},
  "phase_artifacts": {"1": {"phase_number": 1, "evidence": {},
    "outputs": {"files": ["src/made.ts", "src/changed.ts"]}, "commands_executed": [],
    "timestamp": "2025-01-01T09:10:00Z"}}})";

constexpr const char* kFeature = R"(feature:
  id: pay-2025-01-01
  name: Pay
  created_at: '2025-01-01T09:00:00Z'
phases:
  - phase_id: one
    name: One
    tasks:
      - task_id: t-1
        description: Write
        status: completed
        agent: gpt
        started_at: '2025-01-01T09:00:00Z'
        completed_at: '2025-01-01T09:10:00Z'
        artifacts: [./src/made.ts, src/changed.ts, artifacts/notes.md]
)";

constexpr const char* kFeatureState = R"(feature_id: pay-2025-01-01
current_state:
  active_task: null
  model_in_use: gpt
  started_at: '2025-01-01T09:00:00Z'
  last_updated: '2025-01-01T09:10:00Z'
)";

TEST_CASE("files that the other dialects name are hashed beneath the project") {
  struct Row {
    const char* file;
    const char* text;
    const char* folder;
  };
  const Row rows[] = {
      {".craft/cache/orchestration-sessions/6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d77.json",
       kOrchestration,                                                                             ".craft"     },
      {"state/0b6c3f0a-7d21-4e65-9f10-2f1f6a0d9c77.json",                               kWorkflow, "state"      },
      {".ai-session/pay-2025-01-01/implementation-plan.yaml",                           kFeature,  ".ai-session"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.file);
    Imported w;
    w.write(row.file, row.text);
    w.write("src/made.ts", "made\n");
    w.write("src/changed.ts", "changed\n");
    const bool is_feature = row.text == kFeature;
    if (is_feature) {
      w.write(".ai-session/pay-2025-01-01/state.yaml", kFeatureState);
      w.write(".ai-session/pay-2025-01-01/artifacts/notes.md", "notes\n");
    }
    w.take(row.folder);
    CHECK(w.drift().empty());
    CHECK_FALSE(w.is_kept("made\n"));
    CHECK(w.is_kept("notes\n") == is_feature);
    const Error error = w.error("artifact show", "path", "src/made.ts");
    CHECK(error.message.starts_with("only the hash of src/made.ts was recorded"));

    fs::remove(w.project() + "/src/made.ts");
    w.write("src/changed.ts", "by another\n");
    if (is_feature) fs::remove(w.project() + "/.ai-session/pay-2025-01-01/artifacts/notes.md");
    const auto drift = w.drift();
    CHECK(drift.size() == (is_feature ? 3 : 2));
    const auto has = [&](const std::string& line) {
      return std::any_of(drift.begin(), drift.end(),
                         [&](const std::string& each) { return each.starts_with(line); });
    };
    CHECK(has("artifact src/made.ts is missing"));
    CHECK(has("artifact src/changed.ts was edited"));
    CHECK(has("artifact artifacts/notes.md is missing; version 1 is kept") == is_feature);
  }
}

TEST_CASE("what a session names and nobody finds is missing from the start") {
  Imported w;
  w.write("state/0b6c3f0a-7d21-4e65-9f10-2f1f6a0d9c77.json", kWorkflow);
  w.write("src/made.ts", "made\n");
  w.take("state");
  REQUIRE(w.drift().size() == 1);
  CHECK(w.drift()[0] == "artifact src/changed.ts is missing");
}

}  // namespace
}  // namespace clew

// `clew repair PATH`: the ladder, and what it leaves alone.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string only_folder_in(const std::string& location) {
  std::string found;
  for (const auto& each : std::filesystem::directory_iterator(location)) {
    if (each.is_directory()) found = each.path().string();
  }
  REQUIRE_FALSE(found.empty());
  return found;
}

// Files need not be any session's: then the answer names none.
Answer repaired(WorkspaceFixture& w, const Value::Object& request = {}) {
  auto answer = w.run("repair", request);
  if (!answer) FAIL(answer.error().message);
  return std::move(*answer);
}

struct Feature {
  Feature() {
    w.must("start", "goal", "Add login", "dialect", "feature", "dir", "tree", "model", "opus",
           "step", words("a"));
    folder = only_folder_in(w.project() + "/tree");
    state = folder + "/state.yaml";
  }
  Answer repair(const std::string& path, bool dry_run) {
    w.caller.session = path;
    const Answer answer = repaired(w, {
                                          {"dry_run", Value(dry_run)}
    });
    w.caller.session.clear();
    return answer;
  }

  WorkspaceFixture w;
  std::string folder;
  std::string state;
};

TEST_CASE("a file of a view that breaks a rule is put aside and made anew from the log") {
  Feature f;
  const std::string good = read_text(f.state);
  const std::string cut = good.substr(0, good.find("current_state:"));
  write_text(f.state, cut);
  CHECK(f.w.must("note", "text", "x").text.find(" ends after line ") != std::string::npos);
  CHECK(f.w.refused("view accept") == ErrorCode::kInvalid);

  const Answer would = f.repair("tree", true);
  CHECK(would.data.find("level")->as_int() == 0);
  CHECK(would.data.find("kept_aside")->as_list().size() == 1);
  CHECK(read_text(f.state) == cut);

  const Answer done = f.repair("tree", false);
  CHECK(done.data.find("level")->as_int() == 0);
  const std::string quarantined = done.data.find("kept_aside")->as_list().at(0).as_string();
  CHECK(read_text(f.folder + "/" + quarantined) == cut);
  CHECK(read_text(f.state).find("current_state:") != std::string::npos);
  CHECK(f.w.must("view list").text.ends_with("clean"));
}

TEST_CASE("what a merge left is a person's to choose, also for repair") {
  Feature f;
  const std::string marked =
      read_text(f.state) + "<<<<<<< HEAD\nx: 1\n=======\nx: 2\n>>>>>>> other\n";
  write_text(f.state, marked);
  f.w.caller.session = "tree";
  const Error error = f.w.error("repair");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message.find("HEAD says") != std::string::npos);
  CHECK(error.message.find("other says") != std::string::npos);
  CHECK(read_text(f.state) == marked);
}

TEST_CASE(
    "a damaged state is put back from its backup, and from the artifacts when that is lost too") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "dialect", "essay", "dir", "essays");
  w.pass(minutes(1));
  w.must("note", "text", "so that there is a backup");
  w.must("view detach");
  const std::string folder = only_folder_in(w.project() + "/essays");
  const std::string state = folder + "/session-state.yaml";
  const std::string backup = read_text(state + ".bak");
  const std::string whole = read_text(state);
  const std::string cut = whole.substr(0, whole.find("thesis_development") + 6);
  write_text(state, cut);
  w.caller.session = "essays";
  const Answer would = repaired(w, {
                                       {"dry_run", Value(true)}
  });
  CHECK(would.data.find("level")->as_int() == 1);
  CHECK(read_text(state) == cut);
  const Answer first = repaired(w);
  CHECK(first.data.find("level")->as_int() == 1);
  CHECK(first.text.starts_with(
      "Session state recovered from backup. Last state update may be lost."));
  CHECK(read_text(state) == backup);

  write_text(state, "a: [");
  write_text(state + ".bak", "a: [");
  write_text(folder + "/stage-1-thesis.md", "a thesis");
  const Answer second = repaired(w);
  CHECK(second.data.find("level")->as_int() == 2);
  CHECK(
      second.text.starts_with("Session state reconstructed from artifact files. "
                              "Some metadata may be approximate."));
  CHECK(read_text(state).find("current_stage: 2") != std::string::npos);
}

TEST_CASE("a state that is gone comes back from its backup, and else from the artifacts") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "dialect", "essay", "dir", "essays");
  w.pass(minutes(1));
  w.must("note", "text", "so that there is a backup");
  w.must("view detach");
  const std::string folder = only_folder_in(w.project() + "/essays");
  const std::string state = folder + "/session-state.yaml";
  const std::string backup = read_text(state + ".bak");
  std::filesystem::remove(state);
  const std::string name = "essays/" + std::filesystem::path(folder).filename().string();
  const Answer judged = w.must("validate", "paths", words(name));
  REQUIRE(judged.refusal);
  CHECK(judged.text.find("session-state.yaml is missing") != std::string::npos);
  CHECK(judged.refusal->next == "clew repair " + name);
  w.caller.session = name;
  CHECK(repaired(w).data.find("level")->as_int() == 1);
  CHECK(read_text(state) == backup);

  std::filesystem::remove(state);
  std::filesystem::remove(state + ".bak");
  write_text(folder + "/stage-1-thesis.md", "a thesis");
  CHECK(repaired(w,
                 {
                     {"dialect", Value("essay")}
  })
            .data.find("level")
            ->as_int() == 2);
  CHECK(read_text(state).find("current_stage: 2") != std::string::npos);

  const Error nowhere = w.error("repair", "at", "stage 9");
  CHECK(nowhere.next == "clew repair " + name + " --at stage_1");
}

TEST_CASE("a state that lacks its end goes by a backup that has it") {
  WorkspaceFixture w;
  const std::string folder = w.project() + "/essay-pipeline-20260101-000000";
  w.must("start", "goal", "On tides", "id", "one", "dialect", "essay", "dir", "view");
  std::filesystem::copy(only_folder_in(w.project() + "/view"), folder);
  const std::string state = folder + "/session-state.yaml";
  const std::string whole = read_text(state);
  const std::string cut = whole.substr(0, whole.find("user_overrides:"));
  write_text(state, cut);
  w.caller.session = state;
  std::filesystem::remove(state + ".bak");
  CHECK(repaired(w).text.starts_with("nothing to repair"));
  write_text(state + ".bak", whole);
  CHECK(w.must("validate", "paths", words(state)).text.find("output is missing") !=
        std::string::npos);
  CHECK(repaired(w).data.find("level")->as_int() == 1);
  CHECK(read_text(state) == whole);
}

TEST_CASE("a key that stands twice is a person's to choose, and nothing is made in its place") {
  WorkspaceFixture w;
  const std::string folder = w.project() + "/essay-pipeline-20260101-000000";
  w.must("start", "goal", "On tides", "id", "one", "dialect", "essay", "dir", "view");
  std::filesystem::copy(only_folder_in(w.project() + "/view"), folder);
  std::filesystem::remove(folder + "/session-state.yaml.bak");
  write_text(folder + "/stage-1-thesis.md", "# Tides\n");
  const std::string state = folder + "/session-state.yaml";
  const std::string twice = read_text(state) + "status: \"paused\"\n";
  write_text(state, twice);
  w.caller.session = state;
  const Error error = w.error("repair");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message.find("the key \"status\" appears twice") != std::string::npos);
  CHECK(error.next.starts_with("keep one of the two in "));
  CHECK(read_text(state) == twice);
  w.caller.session.clear();
  CHECK(w.must("validate", "paths", words(state)).text.find("keep one of the two") !=
        std::string::npos);
}

TEST_CASE("a fresh state begins at its folder's time, and claims nothing without a file") {
  WorkspaceFixture w;
  const std::string name = "essay-pipeline-20260214-143022";
  w.write(name + "/session-state.yaml", "a: [");
  w.write(name + "/voice-check-log.md", "a line\n");
  w.caller.session = name;  // a folder of that name, and no session
  CHECK(
      w.error("repair").message.starts_with("Session state could not be automatically recovered."));
  CHECK(repaired(w,
                 {
                     {"at", Value("stage 2")}
  })
            .data.find("level")
            ->as_int() == 3);
  const std::string state = read_text(w.project() + "/" + name + "/session-state.yaml");
  CHECK(state.find("started_at: \"2026-02-14T14:30:22.000Z\"") != std::string::npos);
  CHECK(state.find("current_stage: 2") != std::string::npos);
  // Whole, as the document writes it.
  CHECK(state.find("session_dir: \"" + w.project() + "/" + name + "\"") != std::string::npos);
  w.caller.session.clear();
  CHECK_FALSE(w.must("validate", "paths", words(name)).refusal);
}

TEST_CASE("where nothing can be recovered, a person is asked where the work stood") {
  WorkspaceFixture w;
  const std::string name = "essay-pipeline-20260214-143022";
  w.write(name + "/session-state.yaml", "a: [");
  w.caller.session = name;
  std::string question;
  std::optional<std::string> location;
  w.caller.ask = [&](const std::string& asked) {
    question = asked;
    return location;
  };
  CHECK(w.error("repair").next == "clew repair " + name + " --at STEP");
  CHECK(question ==
        "Session state could not be automatically recovered. Files found:\n  " + name +
            "/session-state.yaml\nIt can be restarted at stage_1, stage_2, stage_3, stage_4\n"
            "Where should it continue?");
  location = "stage 9";
  CHECK(w.error("repair").message.find("\"stage 9\" is not a position in this essay") !=
        std::string::npos);
  location = "stage 3";
  CHECK(repaired(w).data.find("level")->as_int() == 3);
  CHECK(read_text(w.project() + "/" + name + "/session-state.yaml").find("current_stage: 3") !=
        std::string::npos);
}

TEST_CASE("a fresh state of a folder that tells no time begins now") {
  WorkspaceFixture w;
  w.write("birds/session-state.yaml", "a: [");
  w.caller.session = "birds";
  repaired(w, {
                  {"at", Value("stage 1")}
  });
  const std::string state = read_text(w.project() + "/birds/session-state.yaml");
  CHECK(state.find("started_at: \"" + to_iso(w.now) + "\"") != std::string::npos);
}

constexpr const char* kOneOfTwo = R"({
  "session_id": "other", "workflow_type": "two_v1", "target_file": "b.md",
  "workflow_structure": {"total_phases": 2, "starting_phase": 0, "indexing_scheme": "zero_based"},
  "current_phase": 1, "completed_phases": [0],
  "lifecycle": {"completed": false, "paused": false, "resume_count": 0},
  "phase_artifacts": {}, "checkpoints": {"0": "passed", "1": "pending"},
  "created_at": "2026-01-09T10:00:00Z", "updated_at": "2026-01-09T11:00:00Z"
})";

TEST_CASE("another session in the same folder is neither used for a repair nor touched by it") {
  WorkspaceFixture w;
  w.write("box/lost.json", "{");
  const std::string whole = kOneOfTwo;
  for (const std::string& other : {whole, whole.substr(0, whole.size() - 2)}) {
    w.write("box/other.json", other);
    w.caller.session = "box/lost.json";
    for (const std::string at : {"", "1"}) {
      const auto answer = w.run("repair", {
                                              {"dialect", Value("workflow")},
                                              {"at",      Value(at)        }
      });
      REQUIRE(!answer.ok());
      CHECK(answer.error().code == ErrorCode::kInvalid);
      CHECK(answer.error().message.find("other.json") == std::string::npos);
    }
    CHECK(read_text(w.project() + "/box/other.json") == other);
  }
}

TEST_CASE("a session that can be read is not begun anew, and what is begun anew is kept aside") {
  WorkspaceFixture w;
  w.write("other.json", kOneOfTwo);
  w.caller.session = "other.json";
  const Answer whole = repaired(w, {
                                       {"at", Value("0")}
  });
  CHECK(whole.text == "nothing to repair: every file can be read");
  CHECK(read_text(w.project() + "/other.json") == kOneOfTwo);

  std::string wrong = kOneOfTwo;
  wrong.replace(wrong.find("\"current_phase\": 1"), 18, "\"current_phase\": 7");
  w.write("other.json", wrong);
  const Answer begun = repaired(w, {
                                       {"at", Value("0")}
  });
  CHECK(begun.data.find("level")->as_int() == 3);
  const std::string quarantined = begun.data.find("kept_aside")->as_list().at(0).as_string();
  CHECK(read_text(w.project() + "/" + quarantined) == wrong);
}

}  // namespace
}  // namespace clew

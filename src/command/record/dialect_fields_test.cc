// The fields of a dialect, as verbs meet them: what can be set, what a gate sees of it, and what
// stays when something else changes.

#include <filesystem>

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value::List list_of(std::initializer_list<const char*> all) {
  Value::List out;
  for (const char* each : all) out.push_back(Value(each));
  return out;
}

struct EssayFixture : WorkspaceFixture {
  EssayFixture() {
    const Answer begun =
        must("start", "goal", "Write about birds", "dialect", "essay", "dir", folder() / "files");
    surroundings.session = begun.data.find("session")->as_string();
  }
  std::string state() {
    const Answer views = must("view list");
    const Value& view = views.data.find("views")->as_list().front();
    REQUIRE(view.find("state")->as_string() == "clean");
    return read_text(view.find("folder")->as_string() + "/" +
                     view.find("files")->as_list().front().find("path")->as_string());
  }
  bool shows(const std::string& line) { return state().find(line) != std::string::npos; }
  void finish_first() {
    must("done", "words",
         list_of({"1", "clear_claim=true", "defensible=true", "interesting=true",
                  "claim_type=argument", "user_approved=true"}));
  }
};

TEST_CASE(
    "what was set does not stand in for what a command should have said, or for a second time") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done");
  w.must("set", "pairs", words("coverage=90"), "step", "2");
  SUBCASE("a command that says nothing clear leaves the gate shut") {
    CHECK(w.run("done", "command", Value::List{"echo", "coverage: 3 4"})->refusal);
  }
  SUBCASE("a step that is revisited has to show it again") {
    w.must("done");
    w.must("revisit", "step", "2", "impact", "minor");
    CHECK(w.run("done")->refusal);
    w.must("done", "words", words("coverage=91"));
  }
}

TEST_CASE("what was set on a step counts as claimed where its gate asks for it") {
  EssayFixture w;
  w.must("set", "pairs", words("claim_type=prediction"), "step", "1");
  const Answer done = w.must("done", "words",
                             list_of({"1", "clear_claim=true", "defensible=true",
                                      "interesting=true", "user_approved=true"}));
  CHECK_FALSE(done.refusal);
  const StepCompleted completed = w.last<StepCompleted>();
  const auto& items = completed.evidence.items;
  const auto claim = std::find_if(items.begin(), items.end(), [](const EvidenceItem& item) {
    return item.name == "claim_type";
  });
  REQUIRE(claim != items.end());
  CHECK(claim->value == Value("prediction"));
  CHECK(claim->source == EvidenceSource::kClaimed);
}

TEST_CASE("what a dialect counts is not for anybody to claim") {
  EssayFixture w;
  w.finish_first();
  w.must("done", "words",
         list_of({"2", "total_sections=1", "target_word_count=100", "audience=general",
                  "sections_have_purpose=true", "user_approved=true", "word_target_sum=100"}));
  w.must("done", "words", list_of({"3.1"}));
  w.must("set", "pairs", words("birds_eye_approved=true"), "step", "3");
  CHECK_FALSE(w.must("done", "words", list_of({"3"})).refusal);
  CHECK(w.shows("birds_eye_approved: true"));
  const Answer later = w.must("claim defer", "claim", "birds sing at noon", "because", "no source");
  const Answer mine = w.must("claim override", "claim", "birds like rain", "because", "seen it",
                             "result", "unclear");
  w.must("done", "words", list_of({"4.1"}));
  const auto shut = w.run(
      "done",
      Value::Object{
          {"words", list_of({"4", "open_deferred_verifications=0", "open_user_overrides=0"})}
  });
  REQUIRE(shut.ok());
  REQUIRE(shut->refusal);
  const auto number = [](const Answer& answer) { return to_text(*answer.data.find("claim")); };
  CHECK(shut->refusal->next.find("clew claim resolve " + number(later)) != std::string::npos);
  CHECK(shut->refusal->next.find("clew claim reconfirm " + number(mine)) != std::string::npos);
  w.must("claim resolve", "claim", number(later), "because", "found one");
  w.must("claim reconfirm", "claim", number(mine), "because", "still so");
  CHECK_FALSE(w.must("done", "words", list_of({"4"})).refusal);
}

TEST_CASE("what is shown when a step is done takes the place of what was set") {
  EssayFixture w;
  w.must("set", "pairs", words("claim_type=prediction"), "step", "1");
  w.finish_first();
  CHECK(w.shows("claim_type: \"argument\""));
}

TEST_CASE("going back to a stage leaves what was said of it") {
  EssayFixture w;
  w.finish_first();
  CHECK(w.shows("claim_type: \"argument\""));
  w.caller.agreed = true;
  w.must("revisit", "step", "1", "impact", "minor", "reason", "a better word");
  CHECK(w.shows("claim_type: \"argument\""));
  CHECK_FALSE(w.shows("claim_type: null"));
}

TEST_CASE("a reference to a file is set to none, and is there again with the file") {
  EssayFixture w;
  w.write("stage-1-thesis.md", "Birds sing.\n");
  w.must("artifact add", "paths", words("stage-1-thesis.md"), "step", "1");
  CHECK_FALSE(w.shows("thesis_file: null"));
  w.must("set", "pairs", words("thesis_file=null"), "step", "1");
  CHECK(w.shows("thesis_file: null"));
  w.must("artifact add", "paths", words("stage-1-thesis.md"), "step", "1");
  CHECK_FALSE(w.shows("thesis_file: null"));
  CHECK(w.refused("set", "pairs", words("thesis_file=../x.md"), "step", "1") ==
        ErrorCode::kInvalid);
}

TEST_CASE("what the session itself knows is not set, and the verb for it is named") {
  EssayFixture w;
  const size_t before = w.events().size();
  struct Row {
    const char* pair;
    const char* step;
    const char* verb;
  };
  const Row rows[] = {
      {"status=completed",            "",  "clew done"        },
      {"current_stage=2",             "",  "clew step start"  },
      {"essay.current_stage=2",       "",  "clew step start"  },
      {"deferred_verifications=[]",   "",  "clew claim defer" },
      {"status=completed",            "1", "clew done STEP"   },
      {"completed_at=2026-11-16",     "1", "clew done STEP"   },
      {"verified_claims=3",           "3", "clew schema essay"},
      {"current_stage_name=drafting", "",  "clew schema essay"},
      {"last_activity=null",          "",  "clew note"        },
  };
  for (const auto& row : rows) {
    INFO(row.pair);
    const Error error = w.error("set", "pairs", words(row.pair), "step", row.step);
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.next.starts_with(row.verb));
  }
  CHECK(w.events().size() == before);
  // Names that the format does not know stay anybody's.
  w.must("set", "pairs", words("mood=7"));
}

TEST_CASE("a field that is the session's own word sets that") {
  WorkspaceFixture w;
  const Answer begun = w.must("start", "goal", "Ship it", "dialect", "orchestration", "dir",
                              w.folder() / "files", "step", words("a"));
  w.surroundings.session = begun.data.find("session")->as_string();
  w.must("set", "pairs", words("git_branch=topic"));
  CHECK(w.session().identity.branch == "topic");
  CHECK(w.error("set", "pairs", words("progress=0.9")).message.find("clew derives it") !=
        std::string::npos);
}

TEST_CASE("another branch than the recorded one is said on resume and by status") {
  WorkspaceFixture w;
  w.write(".git/HEAD", "ref: refs/heads/main\n");
  w.start_plan();
  CHECK(w.session().identity.branch == "main");
  CHECK(w.must("resume").data.find("drift")->as_list().empty());
  w.write(".git/HEAD", "ref: refs/heads/other\n");
  const Answer moved = w.must("resume");
  CHECK(moved.data.find("drift")->as_list().empty());
  CHECK(moved.data.find("branch_now")->as_string() == "other");
  CHECK(moved.text.find("\nBranch: other ✓, recorded on main\n") != std::string::npos);
  const Answer status = w.must("status");
  CHECK(status.data.find("branch_now")->as_string() == "other");
  CHECK(status.text.find("\n  branch   other ✓, recorded on main\n") != std::string::npos);
  w.must("set", "pairs", words("branch=other"));
  CHECK(w.must("resume").text.find("Branch:") == std::string::npos);
  CHECK(w.must("status").text.find("branch") == std::string::npos);
  CHECK(w.must("status").data.find("branch_now") == nullptr);
}

TEST_CASE("what only a converted file says is imported with it") {
  WorkspaceFixture w;
  w.must("start", "goal", "Ship it", "id", "one", "step", words("a"));
  w.must("ask", "question", "When?");
  w.must("export", "to", "workflow", "sessions", words("one"), "out", "out", "map",
         list_of({"workflow_type=release", "target_file=src/a.cc"}));
  const Answer taken = w.must("import", "paths", words("out"));
  const std::string id = taken.data.find("session")->as_string();
  w.surroundings.session = id;
  w.must("view attach", "dialect", "workflow", "dir", w.folder() / "files");
  const Answer shown = w.must("export", "to", "workflow", "sessions", words(id.c_str()));
  const Value& files = *shown.data.find("exported")->as_list().front().find("files");
  const std::string& text = files.as_object().front().second.as_string();
  CHECK(text.find("\"workflow_type\": \"release\"") != std::string::npos);
  CHECK(text.find("\"target_file\": \"src/a.cc\"") != std::string::npos);
}

TEST_CASE("what a dialect lacks is named in the words of the verb that asks for it") {
  WorkspaceFixture w;
  CHECK(w.error("start", "goal", "Ship it", "dialect", "feature").next ==
        "clew start 'Ship it' --dialect feature --model gemini");
  CHECK(w.error("start", "goal", "Ship it", "dialect", "workflow", "step", words("a")).next ==
        "clew start 'Ship it' --dialect workflow --workflow DIR --target PATH");
  w.must("start", "goal", "x", "id", "one", "step", words("a"));
  CHECK(w.error("export", "to", "feature", "sessions", words("one")).next ==
        "clew export one --to feature --map model=gemini");
  CHECK(w.error("view attach", "dialect", "feature").next == "clew set model=gemini");
  CHECK(w.error("view attach", "dialect", "workflow").next ==
        "clew export one --to workflow --map workflow_type=NAME --map target_file=PATH");
  CHECK(w.error("view attach", "dialect", "structural")
            .next.starts_with(
                "clew set structural.structural_version=… structural.scope.subsystems='[\"…\"]'"));
}

TEST_CASE("a history alone is judged as a history") {
  WorkspaceFixture w;
  const std::string line =
      R"({"timestamp":"2025-01-09T10:00:00Z","command":"plan","arguments":"x","model":"gemini",)"
      R"("agent":"agent-1","task_id":null,"status":"success","duration_ms":5234})";
  w.write("kept/history.jsonl", line + "\n");
  const Answer sound = w.must("validate", "paths", words("kept/history.jsonl"));
  CHECK(sound.data.find("valid")->as_bool());
  CHECK(sound.data.find("findings")->as_list().empty());
}

TEST_CASE("a workflow of unknown length has no percentage and no estimate") {
  WorkspaceFixture w;
  w.write("old.json", R"({
  "session_id": "old-1", "workflow_type": "release", "target_file": "a.cc",
  "current_phase": 3, "completed_phases": [0, 1, 2], "phase_artifacts": {},
  "checkpoints": {"0": "passed", "1": "passed", "2": "passed"},
  "created_at": "2025-11-14T09:00:00Z", "updated_at": "2025-11-15T09:30:00Z", "metadata": {}
})");
  w.must("import", "paths", words("old.json"), "dialect", "workflow");
  const Answer status = w.must("status");
  CHECK(status.data.find("percent")->is_null());
  CHECK(status.data.find("estimated_remaining_ms")->is_null());
  CHECK(status.text.find(" %") == std::string::npos);
  CHECK(status.text.find("the number of phases is unknown") != std::string::npos);
  const Answer list = w.must("list");
  CHECK(list.text.find(" %") == std::string::npos);
  CHECK(list.data.find("sessions")->as_list().front().find("percent")->is_null());
}

TEST_CASE("a day that the calendar has not is a finding, also on import") {
  WorkspaceFixture w;
  w.write("s-1.json", R"({
  "session_id": "s-1", "workflow_type": "release", "target_file": "a.cc",
  "workflow_structure": {"total_phases": 1, "starting_phase": 0, "indexing_scheme": "zero_based"},
  "current_phase": 0, "completed_phases": [], "phase_timing": {}, "phase_artifacts": {},
  "lifecycle": {"completed": false, "paused": false, "resume_count": 0},
  "checkpoints": {}, "created_at": "2026-02-30T00:00:00Z", "updated_at": "2026-03-01T00:00:00Z",
  "metadata": {}
})");
  const auto judged = w.run("validate", Value::Object{
                                            {"paths", words("s-1.json")}
  });
  REQUIRE(judged.ok());
  CHECK_FALSE(judged->data.find("valid")->as_bool(true));
  CHECK(judged->data.find("findings")->as_list().front().find("pointer")->as_string() ==
        "/created_at");
  const Answer taken = w.must("import", "paths", words("s-1.json"));
  CHECK(taken.text.find("\"2026-02-30T00:00:00Z\" is not a time") != std::string::npos);
}

}  // namespace
}  // namespace clew

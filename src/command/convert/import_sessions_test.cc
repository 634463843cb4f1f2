// Many files at once: what one of them does wrong is its own affair.

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string uuid_of(int number) { return fmt::format("{0:08x}-0000-4000-8000-{0:012x}", number); }

std::string workflow_text(int number, const std::string& note = "fine") {
  return fmt::format(R"({{
  "session_id": "{}", "workflow_type": "test_generation_v3", "target_file": "src/part.py",
  "workflow_structure": {{"total_phases": 2, "starting_phase": 0, "indexing_scheme": "zero_based",
                          "workflow_version": "3.1.0"}},
  "current_phase": 1, "completed_phases": [0],
  "phase_timing": {{"0": {{"started_at": "2026-11-15T09:00:00.000Z",
                           "completed_at": "2026-11-15T09:30:00.000Z", "duration_seconds": 1800}},
                    "1": {{"started_at": "2026-11-15T09:30:00.000Z"}}}},
  "lifecycle": {{"completed": false, "completed_at": null, "paused": false, "paused_at": null,
                 "paused_reason": null, "paused_context": null, "resumed_at": null,
                 "resume_count": 0, "last_error": null, "last_error_at": null}},
  "phase_artifacts": {{"0": {{"phase_number": 0, "evidence": {{"notes": "{}"}}, "outputs": {{}},
                              "commands_executed": [],
                              "timestamp": "2026-11-15T09:30:00.000Z"}}}},
  "checkpoints": {{"0": "passed", "1": "pending"}},
  "created_at": "2026-11-15T09:00:00.000Z", "updated_at": "2026-11-15T09:30:00.000Z",
  "metadata": {{}}
}}
)",
                     uuid_of(number), note);
}

std::string path_of(int number) { return "state/" + uuid_of(number) + ".json"; }

const Value::List& sessions_in(const Answer& answer) {
  return answer.data.find("sessions")->as_list();
}

size_t listed(WorkspaceFixture& w) {
  ListQuery all;
  all.limit = 10'000;
  const auto summaries = w.store().list(all);
  REQUIRE(summaries.ok());
  return summaries->size();
}

// More than are made ready ahead, and more than go into one turn.
constexpr int kMany = 300;

TEST_CASE("of files that are known by what they hold nobody promises how many there are") {
  WorkspaceFixture w;
  std::vector<size_t> totals;
  w.caller.progress = [&](size_t, size_t all) { totals.push_back(all); };
  for (int i = 0; i < 3; ++i) w.write("odd/copy-" + std::to_string(i) + ".json", workflow_text(i));
  w.must("import", "paths", words("odd"));
  CHECK(totals == std::vector<size_t>{0, 0, 0});
  totals.clear();
  w.write("one.json", workflow_text(9));
  w.must("import", "paths", words("one.json"));
  CHECK(totals == std::vector<size_t>{1});
}

TEST_CASE("many files are many sessions, each under an id of its own, and known the next time") {
  WorkspaceFixture w;
  for (int i = 0; i < kMany; ++i) w.write(path_of(i), workflow_text(i));
  size_t shown = 0;
  size_t total = 0;
  w.caller.progress = [&](size_t done, size_t all) {
    CHECK(done == ++shown);
    total = all;
  };
  const Answer first = w.must("import", "paths", words("state"));
  CHECK_FALSE(first.refusal.has_value());
  CHECK(shown == kMany);
  CHECK(total == kMany);
  w.caller.progress = nullptr;
  std::set<std::string> ids;
  for (int i = 0; i < kMany; ++i) {
    const Value& session = sessions_in(first).at(static_cast<size_t>(i));
    CHECK(session.find("entry")->as_string() == uuid_of(i));
    CHECK(session.find("findings")->as_list().empty());
    ids.insert(session.find("session")->as_string());
  }
  CHECK(ids.size() == kMany);
  CHECK(listed(w) == kMany);
  CHECK(read_text(w.project() + "/" + path_of(7)) == workflow_text(7));

  const Answer again = w.must("import", "paths", words("state"));
  CHECK_FALSE(again.data.find("changed")->as_bool());
  for (size_t i = 0; i < kMany; ++i) {
    CHECK(*sessions_in(again)[i].find("session") == *sessions_in(first)[i].find("session"));
    CHECK(*sessions_in(again)[i].find("hash") == *sessions_in(first)[i].find("hash"));
  }
  CHECK(listed(w) == kMany);

  w.write(path_of(9), workflow_text(9, "better"));
  const Answer third = w.must("import", "paths", words("state"));
  for (size_t i = 0; i < kMany; ++i) {
    CAPTURE(i);
    CHECK(sessions_in(third)[i].find("changed")->as_bool() == (i == 9));
  }
  CHECK(listed(w) == kMany);
}

TEST_CASE("files that cannot be taken, in the middle of the others, leave the others") {
  WorkspaceFixture w;
  for (int i = 0; i < kMany; ++i) w.write(path_of(i), workflow_text(i));
  w.write(path_of(100), workflow_text(100).substr(0, 40));
  w.write(path_of(200), "{\"workflow_type\": \"torn");
  const auto answer = w.run("import", "paths", words("state"));
  REQUIRE(answer.ok());
  REQUIRE(answer->refusal.has_value());
  CHECK(answer->refusal->message.find("2 of 300") != std::string::npos);
  CHECK(answer->refusal->subject.ends_with(path_of(100)));
  CHECK(sessions_in(*answer).size() == kMany - 2);
  CHECK(listed(w) == kMany - 2);

  // Mended, they come in by themselves.
  w.write(path_of(100), workflow_text(100));
  const auto again = w.run("import", "paths", words("state"));
  REQUIRE(again.ok());
  CHECK(listed(w) == kMany - 1);
}

std::string structural_text(const std::string& subsystem, const std::string& version) {
  return fmt::format(
      R"({{"schema_version": "1.0", "session_id": "{0}_20261101",
 "timestamp": "2026-11-01T08:00:00Z", "structural_version": "{1}",
 "scope": {{"subsystems": ["{0}"], "files": ["src/{0}.py"]}},
 "symbols": {{"C": {{"kind": "class", "role": "bridge", "evidence": {{"fan_in": 2, "fan_out": 9}},
                     "source_paths": ["src/{0}.py"]}}}}, "confidence": "low"}})",
      subsystem, version);
}

TEST_CASE("of a file with several sessions all come in, or none") {
  WorkspaceFixture w;
  const std::string file = "quedonde_session_state.json";
  const auto write = [&](const std::string& first, const std::string& second) {
    w.write(file, "[" + structural_text("climate", first) + ",\n" +
                      structural_text("moisture", second) + "]\n");
  };
  const auto write_torn = [&](const std::string& version) {
    w.write(file, "[" + structural_text("climate", version) + ",\n" +
                      structural_text("moisture", version).substr(0, 60));
  };
  SUBCASE("new ones") {
    write_torn("v1");
    CHECK_FALSE(w.run("import", "paths", words(file)).ok());
    CHECK(listed(w) == 0);
    write("v1", "v1");
    CHECK(sessions_in(w.must("import", "paths", words(file))).size() == 2);
  }
  SUBCASE("known ones that changed") {
    write("v1", "v1");
    const Answer first = w.must("import", "paths", words(file));
    write_torn("v2");
    CHECK_FALSE(w.run("import", "paths", words(file)).ok());
    for (const Value& session : sessions_in(first)) {
      const auto loaded = w.store().load(SessionId(session.find("session")->as_string()), {});
      REQUIRE(loaded.ok());
      CHECK(loaded->head.hash.hex() == session.find("hash")->as_string());
    }
    write("v2", "v3");
    const Answer third = w.must("import", "paths", words(file));
    CHECK(sessions_in(third)[0].find("changed")->as_bool());
    CHECK(sessions_in(third)[1].find("changed")->as_bool());
  }
}

TEST_CASE("a session known in another folder, or under another name, is told apart") {
  WorkspaceFixture w;
  w.write("one/" + uuid_of(1) + ".json", workflow_text(1));
  w.write("two/" + uuid_of(1) + ".json", workflow_text(1, "another"));
  w.write("three/" + uuid_of(2) + ".json", workflow_text(1, "misnamed"));
  const auto id_in = [&](const std::string& folder) {
    return sessions_in(w.must("import", "paths", words(folder)))[0].find("session")->as_string();
  };
  const std::set<std::string> ids{id_in("one"), id_in("two"), id_in("three")};
  CHECK(ids.size() == 3);
  CHECK(ids.contains(id_in("two")));
  CHECK(ids.contains(id_in("three")));
  CHECK(listed(w) == 3);
  w.write("three/" + uuid_of(2) + ".json", workflow_text(1, "and changed"));
  const Answer changed = w.must("import", "paths", words("three"));
  CHECK(ids.contains(sessions_in(changed)[0].find("session")->as_string()));
  CHECK(changed.data.find("changed")->as_bool());
  CHECK(listed(w) == 3);
}

TEST_CASE("a path with nothing in it is named, and the sessions of the others are told") {
  WorkspaceFixture w;
  w.write(path_of(1), workflow_text(1));
  w.write("other/" + uuid_of(2) + ".json", workflow_text(2));
  w.write("notes/a.txt", "nothing of ours");
  const Answer answer =
      w.must("import", "paths", Value::List{"state", "notes", "nowhere", "other"});
  CHECK(sessions_in(answer).size() == 2);
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->message.starts_with("there is no session in notes"));
  CHECK(w.error("import", "paths", Value::List{"notes", "nowhere"}).code == ErrorCode::kInvalid);
}

TEST_CASE("an essay that was cut off since it was imported takes nothing back") {
  WorkspaceFixture w;
  w.must("start", "goal", "On tides", "id", "one", "dialect", "essay", "dir", "view");
  w.must("claim defer", "claim", "the moon pulls", "because", "timeout");
  w.must("claim override", "claim", "it is cheese", "because", "tasted it");
  w.must("view detach");
  w.must("close", "abandoned", true);
  const std::string folder = w.project() + "/mine/essay-pipeline-20260101-000000";
  std::filesystem::create_directories(w.project() + "/mine");
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/view")) {
    if (each.is_directory()) std::filesystem::copy(each.path(), folder);
  }
  std::filesystem::remove(folder + "/fact-check-log.md");
  const std::string state = folder + "/session-state.yaml";
  std::string whole = read_text(state);
  whole.replace(whole.find("essay-"), 8, "essay-00");  // another one
  write_text(state, whole);
  const Answer first = w.must("import", "paths", words("mine"));
  const std::string id = first.data.find("session")->as_string();
  const auto claims = [&] {
    w.caller.session = id;
    const Answer shown = w.must("show");
    w.caller.session.clear();
    return shown.data.find("claims")->find("items")->as_list().size();
  };
  REQUIRE(claims() == 2);
  write_text(state, whole.substr(0, whole.find("user_overrides:")));
  const Error refused = w.error("import", "paths", words("mine"));
  CHECK(refused.message.find("ends after line ") != std::string::npos);
  CHECK(claims() == 2);
  w.caller.agreed = true;
  w.must("import", "paths", words("mine"));
  CHECK(claims() == 1);
  w.caller.agreed = false;

  // What was wrong and is gone is no loss.
  write_text(state, whole + "x-clew: 7\n");
  w.must("import", "paths", words("mine"));
  write_text(state, whole);
  w.must("import", "paths", words("mine"));
}

TEST_CASE("an essay's folder behind a symbolic link is refused by its name") {
  WorkspaceFixture w;
  w.must("start", "goal", "On tides", "id", "one", "dialect", "essay", "dir", "view");
  const std::string link = w.project() + "/mine/essay-pipeline-20260101-000000";
  std::filesystem::create_directories(w.project() + "/mine");
  for (const auto& each : std::filesystem::directory_iterator(w.project() + "/view")) {
    std::filesystem::create_directory_symlink(each.path(), link);
  }
  const Answer answer = *w.run("validate", "paths", words("mine"));
  REQUIRE(answer.refusal);
  CHECK(answer.text.find("essay-pipeline-20260101-000000/session-state.yaml  error  cannot open: a "
                         "symbolic link is in the way") != std::string::npos);
}

TEST_CASE("no step takes longer than its session, where files tell no end of it") {
  WorkspaceFixture w;
  w.write("state/workflow_default_" + uuid_of(1) + ".json", R"({
  "session_id": "workflow_default_00000001-0000-4000-8000-000000000001",
  "workflow_type": "t", "target_file": "f", "current_phase": 0, "completed_phases": [],
  "phase_artifacts": {}, "checkpoints": {},
  "phase_timings": {"0": {"phase": 0, "started_at": "2025-11-05T20:36:19Z", "completed_at": null,
                          "duration_seconds": null}},
  "created_at": "2025-11-05T20:36:19Z", "updated_at": "2025-11-05T20:36:27Z",
  "completed_at": "2025-11-05T20:36:27Z", "metadata": {}, "error_reason": "killed",
  "status": "error"
})");
  w.caller.session = w.must("import", "paths", words("state")).data.find("session")->as_string();
  w.pass(days(30));
  const std::string shown = w.must("status").text;
  CAPTURE(shown);
  CHECK(shown.find("0 Phase 0    8 s") != std::string::npos);
}

}  // namespace
}  // namespace clew

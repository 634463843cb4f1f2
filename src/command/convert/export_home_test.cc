// `clew export --to` back into the dialect that a session came from: its own text is the beginning.

#include <algorithm>
#include <filesystem>

#include "document/json/json.h"
#include "document/tree_patch.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kRunId = "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11";

std::string run_text(const std::string& id = kRunId) {
  return R"({
    "schema_version": "1.0.0", "session_id": ")" +
         id + R"(",
    "created_at": "2025-01-17T14:30:00Z", "updated_at": "2025-01-17T15:00:00Z",
    "device": "atlas", "project": "/srv/shop", "goal": "Add login", "mode": "default",
    "status": "in_progress", "progress": 0.65,
    "agents": [{"id": "arch-1", "type": "backend-architect", "status": "completed", "team": "blue"}],
    "completed_work": ["Plan"], "pending_tasks": ["Build"], "decisions_made": [],
    "files_modified": [], "context_usage": {"estimated_tokens": 10},
    "teleportation": {"enabled": false}, "metadata": {"ticket": 7},
    "board": {"column": "doing"}
}
)";
}

struct HomeFixture : WorkspaceFixture {
  std::string file = std::string(kRunId) + ".json";

  void import(const std::string& path) { must("import", "paths", words(path)); }
  Answer send(const std::string& to, const std::string& out, const char* map = nullptr) {
    Value::List maps;
    if (map != nullptr) maps.push_back(Value(map));
    return must("export", "sessions", words(only_session().text), "to", to, "out", out, "map",
                maps);
  }
  std::string text(const std::string& path) const { return read_text(project() + "/" + path); }
  bool has(const std::string& path, const std::string& part) const {
    return text(path).find(part) != std::string::npos;
  }
};

TEST_CASE("an imported session goes back into its own dialect as it was, also strictly") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box");
  w.must("export", "sessions", words(w.only_session().text), "to", "orchestration", "out", "out",
         "strict", true);
  CHECK(w.text("out/" + w.file) == run_text());
  CHECK(!std::filesystem::exists(w.project() + "/out/index.json"));
}

TEST_CASE("a tree of features goes back with the slips of its programs and its acknowledgments") {
  HomeFixture w;
  const auto state = [](const std::string& id) {
    return "version: \"1.0\"\nfeature_id: \"" + id +
           "\"\ncurrent_state:\n  active_task: null\n  model_in_use: \"opus\"\n"
           "  started_at: \"2026-01-09T10:00:00Z\"\n  last_updated: \"2026-01-09T12:00:00Z\"\n";
  };
  const auto entry = [](const std::string& id) {
    return "  - feature_id: \"" + id +
           "\"\n    started_at: \"2026-01-09T10:00:00Z\"\n    last_active: "
           "\"2026-01-09T12:00:00Z\"\n    status: \"active\"\n";
  };
  const std::string a = "login-2026-01-09";
  const std::string b = "mail-2026-01-10";
  for (const auto& id : {a, b}) w.write("tree/" + id + "/state.yaml", state(id));
  w.write("tree/contract-acknowledgment.md", "Agent: one\n");
  w.write("tree/contract-acknowledgments/one.md", "Agent: one\n");
  w.write("tree/active-features.yaml", "active_features: []\n" + entry(a) + entry(b));
  w.import("tree");
  std::vector<std::string> ids;
  const auto all = w.store().list({});
  REQUIRE(all.ok());
  for (const auto& each : *all) ids.push_back(each.id.text);
  REQUIRE(ids.size() == 2);
  std::sort(ids.begin(), ids.end());
  w.must("export", "sessions", words(ids[0]), "to", "feature", "out", "one");
  CHECK(w.text("one/active-features.yaml") == "active_features: []\n" + entry(a));
  CHECK(w.text("one/" + a + "/state.yaml") == state(a));
  CHECK(w.text("one/contract-acknowledgment.md") == "Agent: one\n");
  CHECK(w.text("one/contract-acknowledgments/one.md") == "Agent: one\n");
  CHECK(!std::filesystem::exists(w.project() + "/one/README.md"));
  CHECK(!std::filesystem::exists(w.project() + "/one/" + a + "/history.jsonl"));
  w.must("export", "sessions", Value::List{ids[0], ids[1]}, "to", "feature", "out", "both");
  CHECK(w.has("both/active-features.yaml", a));
  CHECK(w.has("both/active-features.yaml", b));
}

TEST_CASE("a file that was imported with its workflow goes back without what that says") {
  HomeFixture w;
  const std::string name = "9a1d3c77-6b0e-4b77-8a51-d0f9e8c7b6a5.json";
  const std::string text = R"({"session_id": "9a1d3c77-6b0e-4b77-8a51-d0f9e8c7b6a5",
 "workflow_type": "audit_v1", "target_file": "src/auth.py", "current_phase": 2,
 "completed_phases": [1], "phase_artifacts": {}, "checkpoints": {"1": "passed"},
 "created_at": "2025-11-04T08:00:00", "updated_at": "2025-11-04T08:40:00"}
)";
  w.write("box/" + name, text);
  w.write("flow/metadata.json", R"({"workflow_type": "audit_v1", "total_phases": 3, "phases": [
      {"phase_number": 1, "phase_name": "Look"}, {"phase_number": 2, "phase_name": "Judge"},
      {"phase_number": 3, "phase_name": "Tell", "tasks": ["write", "send"]}]})");
  w.must("import", "paths", words("box"), "workflow", "flow");
  CHECK(w.session().steps.size() == 6);
  w.send("workflow", "out");
  CHECK(w.text("out/" + name) == text);
}

TEST_CASE("what is never rewritten goes back as it was while it is unchanged") {
  HomeFixture w;
  std::string name = "9a1d3c77-6b0e-4b77-8a51-d0f9e8c7b6a5.json";
  std::string dialect = "workflow";
  std::string text = R"({"session_id": "9a1d3c77-6b0e-4b77-8a51-d0f9e8c7b6a5",
 "workflow_type": "audit_v1", "target_file": "src/auth.py", "current_phase": 2,
 "completed_phases": [1], "phase_artifacts": {}, "checkpoints": {"1": "passed"},
 "created_at": "2025-11-04T08:00:00", "updated_at": "2025-11-04T08:40:00", "origin": "other"}
)";
  SUBCASE("a file of the legacy workflow format") {}
  SUBCASE("an orchestration file that lacks what a new one must have") {
    name = w.file;
    dialect = "orchestration";
    text = run_text();
    const std::string device = "\"device\": \"atlas\", \"project\": \"/srv/shop\", ";
    text.erase(text.find(device), device.size());
  }
  SUBCASE("an orchestration file without any time") {
    name = w.file;
    dialect = "orchestration";
    text = run_text();
    const size_t begin = text.find("    \"created_at\"");
    text.erase(begin, text.find("    \"device\"") - begin);
  }
  w.write("box/" + name, text);
  w.import("box/" + name);
  const Answer sent = w.send(dialect, "out");
  CHECK(w.text("out/" + name) == text);
  CHECK(sent.text.find("no place for") == std::string::npos);
}

TEST_CASE("what was recorded since is edited into the text, and all else of it stays") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box");
  w.must("done", "words", words("Build"));
  const Answer answer = w.send("orchestration", "out");
  CHECK(w.has("out/" + w.file, "\"team\": \"blue\""));
  CHECK(w.has("out/" + w.file, "\"board\": {\"column\": \"doing\"}"));
  CHECK(w.has("out/" + w.file, "\"pending_tasks\": []"));
  CHECK(w.text("box/" + w.file) == run_text());
}

TEST_CASE("fields that only the text has are told among what is lost, and come back") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box");
  const Answer there = w.send("feature", "tree", "model=opus");
  for (const char* field : {"agents[].team", "board", "metadata.ticket"}) {
    CHECK_MESSAGE(there.text.find(field) != std::string::npos, field);
  }
  w.must("export", "sessions", words("tree"), "to", "orchestration", "out", "back");
  const auto back = parse_json(w.text("back/" + w.file));
  REQUIRE(back.ok());
  CHECK(patch_between(*back, *parse_json(run_text()), nullptr).is_null());
}

TEST_CASE(
    "of a folder's own list, and of a list of checkpoints, only the session's part goes along") {
  HomeFixture w;
  const std::string other = "0d5b1d6a-5a0f-4e0c-8a35-7f6a2f3b9c10";
  w.write("box/" + w.file, run_text());
  w.write("box/index.json", R"({"sessions": [{"session_id": ")" + other + R"("},
  {"session_id": ")" + kRunId + R"(", "colour": "red"}]})");
  w.import("box");
  w.send("orchestration", "out");
  CHECK_FALSE(w.has("out/index.json", other));
  CHECK(w.has("out/index.json", "\"colour\": \"red\""));
}

TEST_CASE("strictly, what would not be valid is refused, with the command that shows it") {
  HomeFixture w;
  w.write("box/run-1.json", run_text("run-1"));
  w.import("box/run-1.json");
  const std::string id = w.only_session().text;
  const Error error =
      w.error("export", "sessions", words(id), "to", "orchestration", "strict", true);
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message.find("UUID") != std::string::npos);
  CHECK(error.next == "clew export " + id + " --to orchestration");
}

TEST_CASE("a session as it was once has no lines of what came later") {
  HomeFixture w;
  w.must("start", "goal", "Pay", "id", "pay", "model", "opus", "dialect", "feature", "dir", "tree",
         "step", words("a"));
  w.must("ran", "words", words("make"));
  const int64_t then = w.must("note", "text", "so far").data.find("seq")->as_int();
  w.must("ran", "words", words("deploy"));
  const Answer reported =
      w.must("export", "sessions", words("pay@" + std::to_string(then)), "to", "feature");
  CHECK(reported.text.find("make") != std::string::npos);
  CHECK(reported.text.find("deploy") == std::string::npos);
}

TEST_CASE("what was redacted does not come back with the text") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box");
  const Answer noted = w.must("note", "text", "the key is under the mat");
  w.must("redact", "events", words(std::to_string(noted.data.find("seq")->as_int())));
  w.send("orchestration", "out");
  CHECK_FALSE(w.has("out/" + w.file, "blue"));
}

TEST_CASE("what was given for a conversion is the imported session's") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.must("export", "sessions", words("box"), "to", "feature", "out", "tree", "map",
         words("model=opus"));
  w.import("tree");
  CHECK(w.session().identity.model == "opus");
  CHECK(w.session().identity.device == "atlas");
  w.must("view attach", "dialect", "feature", "dir", "shown");
}

TEST_CASE("files that carry a session of another project are a session of the project here") {
  HomeFixture w;
  w.must("start", "goal", "Pay", "id", "pay", "model", "opus", "step", words("a"));
  w.must("export", "sessions", words("pay"), "to", "feature", "out", "tree");
  std::filesystem::create_directories(w.project() + "/../elsewhere");
  const std::string tree = w.project() + "/tree";
  w.surroundings.cwd = std::filesystem::canonical(w.project() + "/../elsewhere").string();
  w.import(tree);
  CHECK(w.must("list").data.find("sessions")->as_list().size() == 1);
}

TEST_CASE("files that were changed and imported again keep their times, also as a view") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box/" + w.file);
  std::string text = run_text();
  text.replace(text.find("Build"), 5, "Build it");
  text.replace(text.find("15:00:00"), 8, "15:30:00");
  w.write("box/" + w.file, text);
  w.import("box/" + w.file);
  CHECK(to_iso(w.session().last_activity) == "2025-01-17T15:30:00.000Z");
  w.must("view attach", "dialect", "orchestration", "dir", "box");
  CHECK(w.text("box/" + w.file) == text);
}

TEST_CASE("a time that others gave the files is not put back by a view") {
  HomeFixture w;
  w.write("box/" + w.file, run_text());
  w.import("box/" + w.file);
  std::string text = run_text();
  text.replace(text.find("15:00:00"), 8, "15:30:00");
  w.write("box/" + w.file, text);
  w.import("box/" + w.file);
  w.must("view attach", "dialect", "orchestration", "dir", "box");
  CHECK(w.text("box/" + w.file) == text);
  w.must("view accept");
  CHECK(w.text("box/" + w.file) == text);
}

TEST_CASE("a single file on standard output is that file, and the report stands beside it") {
  WorkspaceFixture w;
  w.write("flow/metadata.json", R"({"workflow_type": "one_v1", "total_phases": 1})");
  w.must("start", "goal", "Birds", "id", "birds", "workflow", w.project() + "/flow", "target", "a");
  const Answer bare = w.must("export", "to", "workflow");
  CHECK(bare.text.starts_with("{\n"));
  CHECK(bare.text.ends_with("\n}"));
  CHECK(bare.warnings.starts_with("this format has no place for"));
  const Answer written = w.must("export", "to", "workflow", "out", "there");
  CHECK(written.text.find("· 1 file in there\n") != std::string::npos);
  w.must("export", "to", "workflow", "out", "there");  // the same again already exists
  w.must("set", "pairs", words("metadata.colour=blue"));
  const Error stands =
      w.error("export", "sessions", words("birds"), "to", "workflow", "out", "there");
  CHECK(stands.next == "clew export birds --to workflow --out there --yes");
}

TEST_CASE("a session exported into the same folder again is one session there") {
  for (const std::string to : {"workflow", "orchestration", "feature", "essay"}) {
    CAPTURE(to);
    WorkspaceFixture w;
    w.write("flow/metadata.json", R"({"workflow_type": "four_v1", "total_phases": 4})");
    w.must("start", "goal", "Birds", "id", "birds", "model", "opus", "workflow",
           w.project() + "/flow", "target", "a");
    w.must("export", "to", to, "out", "there");
    w.must("note", "text", "half way");
    w.caller.agreed = true;
    w.must("export", "to", to, "out", "there");
    const Answer judged = w.must("validate", "paths", words("there"));
    CHECK(judged.data.find("counts")->find("sessions")->as_int() == 1);
    CHECK_FALSE(judged.refusal.has_value());
  }
}

TEST_CASE("a name that is neither a field nor a step is refused with where the fields are told") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "model", "opus", "step", words("a"));
  const Error error = w.error("export", "to", "feature", "map", words("bogus=1"));
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.next == "clew schema feature");
}

}  // namespace
}  // namespace clew

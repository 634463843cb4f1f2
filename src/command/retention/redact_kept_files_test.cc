// The texts of files that are kept beside the log lose redacted words too, and what needs those
// texts goes on without them.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "command/retention/redact_kept_files.h"
#include "testing/import_fixture.h"

namespace clew {
namespace {

constexpr const char* kWorkflowId = "00000007-0000-4000-8000-000000000007";

std::string flow_text(const std::string& note, const std::string& status = "1") {
  return std::string(R"({
  "session_id": ")") +
         kWorkflowId + R"(", "workflow_type": "test_generation_v3", "target_file": "src/part.py",
  "workflow_structure": {"total_phases": 2, "starting_phase": 0, "indexing_scheme": "zero_based",
                         "workflow_version": "3.1.0"},
  "current_phase": )" +
         status + R"(, "completed_phases": [0],
  "phase_timing": {"0": {"started_at": "2025-11-14T09:00:00.000Z",
                         "completed_at": "2025-11-14T09:30:00.000Z", "duration_seconds": 1800},
                   "1": {"started_at": "2025-11-14T09:30:00.000Z"}},
  "lifecycle": {"completed": false, "completed_at": null, "paused": false, "paused_at": null,
                "paused_reason": null, "paused_context": null, "resumed_at": null,
                "resume_count": 0, "last_error": null, "last_error_at": null},
  "phase_artifacts": {"0": {"phase_number": 0, "evidence": {"notes": ")" +
         note + R"("}, "outputs": {},
                            "commands_executed": [], "timestamp": "2025-11-14T09:30:00.000Z"}},
  "checkpoints": {"0": "passed", "1": "pending"},
  "created_at": "2025-11-14T09:00:00.000Z", "updated_at": "2025-11-14T09:30:00.000Z",
  "unheard_of": {"by": "a tool of Rosa"},
  "metadata": {}
}
)";
}

// Contents that the session holds and no event names.
std::vector<Bytes> held(WorkspaceFixture& w, const SessionId& id) {
  std::vector<Bytes> all;
  auto transaction = w.store().begin_write(seconds(5));
  REQUIRE(transaction.ok());
  REQUIRE((*transaction)
              ->release_unnamed(id,
                                [&](BytesView content) {
                                  all.emplace_back(content);
                                  return false;
                                })
              .ok());
  return all;
}

bool any_holds(WorkspaceFixture& w, const SessionId& id, const std::string& part) {
  const auto all = held(w, id);
  return std::any_of(all.begin(), all.end(),
                     [&](const Bytes& each) { return each.find(part) != Bytes::npos; });
}

bool log_says(WorkspaceFixture& w, const std::string& part) {
  return to_text(w.must("log").data).find(part) != std::string::npos;
}

// Every event that says it, as a person would name them.
Value::List events_with(WorkspaceFixture& w, const std::string& part) {
  Value::List found;
  for (const auto& stored : w.events()) {
    if (to_text(data_to_value(stored.event.data)).find(part) == std::string::npos) continue;
    found.push_back(Value(std::to_string(stored.event.header.seq.number)));
  }
  return found;
}

std::string file_text(const WorkspaceFixture& w, const std::string& path) {
  return text_of(w.project() + "/" + path);
}

bool says_part(const Answer& answer, const std::string& part) {
  return answer.text.find(part) != std::string::npos;
}

struct ImportedFlow {
  explicit ImportedFlow(const std::string& note) {
    w.write(path, flow_text(note));
    w.must("import", "paths", words(path));
    id = w.only_session();
    w.caller.session = id.text;
  }
  Answer redact() { return w.must("redact", "events", events_with(w, "Rosa"), "text", "Rosa"); }

  WorkspaceFixture w;
  const std::string path = std::string("state/") + kWorkflowId + ".json";
  SessionId id;
};

TEST_CASE("words that are redacted are gone from the text that a session was imported from") {
  ImportedFlow flow("ask Rosa");
  CHECK(any_holds(flow.w, flow.id, "Rosa"));
  const Answer answer = flow.redact();
  CHECK_FALSE(any_holds(flow.w, flow.id, "Rosa"));
  CHECK(any_holds(flow.w, flow.id, "a tool of [redacted]"));
  CHECK(says_part(answer, flow.path + " still contains redacted text"));
  CHECK(file_text(flow.w, flow.path) == flow_text("ask Rosa"));
  CHECK_FALSE(flow.w.must("import", "paths", words(flow.path)).data.find("changed")->as_bool());
}

TEST_CASE("events that still say a redacted text are named, with the command that redacts them") {
  WorkspaceFixture w;
  w.must("start", "goal", "Rosa's garden");
  w.must("note", "text", "Rosa one");
  w.must("note", "text", "Rosa two");
  const Answer answer = w.must("redact", "events", words("2"), "text", "Rosa");
  const std::string id = w.only_session().text;
  CHECK(says_part(answer, "still in event 1, 3; run:  clew redact 1 3 -s " + id + " --text Rosa"));
  CHECK(says_part(answer, "the id " + id + " contains part of it"));
  const Answer rest = w.must("redact", "events", Value::List{"1", "3"}, "text", "Rosa");
  CHECK_FALSE(says_part(rest, "still in event"));
}

TEST_CASE("a text that no event says is taken out of what is kept beside the log") {
  ImportedFlow flow("ask Ben");
  CHECK(any_holds(flow.w, flow.id, "a tool of Rosa"));
  const Answer answer = flow.w.must("redact", "events", words("1"), "text", "Rosa");
  CHECK_FALSE(answer.data.find("changed")->as_bool());
  CHECK(says_part(answer, "removed from the data kept outside the log"));
  CHECK_FALSE(any_holds(flow.w, flow.id, "Rosa"));
  CHECK(any_holds(flow.w, flow.id, "a tool of [redacted]"));
}

TEST_CASE(
    "a folder's list of sessions loses the words with every session that was imported from it") {
  WorkspaceFixture maker;
  for (const std::string goal : {"Ask Rosa", "Ask Ben"}) {
    maker.must("start", "goal", goal, "dialect", "orchestration", "dir", "tree", "model", "opus",
               "step", words("First"));
  }
  WorkspaceFixture w;
  fs::copy(maker.project() + "/tree", w.project() + "/tree", fs::copy_options::recursive);
  const Answer imported = w.must("import", "paths", words("tree"));
  const auto& sessions = imported.data.find("sessions")->as_list();
  REQUIRE(sessions.size() == 2);
  SessionId rosa(sessions[0].find("session")->as_string());
  SessionId ben(sessions[1].find("session")->as_string());
  if (w.store().summary(rosa)->goal != "Ask Rosa") std::swap(rosa, ben);
  CHECK(any_holds(w, ben, "Ask Rosa"));
  w.caller.session = rosa.text;
  Value::List said;
  const auto events = w.store().read(rosa, Seq{1}, 1000);
  for (const auto& each : *events) said.push_back(std::to_string(each.event.header.seq.number));
  w.must("redact", "events", said, "text", "Rosa");
  CHECK_FALSE(any_holds(w, rosa, "Rosa"));
  CHECK_FALSE(any_holds(w, ben, "Rosa"));
  CHECK(any_holds(w, ben, "Ask Ben"));
  CHECK_FALSE(w.must("import", "paths", words("tree")).data.find("changed")->as_bool());
}

TEST_CASE("a file that changed after a redaction brings its changes, and not the words") {
  ImportedFlow flow("ask Rosa");
  flow.redact();
  std::string changed = flow_text("ask Rosa");
  changed.replace(changed.find("\"outputs\": {}"), 13, R"("outputs": {"report": "done it"})");
  flow.w.write(flow.path, changed);
  flow.w.must("import", "paths", words(flow.path));
  CHECK(log_says(flow.w, "done it"));
  CHECK_FALSE(log_says(flow.w, "Rosa"));
  CHECK_FALSE(any_holds(flow.w, flow.id, "Rosa"));
  CHECK(any_holds(flow.w, flow.id, "done it"));
  flow.w.write(flow.path, flow_text("ask Rosa", "0"));
  flow.w.must("import", "paths", words(flow.path));
  CHECK_FALSE(log_says(flow.w, "Rosa"));
  CHECK_FALSE(any_holds(flow.w, flow.id, "Rosa"));
}

TEST_CASE("without a text to compare with, a changed file is said to be taken in from now on") {
  ImportedFlow flow("rosa");
  flow.w.must("redact", "events", events_with(flow.w, "rosa"));
  CHECK_FALSE(any_holds(flow.w, flow.id, "\"rosa\""));
  flow.w.write(flow.path, flow_text("other"));
  const Answer first = flow.w.must("import", "paths", words(flow.path));
  CHECK(says_part(first, "was redacted"));
  flow.w.write(flow.path, flow_text("another thing"));
  flow.w.must("import", "paths", words(flow.path));
  CHECK(log_says(flow.w, "another thing"));
}

TEST_CASE("the files of a view show a redaction at once, also where clew has no word for it") {
  ImportedFlow flow("ask Rosa");
  WorkspaceFixture& w = flow.w;
  w.must("view attach", "dialect", "workflow", "dir", "state");
  const Answer answer = flow.redact();
  const std::string text = file_text(w, flow.path);
  CHECK(text.find("ask [redacted]") != std::string::npos);
  CHECK(text.find("a tool of [redacted]") != std::string::npos);
  CHECK_FALSE(says_part(answer, "still says"));
  CHECK_FALSE(any_holds(w, flow.id, "Rosa"));
  // An edit beside it is an edit, and what was redacted can be said anew.
  std::string edited = text;
  edited.replace(edited.find("ask [redacted]"), 14, "ask Ben");
  w.write(flow.path, edited);
  w.must("note", "text", "going on");
  CHECK(log_says(w, "ask Ben"));
  CHECK_FALSE(any_holds(w, flow.id, "ask Rosa"));
}

TEST_CASE("a view that is given to a redacted session does not bring its file's words back") {
  ImportedFlow flow("ask Rosa");
  flow.redact();
  flow.w.must("view attach", "dialect", "workflow", "dir", "state");
  CHECK(file_text(flow.w, flow.path).find("ask [redacted]") != std::string::npos);
  CHECK_FALSE(any_holds(flow.w, flow.id, "ask Rosa"));
  CHECK_FALSE(log_says(flow.w, "Rosa"));
}

TEST_CASE("a backup beside a view's file is named when it has the words, and goes on without") {
  WorkspaceFixture w;
  w.must("start", "goal", "An essay", "id", "one", "dialect", "essay", "dir", "essays");
  w.caller.session = "one";
  w.must("set", "pairs", words("style_profile_path=of-Rosa.md"));
  const Answer answer = w.must("redact", "events", events_with(w, "Rosa"), "text", "Rosa");
  std::string primary;
  for (const auto& entry : fs::recursive_directory_iterator(w.project() + "/essays")) {
    if (entry.path().filename() == "session-state.yaml") primary = entry.path().string();
  }
  REQUIRE_FALSE(primary.empty());
  CHECK(text_of(primary).find("of-[redacted].md") != std::string::npos);
  CHECK(text_of(primary + ".bak").find("Rosa") != std::string::npos);
  CHECK(says_part(answer, "session-state.yaml.bak still contains redacted text"));
  CHECK(says_part(answer, "  rm essays/"));
  w.pass(seconds(60));
  w.must("note", "text", "next");
  CHECK(text_of(primary + ".bak").find("Rosa") == std::string::npos);
}

TEST_CASE("the view of a fork shows what was redacted in its parent") {
  ImportedFlow flow("ask Rosa");
  WorkspaceFixture& w = flow.w;
  const Value::List said = events_with(w, "Rosa");
  w.must("fork", "id", "child");
  w.caller.session = "child";
  w.must("view attach", "dialect", "workflow", "dir", "tree");
  const auto shown = [&] {
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator(w.project() + "/tree")) {
      if (entry.is_regular_file()) all += text_of(entry.path());
    }
    return all;
  };
  CHECK(shown().find("ask Rosa") != std::string::npos);
  w.caller.session = flow.id.text;
  w.must("redact", "events", said, "text", "Rosa");
  CHECK(shown().find("ask [redacted]") != std::string::npos);
  CHECK(shown().find("Rosa") == std::string::npos);
}

TEST_CASE(
    "a file that still says what was redacted while its view was behind is edited beside it") {
  ImportedFlow flow("ask Rosa");
  WorkspaceFixture& w = flow.w;
  w.must("view attach", "dialect", "workflow", "dir", "state");
  const std::string before = file_text(w, flow.path);
  fs::rename(w.project() + "/state", w.project() + "/away");
  const Answer answer = flow.redact();
  CHECK(says_part(answer, "cannot be opened"));
  CHECK_FALSE(any_holds(w, flow.id, "Rosa"));
  fs::rename(w.project() + "/away", w.project() + "/state");
  std::string edited = before;
  edited.replace(edited.find("\"outputs\": {}"), 13, R"("outputs": {"report": "done it"})");
  w.write(flow.path, edited);
  w.must("note", "text", "going on");
  CHECK(log_says(w, "done it"));
  CHECK_FALSE(log_says(w, "Rosa"));
  CHECK(file_text(w, flow.path).find("ask [redacted]") != std::string::npos);
  CHECK_FALSE(any_holds(w, flow.id, "ask Rosa"));
}

TEST_CASE("what a transcript told is kept without the words, and going on does not bring them") {
  Fixture fixture;
  const std::string all = claude_text();
  fixture.put(std::string(kClaude) + ".jsonl", lines_of(all, 6));
  const std::string id = id_of(fixture.import(std::string(kClaude) + ".jsonl"));
  fixture.caller.session = id;
  const std::string goal = fixture.whole(id).identity.goal;
  REQUIRE(goal.size() > 8);
  Value::List events;
  const auto stored = fixture.store().read(SessionId(id), Seq{1}, 1000);
  REQUIRE(stored.ok());
  for (const auto& each : *stored) {
    if (to_text(data_to_value(each.event.data)).find(goal) == std::string::npos) continue;
    events.push_back(Value(std::to_string(each.event.header.seq.number)));
  }
  CHECK(any_holds(fixture, SessionId(id), goal));
  fixture.must("redact", "events", events, "text", goal);
  CHECK_FALSE(any_holds(fixture, SessionId(id), goal));
  fixture.put_claude();
  fixture.caller.session.clear();
  CHECK(changed(fixture.import(std::string(kClaude) + ".jsonl")));
  CHECK(fixture.whole(id).identity.goal == kRedacted);
  CHECK_FALSE(any_holds(fixture, SessionId(id), goal));
}

}  // namespace
}  // namespace clew

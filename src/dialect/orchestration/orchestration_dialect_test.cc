// A session that uses everything, and the dialect's smaller answers.

#include <doctest/doctest.h>

#include <algorithm>

#include "dialect/orchestration/orchestration_dialect.h"

#include "dialect/orchestration/sample_test.h"
#include "dialect/travel.h"
#include "document/json/json.h"

namespace clew::orchestration {
namespace {

Session full_session() {
  Session session = plain_session();
  session.identity.mode = "spec";
  session.identity.branch = "main";
  session.identity.commit = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  session.lifecycle.status = Lifecycle::kAbandoned;
  add_step(session, "Design", StepStatus::kDone);
  add_step(session, "Build", StepStatus::kActive);
  add_step(session, "Parser", StepStatus::kDone, StepId{2});
  add_step(session, "Writer \"fast\"\n", StepStatus::kFailed, StepId{2});
  Agent agent;
  agent.id = AgentId("arch-1");
  agent.type = "backend-architect";
  agent.status = AgentStatus::kError;
  agent.started_at = Time{1'700'000'001'000};
  agent.ended_at = Time{1'700'000'021'900};
  agent.progress = 0.5;
  agent.result = AgentResult::kFailure;
  agent.blocking_on = AgentId("code-1");
  agent.error = AgentError{ErrorCategory::kUnknown, "no idea", 2, Time{1'700'000'020'000}};
  agent.summary = "half of it";
  agent.files = {{"a"}, {"b"}, {"c"}};
  agent.step = StepId{3};
  Agent idle;
  idle.id = AgentId("code-1");
  session.agents = {
      2, {agent, idle}
  };
  Decision decision;
  decision.origin.at = Time{1'700'000'030'000};
  decision.topic = "Storage";
  decision.options = {"files", "rows"};
  decision.choice = "rows";
  decision.reason = "atomic";
  session.decisions = {1, {decision}};
  FileChange change;
  change.origin.at = Time{1'700'000'031'000};
  change.path = "src/a.cc";
  change.action = FileAction::kDeleted;
  change.agent = AgentId("arch-1");
  change.lines_added = 3;
  change.lines_removed = 4;
  change.hash_before = sha256("before");
  change.hash_after = sha256("after");
  session.files = {1, {change}};
  session.context = {1200, 3, Time{1'700'000'040'000}, {{AgentId("arch-1"), 1200}}};
  auto& attributes = session.steps[0].attributes;
  set_attribute(attributes, "orchestration.teleportation.enabled", true);
  set_attribute(attributes, "orchestration.teleportation.devices", Value::List{"laptop", "box"});
  set_attribute(attributes, "orchestration.metadata.tags", Value::List{"a"});
  set_attribute(attributes, "orchestration.metadata.notes", "mind the gap");
  set_attribute(attributes, "orchestration.metadata.craft_version", "1.23.0");
  return session;
}

TEST_CASE("a session that says everything satisfies the schema and the rules") {
  const Session session = full_session();
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  REQUIRE(files->files.size() == 2);
  const auto documents = express(session);
  REQUIRE(documents.ok());
  for (const auto& document : *documents) {
    const auto problems = check_shape(document.shape->shape, document.tree);
    for (const auto& problem : problems) MESSAGE(to_pointer(problem.path) << problem.message);
    CHECK(problems.empty());
  }
  const auto readings = orchestration_dialect().read(*files);
  for (const auto& finding : readings.findings) MESSAGE(finding.rule << " " << finding.message);
  CHECK(readings.findings.empty());
  REQUIRE(readings.sessions.size() == 1);
  const Session& again = readings.sessions.front().session;
  CHECK(reported(again) == reported(session));
  CHECK(orchestration_dialect().write(again, {}).value() == *files);
  CHECK(again.identity.mode == "spec");
  CHECK(again.lifecycle.status == Lifecycle::kAbandoned);
  CHECK(again.agents.items[0] == session.agents.items[0]);
  CHECK(again.context == session.context);
  CHECK(again.files.items[0].hash_after == sha256("after"));
}

TEST_CASE("a session born here is written with what it has") {
  const auto files = orchestration_dialect().write(plain_session(), {});
  REQUIRE(files.ok());
  CHECK(files->files[0].path == "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77.json");
  CHECK(files->files[0].text == R"({
  "$schema": "https://data-wise.github.io/craft/schemas/session-state-v1.json",
  "schema_version": "1.0.0",
  "session_id": "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77",
  "created_at": "2023-11-14T22:13:20.000Z",
  "updated_at": "2023-11-14T22:14:20.000Z",
  "device": "laptop",
  "project": "/srv/ledger",
  "goal": "Move the ledger",
  "mode": "default",
  "status": "in_progress",
  "progress": 0.0,
  "agents": [],
  "completed_work": [],
  "pending_tasks": [],
  "decisions_made": [],
  "files_modified": [],
  "context_usage": {
    "estimated_tokens": 0,
    "compression_count": 0,
    "last_compression": null,
    "by_agent": {}
  },
  "teleportation": {
    "enabled": false,
    "last_sync": null,
    "sync_status": null,
    "sync_error": null,
    "devices": [
      "laptop"
    ],
    "storage_backend": "local",
    "encrypted": false,
    "shared_with": null
  },
  "metadata": {
    "git_branch": null,
    "git_commit": null
  }
}
)");
  CHECK(files->files[1].path == "index.json");
  CHECK(files->files[1].owner == FileOwner::kFolder);
}

TEST_CASE("what is set of a teleportation changes nothing else of it") {
  Session session = plain_session();
  auto files = *orchestration_dialect().write(session, {});
  auto& attributes = session.steps[0].attributes;
  set_attribute(attributes, "orchestration.teleportation.enabled", true);
  files = *orchestration_dialect().write(session, files);
  set_attribute(attributes, "orchestration.teleportation.storage_backend", "s3");
  files = *orchestration_dialect().write(session, files);
  CHECK(files.files[0].text.find(R"(  "teleportation": {
    "enabled": true,
    "last_sync": null,
    "sync_status": null,
    "sync_error": null,
    "devices": [
      "laptop"
    ],
    "storage_backend": "s3",
    "encrypted": false,
    "shared_with": null
  })") != std::string::npos);
}

TEST_CASE("what a session lacks is listed, all of it") {
  Session session = plain_session();
  session.identity.goal.clear();
  session.identity.device.clear();
  session.identity.project_path.clear();
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE_FALSE(files.ok());
  CHECK(files.error().code == ErrorCode::kInvalid);
  CHECK(files.error().message == "an orchestration session also needs: goal, project (its path)");
}

TEST_CASE("a session is told on any device, and the devices follow") {
  Session session = plain_session();
  session.identity.device.clear();
  const auto nowhere = orchestration_dialect().write(session, {});
  REQUIRE(nowhere.ok());
  CHECK(nowhere->files[0].text.find("\"device\": \"unknown\"") != std::string::npos);
  CHECK(orchestration_dialect().read(*nowhere).sessions.at(0).session.identity.device.empty());

  session.identity.device = "laptop";
  set_attribute(session.steps[0].attributes, "orchestration.teleportation.enabled", true);
  set_attribute(session.steps[0].attributes, "orchestration.teleportation.devices",
                Value::List{"desk"});
  const auto moved = orchestration_dialect().write(session, {});
  REQUIRE(moved.ok());
  const auto tree = parse_json(moved->files[0].text);
  REQUIRE(tree.ok());
  CHECK(*tree->find("teleportation")->find("devices") == Value(Value::List{"desk", "laptop"}));
}

TEST_CASE("a decision that names no options is one of them") {
  Session session = plain_session();
  Decision decision;
  decision.choice = "SQLite";
  session.decisions.items = {decision};
  session.decisions.total = 1;
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  const auto tree = parse_json(files->files[0].text);
  REQUIRE(tree.ok());
  const Value& reported = tree->find("decisions_made")->as_list().at(0);
  CHECK(*reported.find("options") == Value(Value::List{"SQLite"}));
  CHECK(*reported.find("chosen") == Value("SQLite"));
}

TEST_CASE("a decision of which nobody said what it is about names its task, else the goal") {
  Session session = plain_session();
  const StepId task = add_step(session, "Choose a database", StepStatus::kActive).id;
  Decision at_task;
  at_task.choice = "SQLite";
  at_task.origin.step = task;
  Decision of_all;
  of_all.choice = "ship on Friday";
  Decision named = at_task;
  named.topic = "Database";
  named.choice = "PostgreSQL";
  session.decisions.items = {at_task, of_all, named};
  session.decisions.total = 3;
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  const auto context_of = [](const FileSet& written, size_t index) {
    const auto tree = parse_json(written.files.at(0).text);
    return tree->find("decisions_made")->as_list().at(index).find("context")->as_string();
  };
  CHECK(context_of(*files, 0) == "Choose a database");
  CHECK(context_of(*files, 1) == "Move the ledger");
  CHECK(context_of(*files, 2) == "Database");

  // What the file says by then is not told anew.
  session.identity.goal = "Move the ledger, and its archive";
  session.steps[task.number].title = "Choose";
  const auto later = orchestration_dialect().write(session, *files);
  REQUIRE(later.ok());
  CHECK(context_of(*later, 0) == "Choose a database");
  CHECK(context_of(*later, 1) == "Move the ledger");
}

TEST_CASE("a task that is done does not take back reported progress, a plan that grew does") {
  const std::string text = R"({"schema_version": "1.0.0",
  "session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11", "created_at": "2026-01-17T14:30:00Z",
  "updated_at": "2026-01-17T14:45:00Z", "device": "atlas", "project": "/srv/shop", "goal": "Login",
  "mode": "default", "status": "in_progress", "progress": 0.8, "agents": [],
  "completed_work": ["A"], "pending_tasks": ["B", "C", "D"], "decisions_made": [],
  "files_modified": [], "context_usage": {"estimated_tokens": 0},
  "teleportation": {"enabled": false}})";
  const FileSet base{{{"6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json", text}}};
  Session session = orchestration_dialect().read(base).sessions.at(0).session;
  const auto progress_in = [](const FileSet& files, const char* path) {
    const auto tree = parse_json(files.find(path)->text);
    const Value& at =
        tree->find("sessions") == nullptr ? *tree : tree->find("sessions")->as_list().at(0);
    return at.find("progress")->as_double();
  };
  const char* path = "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json";
  session.steps[2].status = StepStatus::kDone;  // half of them
  const auto half = orchestration_dialect().write(session, base);
  REQUIRE(half.ok());
  CHECK(progress_in(*half, path) == 0.8);
  CHECK(progress_in(*half, "index.json") == 0.8);
  session.steps[3].status = session.steps[4].status = StepStatus::kDone;
  const auto all = orchestration_dialect().write(session, *half);
  REQUIRE(all.ok());
  CHECK(progress_in(*all, path) == 1.0);
  session.steps[2].status = session.steps[3].status = StepStatus::kPending;
  const auto fewer = orchestration_dialect().write(session, *all);
  REQUIRE(fewer.ok());
  CHECK(progress_in(*fewer, path) == 0.5);
}

TEST_CASE("the names that an early form has for times, agents and decisions are read") {
  const Readings readings = orchestration_dialect().read({{{"a.json", R"({
  "schema_version": "1.0", "session_id": "2025-12-27-abc123",
  "created": "2025-12-27T10:30:00Z", "updated": "2025-12-27T11:45:00Z",
  "goal": "Add an analysis", "mode": "default", "status": "in_progress",
  "agents": [
    {"id": "a-1", "type": "arch", "status": "complete", "started": "2025-12-27T10:30:00Z",
     "completed": "2025-12-27T10:32:00Z", "result_summary": "3 methods"},
    {"id": "c-1", "type": "code", "status": "in_progress", "started": "2025-12-27T10:32:00Z"}
  ],
  "completed_work": [], "pending_tasks": ["Add tests"],
  "decisions_made": [{"decision": "Use bootstrap", "rationale": "accurate",
                      "timestamp": "2025-12-27T10:31:00Z"}],
  "context_usage": {"estimated_tokens": 25000}})"}}});
  REQUIRE(readings.sessions.size() == 1);
  const Session& session = readings.sessions[0].session;
  CHECK(to_iso(session.identity.created_at) == "2025-12-27T10:30:00.000Z");
  CHECK(to_iso(session.last_activity) == "2025-12-27T11:45:00.000Z");
  REQUIRE(session.decisions.items.size() == 1);
  CHECK(session.decisions.items[0].choice == "Use bootstrap");
  CHECK(session.decisions.items[0].reason == "accurate");
  REQUIRE(session.agents.items.size() == 2);
  CHECK(session.agents.items[0].status == AgentStatus::kCompleted);
  CHECK(session.agents.items[0].summary == "3 methods");
  CHECK(session.agents.items[1].status == AgentStatus::kRunning);
}

TEST_CASE("a form without times is as old as what it tells of") {
  const auto read_form = [](const std::string& decisions) {
    const std::string form = R"({"session_id": "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11",
      "goal": "Login", "agents": [], "pending_tasks": [], "decisions_made": [)" +
                             decisions + "]}";
    return orchestration_dialect()
        .read(FileSet{{{"6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11.json", form}}})
        .sessions.at(0)
        .session;
  };
  const Session reported = read_form(
      R"({"timestamp": "2026-01-17T14:00:00Z", "context": "a", "options": [], "chosen": "b"},
         {"timestamp": "2026-01-17T15:00:00Z", "context": "a", "options": [], "chosen": "b"})");
  CHECK(to_iso(reported.identity.created_at) == "2026-01-17T14:00:00.000Z");
  CHECK(to_iso(reported.last_activity) == "2026-01-17T15:00:00.000Z");
  CHECK(read_form("").identity.created_at == Time());  // nobody knows, and whoever reads it sees it
}

TEST_CASE("lists of which only the latest are kept lose nothing in the file") {
  Session session = full_session();
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  session.decisions.total = 2;
  session.decisions.items[0].topic = "Index";
  session.files.total = 2;
  session.files.items[0].path = "src/b.cc";
  const auto later = orchestration_dialect().write(session, *files);
  REQUIRE(later.ok());
  const Session again = session_in(later->files[0].path, later->files[0].text);
  REQUIRE(again.decisions.items.size() == 2);
  CHECK(again.decisions.items[1].topic == "Index");
  CHECK(again.files.items.size() == 2);
}

TEST_CASE("two records of a path are read as one") {
  const std::string text = replaced(fixture(kLedger), "\"path\": \"src/ledger.ts\"",
                                    "\"lines_added\": 6, \"path\": \"db/001_ledger.sql\"");
  const Session session = session_in(kLedger, text);
  REQUIRE(session.files.items.size() == 1);
  CHECK(session.files.items[0].lines_added == 90);
  CHECK(session.files.items[0].action == FileAction::kCreated);
}

TEST_CASE("a session lives where it was read, a copy of it does not") {
  const std::string text = fixture("early.json");
  Session session = session_in(".craft/cache/orchestration-sessions/early.json", text);
  const Dialect& dialect = orchestration_dialect();
  CHECK(dialect.files_of(session) ==
        std::vector<std::string>{".craft/cache/orchestration-sessions/early.json",
                                 ".craft/cache/orchestration-sessions/index.json"});
  set_external_id(session.steps[0], kName, "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77");
  CHECK(dialect.files_of(session)[0] == "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77.json");
  set_external_id(session.steps[0], kName, "../../etc/passwd");
  CHECK(dialect.files_of(session)[0].find('/') == std::string::npos);
}

TEST_CASE("a session without an id in this dialect is given one that lasts") {
  Session session = plain_session();
  session.steps[0].external.clear();
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  const auto readings = orchestration_dialect().read(*files);
  REQUIRE(readings.sessions.size() == 1);
  CHECK(readings.findings.empty());
  CHECK(orchestration_dialect().step_name(session, session.root()) == readings.sessions[0].entry);
}

TEST_CASE("sessions are found by their names") {
  const auto locations = orchestration_dialect().locations(
      {"a/orchestration-sessions/x1.json", "a/orchestration-sessions/index.json", "package.json",
       "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77.json", "a/orchestration-sessions/.hidden.json",
       "a/orchestration-sessions/x1/decisions.log"});
  REQUIRE(locations.size() == 2);
  CHECK(locations[0].entry == "x1");
  CHECK(locations[0].files == std::vector<std::string>{"a/orchestration-sessions/x1.json",
                                                       "a/orchestration-sessions/index.json"});
  CHECK(locations[1].files.size() == 1);
}

TEST_CASE("files are known by content when their place does not tell") {
  const Dialect& dialect = orchestration_dialect();
  CHECK(dialect.recognises("x.json", fixture(kLedger)));
  CHECK(dialect.recognises("x.json", fixture("early.json")));
  CHECK(dialect.recognises(".craft/cache/orchestration-sessions/x.json", "{"));
  CHECK_FALSE(dialect.recognises("index.json", fixture("index.json")));
  CHECK_FALSE(dialect.recognises("x.json", "{\"session_id\": \"a\"}"));
  CHECK_FALSE(dialect.recognises("x.json", "\"session_id\""));
  CHECK_FALSE(dialect.recognises("x.yaml", fixture(kLedger)));
}

TEST_CASE("of a session whose file is lost the index still tells the outline") {
  const auto readings = orchestration_dialect().reconstruct(files_named({"index.json"}));
  REQUIRE(readings.sessions.size() == 2);
  CHECK(readings.sessions[1].entry == "6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d11");
  CHECK(readings.sessions[1].session.identity.device == "build box 3");
  CHECK(readings.findings.size() == 2);
  CHECK(orchestration_dialect().reconstruct(FileSet{{{"index.json", "[]"}}}).sessions.empty());
}

TEST_CASE("the teleportation block says how the session travels") {
  Travel travel;
  travel.last_sync = "2026-11-16T09:00:00.000Z";
  travel.status = TravelStatus::kError;
  travel.error = "cannot be reached";
  travel.devices = {"laptop", "desk"};
  travel.in_bucket = true;
  Session session = plain_session();
  orchestration_dialect().set_travel(session, travel);
  const auto files = orchestration_dialect().write(session, {});
  REQUIRE(files.ok());
  const auto tree = parse_json(files->files[0].text);
  REQUIRE(tree.ok());
  const Value& block = *tree->find("teleportation");
  CHECK(block.find("enabled")->as_bool());
  CHECK(block.find("last_sync")->as_string() == travel.last_sync);
  CHECK(block.find("sync_status")->as_string() == "error");
  CHECK(block.find("sync_error")->as_string() == "cannot be reached");
  CHECK(texts_in(block, "devices") == std::vector<std::string>{"laptop", "desk"});
  CHECK(block.find("storage_backend")->as_string() == "s3");
  CHECK(block.find("encrypted")->as_bool());
  CHECK(block.find("shared_with")->is_null());
  // What was never reached has no time; a folder is kept on this side of the network.
  orchestration_dialect().set_travel(session, Travel());
  const auto again = orchestration_dialect().write(session, *files);
  REQUIRE(again.ok());
  const auto later = parse_json(again->files[0].text);
  REQUIRE(later.ok());
  CHECK(later->find("teleportation")->find("last_sync")->is_null());
  CHECK(later->find("teleportation")->find("storage_backend")->as_string() == "local");
}

TEST_CASE("a place that clew cannot send to is kept as it is written") {
  const std::string text = fixture(kLedger);
  const size_t at = text.find("\"storage_backend\": \"");
  REQUIRE(at != std::string::npos);
  const size_t begin = at + std::string_view("\"storage_backend\": \"").size();
  std::string desktop = text;
  desktop.replace(begin, text.find('"', begin) - begin, "claude-desktop");
  const auto readings = read(kLedger, desktop);
  const auto found = std::find_if(
      readings.findings.begin(), readings.findings.end(),
      [](const Finding& each) { return each.rule == "orchestration.storage-not-reached"; });
  REQUIRE(found != readings.findings.end());
  CHECK(found->pointer == "/teleportation/storage_backend");
  CHECK(found->next.find("clew remote add") != std::string::npos);
  Session session = session_in(kLedger, desktop);
  orchestration_dialect().set_travel(session, Travel());
  const std::string now = written(session, FileSet{{{kLedger, desktop}}}, kLedger);
  CHECK(now.find("\"storage_backend\": \"claude-desktop\"") != std::string::npos);
}

}  // namespace
}  // namespace clew::orchestration

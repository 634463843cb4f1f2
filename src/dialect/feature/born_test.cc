#include <doctest/doctest.h>

#include "dialect/feature/express.h"
#include "dialect/feature/feature_test.h"
#include "dialect/feature/interpret.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "document/json/json.h"
#include "document/shape/check_shape.h"

namespace clew::feature {
namespace {

const std::vector<DocumentShape>& shapes() { return feature_dialect().documents(); }

Documents reported(const Session& session) {
  auto documents = express(session, shapes(), default_models());
  REQUIRE_MESSAGE(documents.ok(), documents.error().message);
  return std::move(*documents);
}

Attempt& add_attempt(Step& step, const std::string& begin, const std::string& end,
                     AttemptOutcome outcome) {
  Attempt attempt;
  attempt.number = ++step.attempt_count;
  attempt.started_at = at(begin);
  if (!end.empty()) attempt.ended_at = at(end);
  attempt.outcome = outcome;
  return step.attempts.emplace_back(attempt);
}

// Everything the dialect can say.
Session full_session() {
  Session session = small_session();
  session.identity.model = "claude-opus-4-1";
  session.steps[0].description = "With \"quotes\",\ttabs and\nlines: # no comment";
  session.steps[0].order = ChildOrder::kAnyOrder;
  set_external_id(session.steps[0], "feature", "add-oauth-login-2026-11-16");
  session.lifecycle.status = Lifecycle::kPaused;
  session.lifecycle.reason = "lunch";
  session.lifecycle.context = "half of the callback";
  session.lifecycle.paused_at = at("2026-11-16T09:59:00Z");

  const StepId flat = add_step(session, kRoot, "Read up", StepStatus::kSkipped);
  session.steps[flat.number].status_reason = "known";
  const StepId design = add_step(session, kRoot, "Design", StepStatus::kActive);
  session.steps[design.number].key = "design";
  session.steps[design.number].description = "before building";
  session.steps[design.number].assignee = "ana";
  const StepId flow = add_step(session, design, "Choose the flow", StepStatus::kDone);
  session.steps[flow.number].assignee = "agent-1";
  add_attempt(session.steps[flow.number], "2026-11-16T09:31:00Z", "2026-11-16T09:32:00Z",
              AttemptOutcome::kFailed);
  add_attempt(session.steps[flow.number], "2026-11-16T09:33:00Z", "2026-11-16T09:40:00.250Z",
              AttemptOutcome::kPassed)
      .outputs = {"docs/flow.md"};
  const StepId keys = add_step(session, design, "Keys", StepStatus::kActive);
  session.steps[keys.number].order = ChildOrder::kAnyOrder;
  const StepId make = add_step(session, keys, "Make them", StepStatus::kFailed);
  session.steps[make.number].status_reason = "no entropy";
  add_attempt(session.steps[make.number], "2026-11-16T09:41:00Z", "2026-11-16T09:42:00Z",
              AttemptOutcome::kFailed);
  const StepId store = add_step(session, make, "Store them", StepStatus::kNeedsReview);
  add_attempt(session.steps[store.number], "2026-11-16T09:43:00Z", "2026-11-16T09:44:00Z",
              AttemptOutcome::kPassed);
  const StepId build = add_step(session, kRoot, "Build", StepStatus::kBlocked);
  session.steps[build.number].needs = {design, flow};
  const StepId callback = add_step(session, build, "Callback", StepStatus::kBlocked);
  session.steps[callback.number].status_reason = "waits for keys";
  add_attempt(session.steps[callback.number], "2026-11-16T09:50:00Z", "", AttemptOutcome::kOpen);
  add_step(session, kRoot, "Document");
  add_step(session, kRoot, "Announce", StepStatus::kActive);
  make_active(session, callback);

  CommandRun run;
  run.origin = {Seq{1}, at("2026-11-16T09:34:00Z"), ActorId("ana@laptop"), flow};
  run.command = "plan";
  run.arguments = "oauth \"quick\"";
  run.model = "gemini";
  run.agent = AgentId("agent-1");
  run.duration = Duration{5234};
  session.runs.items.push_back(run);
  run.origin = {Seq{2}, at("2026-11-16T09:35:00Z"), ActorId("ana@laptop"), kRoot};
  run.agent = AgentId();
  run.model = "gpt-5";
  run.duration.reset();
  run.outcome = RunOutcome::kFailure;
  run.exit_code = 2;
  session.runs.items.push_back(run);
  session.runs.total = 2;
  Artifact artifact;
  artifact.origin.step = callback;
  artifact.path = "src/callback.cc";
  session.artifacts.items.push_back(artifact);
  return session;
}

TEST_CASE("a session born here is told so that schema and rules hold") {
  for (const Session& session : {small_session(), full_session()}) {
    for (const auto& document : reported(session)) {
      CAPTURE(document.path);
      const bool is_lines = document.shape->kind == DocumentKind::kJsonLines;
      if (document.shape->kind == DocumentKind::kText) continue;
      const auto problems = check_shape(
          is_lines ? list(document.shape->shape) : document.shape->shape, document.tree);
      for (const auto& problem : problems) FAIL_CHECK(to_pointer(problem.path), problem.message);
    }
    const auto files = feature_dialect().write(session, {});
    REQUIRE(files.ok());
    CHECK(to_lines(feature_dialect().read(*files).findings) == "");
  }
}

TEST_CASE("what is told is read back and told the same again") {
  for (const Session& session : {small_session(), full_session()}) {
    const auto files = feature_dialect().write(session, {});
    REQUIRE(files.ok());
    Readings readings = feature_dialect().read(*files);
    REQUIRE(readings.sessions.size() == 1);
    const Documents before = reported(session);
    const Documents after = reported(readings.sessions[0].session);
    REQUIRE(before.size() == after.size());
    for (size_t i = 0; i < before.size(); ++i) {
      CHECK(before[i].path == after[i].path);
      CHECK(write_json(before[i].tree, JsonStyle::kPretty) ==
            write_json(after[i].tree, JsonStyle::kPretty));
      CHECK(before[i].text == after[i].text);
    }
    const auto again = feature_dialect().write(readings.sessions[0].session, *files);
    REQUIRE(again.ok());
    CHECK(*again == *files);
    const auto fresh = feature_dialect().write(readings.sessions[0].session, {});
    REQUIRE(fresh.ok());
    CHECK(*fresh == *files);
  }
}

TEST_CASE("the exact words, the tree and the reasons come back") {
  const Session session = full_session();
  const auto files = feature_dialect().write(session, {});
  REQUIRE(files.ok());
  const Session again = feature_dialect().read(*files).sessions.at(0).session;
  CHECK(again.identity.model == "claude-opus-4-1");
  CHECK(again.identity.goal == session.identity.goal);
  CHECK(again.root().description == session.root().description);
  CHECK(again.lifecycle == session.lifecycle);
  REQUIRE(again.steps.size() == session.steps.size());
  for (size_t i = 1; i < session.steps.size(); ++i) {
    const Step& a = session.steps[i];
    const Step& b = again.steps[i];
    CAPTURE(a.title);
    CHECK(b.title == a.title);
    CHECK(b.description == a.description);
    CHECK(b.status == a.status);
    CHECK(b.status_reason == a.status_reason);
    CHECK(b.parent == a.parent);
    CHECK(b.children == a.children);
    CHECK(b.order == a.order);
    CHECK(b.needs == a.needs);
    CHECK(b.assignee == a.assignee);
    CHECK(b.current_child == a.current_child);
    CHECK(feature_dialect().step_name(session, a) == feature_dialect().step_name(again, b));
    CHECK(b.attempts.size() == (a.attempts.empty() ? 0 : 1));
    if (a.attempts.empty()) continue;
    CHECK(b.attempts[0].started_at == a.attempts.back().started_at);
    CHECK(b.attempts[0].ended_at == a.attempts.back().ended_at);
    CHECK(b.attempts[0].outcome == a.attempts.back().outcome);
  }
  REQUIRE(again.runs.items.size() == 2);
  CHECK(again.runs.items[0].origin.step == session.runs.items[0].origin.step);
  CHECK(again.runs.items[1].model == "gpt-5");
  CHECK(again.runs.items[1].agent == AgentId("ana@laptop"));
  CHECK(again.runs.items[1].error == "exit code 2");
}

TEST_CASE("a new tree has two-space indents and double quotes, for tools that go by lines") {
  Session session = small_session();
  const StepId design = add_step(session, kRoot, "Design", StepStatus::kActive);
  session.steps[design.number].key = "design";
  add_attempt(session.steps[design.number], "2026-11-16T09:40:00Z", "", AttemptOutcome::kOpen);
  add_step(session, kRoot, "Build");
  make_active(session, design);
  const auto files = feature_dialect().write(session, {});
  REQUIRE(files.ok());
  const std::string folder = "add-oauth-login-2026-11-16/";
  CHECK(files->files.size() == 5);
  CHECK(text_of(*files, folder + kStateFile) ==
        "version: \"1.0\"\n"
        "feature_id: \"add-oauth-login-2026-11-16\"\n"
        "current_state:\n"
        "  active_task: \"design\"\n"
        "  model_in_use: \"opus\"\n"
        "  started_at: \"2026-11-16T09:30:00.000Z\"\n"
        "  last_updated: \"2026-11-16T10:00:00.000Z\"\n");
  CHECK(text_of(*files, kIndexFile) ==
        "active_features:\n"
        "  - feature_id: \"add-oauth-login-2026-11-16\"\n"
        "    started_at: \"2026-11-16T09:30:00.000Z\"\n"
        "    last_active: \"2026-11-16T10:00:00.000Z\"\n"
        "    status: \"active\"\n");
  CHECK(text_of(*files, folder + kPlanFile) ==
        "feature:\n"
        "  id: \"add-oauth-login-2026-11-16\"\n"
        "  name: \"Add OAuth login!\"\n"
        "  description: \"\"\n"
        "  created_at: \"2026-11-16T09:30:00.000Z\"\n"
        "phases:\n"
        "  - phase_id: \"steps\"\n"
        "    name: \"Steps\"\n"
        "    tasks:\n"
        "      - task_id: \"design\"\n"
        "        description: \"Design\"\n"
        "        agent: null\n"
        "        status: \"in_progress\"\n"
        "        started_at: \"2026-11-16T09:40:00.000Z\"\n"
        "        completed_at: null\n"
        "        artifacts: []\n"
        "      - task_id: \"step-2\"\n"
        "        description: \"Build\"\n"
        "        agent: null\n"
        "        status: \"pending\"\n"
        "        started_at: null\n"
        "        completed_at: null\n"
        "        artifacts: []\n"
        "    x-clew:\n"
        "      flat: true\n");
  CHECK(text_of(*files, folder + kHistoryFile) == "");
  CHECK(files->find(folder + kHistoryFile)->write == FileWrite::kAppend);
  CHECK(files->find(kIndexFile)->owner == FileOwner::kFolder);
  CHECK(text_of(*files, kReadmeFile) == readme_text());
}

TEST_CASE("what the dialect demands and the session lacks is listed, all of it") {
  Session session = small_session();
  session.identity.goal.clear();
  session.identity.model = "gpt-5";
  const auto written = feature_dialect().write(session, {});
  REQUIRE(!written.ok());
  CHECK(written.error().code == ErrorCode::kInvalid);
  CHECK(
      written.error().message ==
      "the feature dialect needs a goal and one of the models gemini, opus, sonnet (it has gpt-5)");
}

TEST_CASE("steps without a name of their own get one that nobody else has") {
  Session session = small_session();
  add_step(session, kRoot, "a");
  const StepId b = add_step(session, kRoot, "b");
  session.steps[b.number].key = "step-1";
  const StepId c = add_step(session, kRoot, "c");
  set_external_id(session.steps[c.number], "feature", "step-1");
  const StepNames names(session);
  CHECK(names.of(c) == "step-1");
  CHECK(names.of(StepId{1}) == "step-1-1");
  CHECK(names.of(b) == "step-1-2");
  CHECK(names.of(StepId{99}) == "");
}

TEST_CASE("removed steps are not told, and lines of the history still name them") {
  Session session = small_session();
  const StepId gone = add_step(session, kRoot, "gone");
  session.steps[gone.number].key = "gone";
  session.steps[gone.number].removed = true;
  add_step(session, kRoot, "there");
  CommandRun run;
  run.origin.step = gone;
  run.command = "x";
  session.runs.items.push_back(run);
  const Documents documents = reported(session);
  const std::string plan = write_json(find_document(documents, kPlan)->tree);
  CHECK(plan.find("gone") == std::string::npos);
  CHECK(text_in(find_document(documents, kHistory)->tree.as_list().at(0), "task_id") == "gone");
}

TEST_CASE("the dialect knows its files, its places and its lock") {
  const Dialect& dialect = feature_dialect();
  const Session session = small_session();
  IdSeed seed;
  seed.now = session.identity.created_at;
  seed.attempt = 1;
  CHECK(dialect.make_id(session, seed) == "add-oauth-login-2-2026-11-16");
  const std::vector<std::string> files = dialect.files_of(session);
  const auto written = dialect.write(session, {});
  REQUIRE(written.ok());
  REQUIRE(written->files.size() == files.size());
  for (const auto& file : written->files) {
    CHECK(std::find(files.begin(), files.end(), file.path) != files.end());
  }
  CHECK(dialect.lock_of("a-2026-01-01").habit == LockHabit::kPidFile);
  CHECK(dialect.lock_of("a-2026-01-01").path == "a-2026-01-01/.state.lock");
  CHECK(dialect.room()->document == "state");

  const auto locations = dialect.locations(
      {"README.md", "active-features.yaml", "a-2026-01-01/history.jsonl", "a-2026-01-01/state.yaml",
       "b-2026-01-01/implementation-plan.yaml", "deploy/state.yaml", "src/history.jsonl"});
  REQUIRE(locations.size() == 2);
  CHECK(locations[0].entry == "a-2026-01-01");
  CHECK(locations[0].files == std::vector<std::string>{"a-2026-01-01/state.yaml",
                                                       "a-2026-01-01/history.jsonl",
                                                       "active-features.yaml", "README.md"});
  CHECK(locations[1].entry == "b-2026-01-01");
  CHECK(locations[1].files[0] == "b-2026-01-01/state.yaml");  // named although it does not exist
  CHECK(dialect.folders_of(session) ==
        std::vector<std::string>{"add-oauth-login-2026-11-16/artifacts"});
  CHECK(dialect.locations({".ai-session/odd/state.yaml", ".ai-session/active-features.yaml"})
            .at(0)
            .files ==
        std::vector<std::string>{".ai-session/odd/state.yaml", ".ai-session/active-features.yaml"});
  CHECK(dialect.locations({"state.yaml", "implementation-plan.yaml"}).size() == 1);

  for (const auto& file : written->files) {
    CAPTURE(file.path);
    CHECK(dialect.recognises(file.path, file.text) == (file.path != kReadmeFile));
  }
  CHECK(!dialect.recognises("state.yaml", "replicas: 3\n"));
  CHECK(!dialect.recognises("session.json", "{}"));
}

}  // namespace
}  // namespace clew::feature

#include <doctest/doctest.h>

#include "dialect/feature/feature_test.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "session/progress.h"

namespace clew::feature {
namespace {

const std::string kFolder = "login-form-2026-03-02/";
const std::string kStatePath = kFolder + kStateFile;
const std::string kPlanPath = kFolder + kPlanFile;
const std::string kHistoryPath = kFolder + kHistoryFile;

Session read_session(const FileSet& files) {
  Readings readings = feature_dialect().read(files);
  REQUIRE(readings.sessions.size() == 1);
  return std::move(readings.sessions[0].session);
}

FileSet write_session(const Session& session, const FileSet& base) {
  auto written = feature_dialect().write(session, base);
  REQUIRE_MESSAGE(written.ok(), written.error().message);
  return std::move(*written);
}

// Writes the session over `base` and expects exactly these files to have changed.
void check_written(const Session& session, const FileSet& base,
                   const std::vector<std::pair<std::string, std::string>>& changed) {
  const FileSet written = write_session(session, base);
  for (const auto& file : base.files) {
    CAPTURE(file.path);
    std::string expected = file.text;
    for (const auto& [path, text] : changed) {
      if (path == file.path) expected = text;
    }
    CHECK(text_of(written, file.path) == expected);
  }
}

Step& step_named(Session& session, const std::string& id) {
  for (auto& step : session.steps) {
    const std::string* external = external_id(step, "feature");
    if (external != nullptr && *external == id) return step;
  }
  FAIL("no step " << id);
  return session.steps[0];
}

TEST_CASE("a tree kept by hand is read whole") {
  const FileSet files = read_folder(fixture_folder("kept"));
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "");
  REQUIRE(readings.sessions.size() == 1);
  const Session& session = readings.sessions[0].session;
  CHECK(readings.sessions[0].entry == "login-form-2026-03-02");
  CHECK(session.identity.goal == "Login form");
  CHECK(session.root().description == "Sign in with mail and password. No third parties.\n");
  CHECK(session.identity.model == "sonnet");
  CHECK(session.identity.created_at == at("2026-03-02T09:00:00Z"));
  CHECK(session.last_activity == at("2026-03-04T11:20:00Z"));
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  REQUIRE(session.steps.size() == 7);
  CHECK(session.root().children == std::vector<StepId>{{1}, {3}, {6}});
  CHECK(session.steps[1].status == StepStatus::kDone);
  CHECK(session.steps[3].status == StepStatus::kActive);
  CHECK(session.steps[6].status == StepStatus::kPending);
  CHECK(session.steps[2].assignee == "agent-2");
  CHECK(session.steps[2].passed_attempt()->ended_at == at("2026-03-02T10:00:00Z"));
  CHECK(session.steps[2].passed_attempt()->outputs ==
        std::vector<std::string>{"artifacts/sketch.svg", "docs/login.md"});
  CHECK(session.steps[4].title == "Validate what's typed");
  CHECK(session.steps[4].open_attempt() != nullptr);
  CHECK(active_step(session) == StepId{4});
  CHECK(current_step(session, ActorId()) == StepId{4});
  REQUIRE(session.runs.items.size() == 2);
  CHECK(session.runs.items[0].arguments == "login \u2014 form");
  CHECK(session.runs.items[1].error == "2 of 9 failed");
  CHECK(session.runs.items[1].origin.step == StepId{4});
  CHECK(session.runs.items[1].duration == Duration{812});
}

TEST_CASE("an unchanged session writes the very bytes it was read from") {
  for (const char* name : {"kept", "scripts"}) {
    CAPTURE(name);
    const FileSet files = read_folder(fixture_folder(name));
    check_written(read_session(files), files, {});
  }
}

TEST_CASE("work changes the times in two files and nothing else") {
  const FileSet files = read_folder(fixture_folder("kept"));
  Session session = read_session(files);
  session.last_activity = at("2026-03-05T08:00:00Z");
  check_written(session, files,
                {
                    {kStatePath, with(text_of(files, kStatePath), "\"2026-03-04T11:20:00Z\"",
                     "\"2026-03-05T08:00:00.000Z\"")},
                    {kIndexFile, with(text_of(files, kIndexFile), "\"2026-03-04T11:20:00Z\"",
                     "\"2026-03-05T08:00:00.000Z\"")}
  });
}

TEST_CASE("a task that is completed changes its own lines and the active task") {
  const FileSet files = read_folder(fixture_folder("kept"));
  Session session = read_session(files);
  Step& task = step_named(session, "validate-input");
  task.status = StepStatus::kDone;
  task.attempts.back().outcome = AttemptOutcome::kPassed;
  task.attempts.back().ended_at = at("2026-03-04T12:00:00Z");
  session.steps[task.parent.number].current_child.reset();
  session.steps[0].current_child.reset();
  check_written(
      session, files,
      {
          {kStatePath, with(text_of(files, kStatePath), "\"validate-input\"", "null")},
          {kPlanPath, with(with(text_of(files, kPlanPath), "\"in_progress\" ", "\"completed\" "),
           "completed_at: null", "completed_at: \"2026-03-04T12:00:00.000Z\"")}
  });
}

TEST_CASE("when a task is completed while others are at work, the latest of them is active") {
  Session session = small_session();
  const StepId first = add_step(session, kRoot, "first", StepStatus::kActive);
  const StepId second = add_step(session, kRoot, "second", StepStatus::kActive);
  const StepId third = add_step(session, kRoot, "third", StepStatus::kDone);
  for (const StepId step : {first, second, third}) {
    Attempt attempt;
    attempt.number = 1;
    attempt.started_at = session.identity.created_at + minutes(step == first ? 5 : 2);
    session.steps[step.number].attempts.push_back(attempt);
  }
  CHECK(active_step(session) == first);
  CHECK(text_of(write_session(session, {}), "add-oauth-login-2026-11-16/state.yaml")
            .find("active_task: \"step-1\"") != std::string::npos);
  make_active(session, second);
  CHECK(active_step(session) == second);
}

TEST_CASE("a pause changes the session's own entry in the index and no other") {
  const FileSet files = read_folder(fixture_folder("kept"));
  Session session = read_session(files);
  session.lifecycle.status = Lifecycle::kPaused;
  session.lifecycle.paused_at = session.last_activity;
  check_written(session, files,
                {
                    {kIndexFile, with(text_of(files, kIndexFile), "    status: \"active\"",
                     "    status: \"paused\"")}
  });
}

TEST_CASE("a command that was run is one more line of the history") {
  const FileSet files = read_folder(fixture_folder("kept"));
  Session session = read_session(files);
  CommandRun run;
  run.origin.at = at("2026-03-04T11:30:00Z");
  run.origin.step = StepId{4};
  run.command = "make";
  run.arguments = "-j2 test";
  run.model = "opus";
  run.agent = AgentId("agent-1");
  run.duration = Duration{1234};
  session.runs.items.push_back(run);
  ++session.runs.total;
  // A loaded session has only the latest ones; the file loses nothing by that.
  session.runs.items.erase(session.runs.items.begin());
  check_written(
      session, files,
      {
          {kHistoryPath, text_of(files, kHistoryPath) +
                             "\n{\"timestamp\":\"2026-03-04T11:30:00.000Z\",\"command\":\"make\","
                             "\"arguments\":\"-j2 test\",\"model\":\"opus\",\"agent\":\"agent-1\","
                             "\"task_id\":\"validate-input\",\"status\":\"success\","
                             "\"duration_ms\":1234}\n"}
  });
}

TEST_CASE("a new task stands behind the others of its phase") {
  const FileSet files = read_folder(fixture_folder("kept"));
  Session session = read_session(files);
  const StepId id = add_step(session, StepId{3}, "Log out");
  session.steps[id.number].key = "logout";
  const std::string text = text_of(write_session(session, files), kPlanPath);
  const std::string old = text_of(files, kPlanPath);
  const size_t location = old.find("  - phase_id: release");
  CHECK(text.substr(0, location) == old.substr(0, location));
  CHECK(text.ends_with(old.substr(location)));
  const Session again = read_session([&] {
    FileSet changed = files;
    set_text(changed, kPlanPath, text);
    return changed;
  }());
  CHECK(again.steps[3].children.size() == 3);
  CHECK(again.steps[again.steps[3].children[2].number].title == "Log out");
}

TEST_CASE(
    "what the origin's scripts write wrong is read, and put right only where a change is due") {
  const FileSet files = read_folder(fixture_folder("scripts"));
  const std::string folder = "csv-export-2026-04-11/";
  const Readings readings = feature_dialect().read(files);
  REQUIRE(readings.sessions.size() == 1);
  CHECK(has_rule(readings.findings, "feature.index-list"));
  CHECK(has_rule(readings.findings, "feature.state-status"));
  CHECK(has_rule(readings.findings, "feature.active-task-unknown"));
  CHECK(has_rule(readings.findings, "feature.missing"));
  Session session = readings.sessions[0].session;
  CHECK(session.lifecycle.status == Lifecycle::kPaused);
  CHECK(session.steps.size() == 1);
  REQUIRE(session.runs.items.size() == 2);
  CHECK(session.runs.items[1].outcome == RunOutcome::kFailure);

  session.last_activity = at("2026-04-12T00:00:00Z");
  session.lifecycle.status = Lifecycle::kActive;
  const std::string state = text_of(files, folder + kStateFile);
  const std::string index = text_of(files, kIndexFile);
  check_written(
      session, files,
      {
          {folder + kStateFile, with(with(state, "  status: \"paused\"", "status: \"active\""),
           "2026-04-11T07:30:00Z", "2026-04-12T00:00:00.000Z")},
          {kIndexFile,          with(with(index, "active_features: []",  "active_features:"),
           "2026-04-11T07:30:00Z", "2026-04-12T00:00:00.000Z")}
  });
}

TEST_CASE("a new session joins the index of others and leaves every other byte alone") {
  for (const char* name : {"kept", "scripts"}) {
    CAPTURE(name);
    const FileSet all = read_folder(fixture_folder(name));
    Session session = small_session();
    const FileSet base{{*all.find(kIndexFile)}};
    const FileSet written = write_session(session, base);
    const std::string old = with(base.files[0].text, ": []", ":") == "(no : [])"
                                ? base.files[0].text
                                : with(base.files[0].text, ": []", ":");
    CHECK(text_of(written, kIndexFile).starts_with(old));
    CHECK(text_of(written, kIndexFile).find("add-oauth-login-2026-11-16") != std::string::npos);
    Readings readings = feature_dialect().read(written);
    CHECK(!has_errors(readings.findings));
  }
}

TEST_CASE("a new entry has its quotes, whatever the words of a short list have") {
  const std::string models = "models: [opus, haiku]\n";
  const FileSet base{{{kIndexFile, models + "active_features: []\n"}}};
  const std::string index = text_of(write_session(small_session(), base), kIndexFile);
  CHECK(index.starts_with(models + "active_features:\n  - feature_id: \"add-oauth-login-"));
  CHECK(index.ends_with("    status: \"active\"\n"));
}

TEST_CASE("every cut-off beginning of a file is read or refused, never worse") {
  for (const char* name : {"kept", "scripts"}) {
    const FileSet files = read_folder(fixture_folder(name));
    for (const auto& file : files.files) {
      const bool is_text = file.path == kReadmeFile;
      for (size_t length = 0; length < file.text.size(); ++length) {
        CAPTURE(file.path);
        CAPTURE(length);
        FileSet cut = files;
        set_text(cut, file.path, file.text.substr(0, length));
        const Readings readings = feature_dialect().read(cut);
        CHECK((!readings.sessions.empty() || has_errors(readings.findings)));
        if (!is_text && readings.sessions.empty()) feature_dialect().reconstruct(cut);
        if (readings.sessions.empty()) continue;
        // What was read can be written over what it was read from.
        const auto written = feature_dialect().write(readings.sessions[0].session, cut);
        if (written) {
          for (const auto& one : cut.files) {
            if (one.path.ends_with(kReadmeFile)) continue;
            CHECK(text_of(*written, one.path) == one.text);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace clew::feature

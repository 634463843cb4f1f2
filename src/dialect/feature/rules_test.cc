#include <doctest/doctest.h>

#include "dialect/feature/feature_test.h"
#include "dialect/feature/shapes.h"
#include "dialect/tree_dialect.h"

namespace clew::feature {
namespace {

// A tree in which nothing is wrong.
FileSet good_files() {
  return {
      {
       {"active-features.yaml",
           "active_features:\n  - feature_id: \"a-2026-01-01\"\n"
           "    started_at: \"2026-01-01T10:00:00Z\"\n"
           "    last_active: \"2026-01-01T12:00:00Z\"\n    status: \"active\"\n"},
       {"a-2026-01-01/state.yaml",
           "version: \"1.0\"\nfeature_id: \"a-2026-01-01\"\ncurrent_state:\n"
           "  active_task: \"t2\"\n  model_in_use: \"opus\"\n"
           "  started_at: \"2026-01-01T10:00:00Z\"\n  last_updated: \"2026-01-01T12:00:00Z\"\n"},
       {"a-2026-01-01/implementation-plan.yaml",
           "feature:\n  id: \"a-2026-01-01\"\n  name: \"A\"\n  description: \"\"\n"
           "  created_at: \"2026-01-01T10:00:00Z\"\nphases:\n"
           "  - phase_id: \"p1\"\n    name: \"One\"\n    tasks:\n"
           "      - task_id: \"t1\"\n        description: \"first\"\n        agent: null\n"
           "        status: \"completed\"\n        started_at: \"2026-01-01T10:10:00Z\"\n"
           "        completed_at: \"2026-01-01T10:20:00Z\"\n        artifacts: []\n"
           "      - task_id: \"t2\"\n        description: \"second\"\n        agent: null\n"
           "        status: \"in_progress\"\n        started_at: \"2026-01-01T10:30:00Z\"\n"
           "        completed_at: null\n        artifacts: []\n"},
       {"a-2026-01-01/history.jsonl",
           "{\"timestamp\":\"2026-01-01T10:11:00Z\",\"command\":\"a\",\"arguments\":\"\","
           "\"model\":\"opus\",\"agent\":\"x\",\"task_id\":\"t1\",\"status\":\"success\","
           "\"duration_ms\":5}\n"
           "{\"timestamp\":\"2026-01-01T10:31:00Z\",\"command\":\"b\",\"arguments\":\"\","
           "\"model\":\"opus\",\"agent\":\"x\",\"task_id\":\"t2\",\"status\":\"failure\","
           "\"duration_ms\":5,\"error\":\"no\"}\n"},
       }
  };
}

const std::string kRuleFolder = "a-2026-01-01/";
const std::string kRuleState = kRuleFolder + kStateFile;
const std::string kRulePlan = kRuleFolder + kPlanFile;
const std::string kRuleHistory = kRuleFolder + kHistoryFile;

TEST_CASE("a tree in which nothing is wrong has no findings") {
  const Readings readings = feature_dialect().read(good_files());
  CHECK(to_lines(readings.findings) == "");
  CHECK(readings.sessions.size() == 1);
}

TEST_CASE("each rule is reported where it is broken") {
  struct Row {
    std::string file;
    std::string from;
    std::string to;
    std::string finding;
    bool is_read;
  };
  const Row rows[] = {
      {kRuleState,   "version: \"1.0\"",         "version: \"2.0\"",
       "feature.unknown-version " + kRuleState + " /version line 1\n",                                                                                                               false},
      {kRuleState,   "\"a-2026-01-01\"",         "\"b-2026-01-01\"",
       "feature.id-mismatch " + kRuleState + " /feature_id line 2\n",                                                                                                                true },
      {kRulePlan,    "\"a-2026-01-01\"",         "\"b-2026-01-01\"",
       "feature.id-mismatch " + kRulePlan + " /feature/id line 2\n",                                                                                                                 true },
      {kRulePlan,    "\"t2\"",                   "\"t1\"",
       "feature.duplicate-task " + kRulePlan +
           " /phases/0/tasks/1/task_id line 17\n"
           "feature.history-task-unknown " +
           kRuleHistory +
           " /1/task_id line 2\n"
           "feature.active-task-unknown " +
           kRuleState + " /current_state/active_task line 4\n",
       true                                                                                                                                                                               },
      {kIndexFile,   "    status: \"active\"\n",
       "    status: \"active\"\n  - feature_id: \"a-2026-01-01\"\n"
       "    started_at: \"2026-01-01T10:00:00Z\"\n"
       "    last_active: \"2026-01-01T12:00:00Z\"\n    status: \"active\"\n",               "feature.duplicate-feature active-features.yaml /active_features/1/feature_id line 6\n",
       true                                                                                                                                                                               },
      {kRuleState,   "\"2026-01-01T12:00:00Z\"", "\"2026-01-01T09:00:00Z\"",
       "feature.time-goes-back " + kRuleState + " /current_state/last_updated line 7\n",                                                                                             true },
      {kRulePlan,    "\"2026-01-01T10:20:00Z\"", "\"2026-01-01T10:00:00Z\"",
       "feature.time-goes-back " + kRulePlan + " /phases/0/tasks/0/completed_at line 15\n",                                                                                          true },
      {kRuleHistory, "10:31",                    "10:10",
       "feature.history-goes-back " + kRuleHistory + " /1/timestamp line 2\n",                                                                                                       true },
      {kRulePlan,    "completed_at: null",       "completed_at: \"2026-01-01T10:40:00Z\"",
       "feature.task-times " + kRulePlan + " /phases/0/tasks/1/completed_at line 22\n",                                                                                              true },
      {kRulePlan,    "\"in_progress\"",          "\"pending\"",
       "feature.task-times " + kRulePlan + " /phases/0/tasks/1/started_at line 21\n",                                                                                                true },
      {kRulePlan,    "artifacts: []",            "artifacts: [\"docs/a.md\", \"../../x\"]",
       "feature.path-not-relative " + kRulePlan + " /phases/0/tasks/0/artifacts/1 line 16\n",                                                                                        true },
      {kRulePlan,    "artifacts: []",            "artifacts: [\"/etc/passwd\"]",
       "feature.path-not-relative " + kRulePlan + " /phases/0/tasks/0/artifacts/0 line 16\n",                                                                                        true },
      {kRuleState,   "\"t2\"",                   "\"t9\"",
       "feature.active-task-unknown " + kRuleState + " /current_state/active_task line 4\n",                                                                                         true },
      {kRuleState,   "\"t2\"",                   "\"t1\"",
       "feature.active-task-completed " + kRuleState + " /current_state/active_task line 4\n",
       true                                                                                                                                                                               },
      {kRuleHistory, "\"t2\"",                   "\"t9\"",
       "feature.history-task-unknown " + kRuleHistory + " /1/task_id line 2\n",                                                                                                      true },
      {kRuleHistory, ",\"error\":\"no\"",        "",
       "feature.failure-without-error " + kRuleHistory + " /1 line 2\n",                                                                                                             true },
      {kRuleState,   "current_state:",           "status: \"paused\"\ncurrent_state:",
       "feature.status-differs " + kRuleState + " /status line 3\n",                                                                                                                 true },
      {kIndexFile,   "\"a-2026-01-01\"",         "\"c-2026-01-01\"",
       "feature.not-listed " + kRuleState + " /feature_id line 2\n",                                                                                                                 true },
      {kIndexFile,   "active_features:",         "active_features: []",
       "feature.index-list active-features.yaml \n",                                                                                                                                 true },
      {kRuleState,   "current_state:",           "  status: \"active\"\ncurrent_state:",
       "feature.state-status " + kRuleState + " \n",                                                                                                                                 true },
      {kRuleState,   "\"opus\"",                 "\"haiku\"",
       "feature.word " + kRuleState + " /current_state/model_in_use line 5\n",                                                                                                       true },
  };
  for (const auto& row : rows) {
    CAPTURE(row.finding);
    FileSet files = good_files();
    set_text(files, row.file, with(text_of(files, row.file), row.from, row.to));
    const Readings readings = feature_dialect().read(files);
    CHECK(to_lines(readings.findings) == row.finding);
    CHECK(readings.sessions.size() == (row.is_read ? 1 : 0));
  }
}

void replace_in(FileSet& files, const std::string& path, const std::string& from,
                const std::string& to) {
  for (auto& file : files.files) {
    if (file.path != path) continue;
    const size_t at = file.text.find(from);
    REQUIRE(at != std::string::npos);
    file.text.replace(at, from.size(), to);
  }
}

TEST_CASE("times within one second are in order") {
  struct Row {
    std::string file;
    const char* from;
    const char* to;
  };
  const Row rows[] = {
      {kRuleState,   "started_at: \"2026-01-01T10:00:00Z\"\n  last_updated: \"2026-01-01T12:00:00Z\"",
       "started_at: \"2026-01-01T12:00:00.700Z\"\n  last_updated: \"2026-01-01T12:00:00Z\""                           },
      {kRulePlan,    "\"2026-01-01T10:10:00Z\"\n        completed_at: \"2026-01-01T10:20:00Z\"",
       "\"2026-01-01T10:20:00.700Z\"\n        completed_at: \"2026-01-01T10:20:00Z\""                                 },
      {kRuleHistory, "10:11:00Z",                                                                      "10:31:00.700Z"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.to);
    FileSet files = good_files();
    replace_in(files, row.file, row.from, row.to);
    CHECK(to_lines(feature_dialect().read(files).findings) == "");
  }
}

TEST_CASE("a phase or task that is no object is a finding, and the others are read and kept") {
  FileSet files = good_files();
  replace_in(files, kRulePlan, "phases:\n", "phases:\n  - \"what\"\n");
  replace_in(files, kRulePlan, "    tasks:\n", "    tasks:\n      - 7\n");
  replace_in(files, kRulePlan, "completed_at: \"2026-01-01T10:20:00Z\"",
             "completed_at: \"2026-01-01T10:00:00Z\"");
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "feature.type " + kRulePlan +
                                           " /phases/0 line 7\nfeature.type " + kRulePlan +
                                           " /phases/1/tasks/0 line 11\nfeature.time-goes-back " +
                                           kRulePlan + " /phases/1/tasks/1/completed_at line 17\n");
  REQUIRE(readings.sessions.size() == 1);
  Session s = readings.sessions[0].session;
  REQUIRE(s.steps.size() == 4);
  CHECK(s.steps[3].title == "second");
  CHECK(feature_dialect().write(s, files)->find(kRulePlan)->text == files.find(kRulePlan)->text);
  s.steps[3].title = "another";
  const auto written = feature_dialect().write(s, files);
  REQUIRE(written.ok());
  std::string wanted = files.find(kRulePlan)->text;
  wanted.replace(wanted.find("\"second\""), 8, "\"another\"");
  CHECK(written->find(kRulePlan)->text == wanted);
}

TEST_CASE("an id ends in a day of the calendar") {
  for (const auto& [day, is_one] : {
           std::pair{"2026-02-28", true },
           std::pair{"2026-02-29", false},
           std::pair{"2028-02-29", true },
           std::pair{"2026-02-30", false},
           std::pair{"2026-04-31", false},
           std::pair{"2026-12-31", true },
  }) {
    CAPTURE(day);
    const std::string id = std::string("a-") + day;
    FileSet files;
    for (auto file : good_files().files) {
      for (std::string* text : {&file.path, &file.text}) {
        for (size_t at; (at = text->find("a-2026-01-01")) != std::string::npos;) {
          text->replace(at, id.size(), id);
        }
      }
      files.files.push_back(std::move(file));
    }
    const Readings readings = feature_dialect().read(files);
    REQUIRE(readings.sessions.size() == 1);
    CHECK(readings.sessions.front().entry == id);
    CHECK(to_lines(readings.findings) ==
          (is_one
               ? ""
               : "feature.id-day " + id +
                     "/state.yaml /feature_id line 2\n"
                     "feature.id-day active-features.yaml /active_features/0/feature_id line 2\n"));
  }
}

TEST_CASE(
    "a missing file is a finding, and only a missing state keeps the session from being read") {
  struct Row {
    std::string file;
    std::string rule;
    bool is_read;
  };
  const Row rows[] = {
      {kRuleState,   "feature.state-missing",   false},
      {kRulePlan,    "feature.plan-missing",    true },
      {kRuleHistory, "feature.history-missing", true },
      {kIndexFile,   "feature.not-listed",      true },
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    FileSet files = good_files();
    std::erase_if(files.files, [&](const NamedFile& file) { return file.path == row.file; });
    const Readings readings = feature_dialect().read(files);
    CHECK(has_rule(readings.findings, row.rule));
    CHECK(readings.sessions.size() == (row.is_read ? 1 : 0));
  }
}

TEST_CASE("each document alone is judged by itself") {
  for (const auto& file : good_files().files) {
    CAPTURE(file.path);
    CHECK(to_lines(feature_dialect().read({{file}}).findings) == "");
  }
}

TEST_CASE("what only the disk knows is asked") {
  FileSet files = good_files();
  set_text(
      files, kRulePlan,
      with(text_of(files, kRulePlan), "artifacts: []", "artifacts: [artifacts/a.md, src/b.c]"));
  set_text(files, kIndexFile,
           text_of(files, kIndexFile) +
               "  - feature_id: \"gone-2026-01-01\"\n    started_at: \"2026-01-01T10:00:00Z\"\n"
               "    last_active: \"2026-01-01T12:00:00Z\"\n    status: \"paused\"\n");
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "");
  REQUIRE(readings.sessions.size() == 1);
  const auto& disk = readings.sessions[0].disk;
  REQUIRE(disk.size() == 2);
  CHECK(disk[0].path == "a-2026-01-01/artifacts/a.md");
  CHECK(disk[0].finding.rule == "feature.artifact-missing");
  CHECK(disk[0].finding.pointer == "/phases/0/tasks/0/artifacts/0");
  CHECK(disk[1].path == "gone-2026-01-01/state.yaml");
  CHECK(disk[1].finding.rule == "feature.folder-missing");
}

TEST_CASE("versions are the same however they are spelled, and others are never written over") {
  for (const char* version : {"\"1.0\"", "1.0", "\"1.0.0\"", "1", "\"1.7\""}) {
    CAPTURE(version);
    FileSet files = good_files();
    set_text(files, kRuleState, with(text_of(files, kRuleState), "\"1.0\"", version));
    CHECK(to_lines(feature_dialect().read(files).findings) == "");
  }
  FileSet files = good_files();
  set_text(files, kRuleState, with(text_of(files, kRuleState), "version: \"1.0\"\n", ""));
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "");
  for (const char* version : {"\"2.0\"", "3", "\"one\"", "[1]", "\"10.0\""}) {
    CAPTURE(version);
    FileSet newer = good_files();
    set_text(newer, kRuleState, with(text_of(newer, kRuleState), "\"1.0\"", version));
    CHECK(feature_dialect().read(newer).sessions.empty());
    const auto written = feature_dialect().write(readings.sessions[0].session, newer);
    REQUIRE(!written.ok());
    CHECK(written.error().code == ErrorCode::kInvalid);
  }
}

TEST_CASE("the models are three by default, and others when they are configured") {
  FileSet files = good_files();
  set_text(files, kRuleState, with(text_of(files, kRuleState), "\"opus\"", "\"haiku\""));
  CHECK(has_rule(feature_dialect().read(files).findings, "feature.word"));
  const auto other = make_feature_dialect({"haiku", "opus"});
  const Readings readings = other->read(files);
  CHECK(to_lines(readings.findings) == "");
  CHECK(readings.sessions.at(0).session.identity.model == "haiku");
}

TEST_CASE("a folder's index says which models are allowed in it") {
  FileSet files = good_files();
  set_text(files, kRuleState, with(text_of(files, kRuleState), "\"opus\"", "\"haiku\""));
  set_text(files, kIndexFile, "models: [opus, haiku]\n" + text_of(files, kIndexFile));
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "");
  CHECK(feature_dialect().judge(files).findings.empty());
  Session session = readings.sessions.at(0).session;
  CHECK(session.identity.model == "haiku");
  const auto again = feature_dialect().write(session, files);
  REQUIRE(again.ok());
  for (const auto& file : files.files) CHECK(text_of(*again, file.path) == file.text);

  // A new session of the folder goes by it too; elsewhere it has no word for its model.
  session.identity.model = "claude-haiku-5";
  FileSet index;
  index.files.push_back({kIndexFile, text_of(files, kIndexFile)});
  const auto born = feature_dialect().write(session, index);
  REQUIRE(born.ok());
  CHECK(text_of(*born, kRuleState).find("model_in_use: \"haiku\"") != std::string::npos);
  CHECK(text_of(*born, kIndexFile).starts_with("models: [opus, haiku]\n"));
  CHECK_FALSE(feature_dialect().write(session, {}).ok());

  set_text(files, kRuleState, with(text_of(files, kRuleState), "\"haiku\"", "\"sonnet\""));
  CHECK(has_rule(feature_dialect().read(files).findings, "feature.word"));
}

TEST_CASE("a session with a model that is not listed is kept up, and the word stays") {
  FileSet files = good_files();
  set_text(files, kRuleState, with(text_of(files, kRuleState), "\"opus\"", "\"haiku\""));
  Session session = feature_dialect().read(files).sessions.at(0).session;
  session.last_activity = at("2026-01-02T00:00:00Z");
  const auto written = feature_dialect().write(session, files);
  REQUIRE(written.ok());
  CHECK(text_of(*written, kRuleState) ==
        with(text_of(files, kRuleState), "2026-01-01T12:00:00Z", "2026-01-02T00:00:00.000Z"));
}

TEST_CASE("a merge conflict is refused with both sides shown") {
  FileSet files = good_files();
  set_text(files, kIndexFile,
           "active_features:\n<<<<<<< HEAD\n  - feature_id: \"a-2026-01-01\"\n=======\n"
           "  - feature_id: \"b-2026-01-01\"\n>>>>>>> feature/b\n");
  const Readings readings = feature_dialect().read(files);
  CHECK(readings.sessions.empty());
  REQUIRE(has_rule(readings.findings, "feature.merge-conflict"));
  CHECK(readings.findings[0].severity == Severity::kError);
  CHECK(readings.findings[0].file == kIndexFile);
  CHECK(readings.findings[0].message ==
        "a merge conflict; HEAD says\n  - feature_id: \"a-2026-01-01\"\n"
        "and feature/b says\n  - feature_id: \"b-2026-01-01\"\n");
  CHECK(readings.findings[0].position == TextPosition{2, 1});
  // It is there, and one finding says all.
  CHECK(readings.findings.size() == 1);
  const Session session = feature_dialect().read(good_files()).sessions.at(0).session;
  CHECK(!feature_dialect().write(session, files).ok());
}

TEST_CASE("a conflict in the history is refused too, and nothing is appended to it") {
  const Session session = feature_dialect().read(good_files()).sessions.at(0).session;
  FileSet files = good_files();
  set_text(files, kRuleHistory, "<<<<<<< HEAD\n{}\n=======\n>>>>>>> x\n");
  CHECK(feature_dialect().read(files).sessions.empty());
  CHECK(!feature_dialect().write(session, files).ok());
}

TEST_CASE("every rule of the table has a name of its own and a message") {
  std::vector<std::string> seen;
  for (const auto& rule : feature_dialect().rules()) {
    CHECK(std::find(seen.begin(), seen.end(), rule.name) == seen.end());
    seen.emplace_back(rule.name);
    CHECK(std::string(rule.message) != "");
  }
}

}  // namespace
}  // namespace clew::feature

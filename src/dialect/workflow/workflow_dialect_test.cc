#include "dialect/workflow/workflow_dialect.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "dialect/workflow/full_session_test.h"
#include "dialect/workflow/words.h"

namespace clew {
namespace {

const Dialect& the_dialect() { return workflow_dialect(); }

Value reported(const Session& session) {
  const auto document = workflow::express_state(session);
  REQUIRE_MESSAGE(document.ok(), (document.ok() ? "" : document.error().message));
  return document->tree;
}

}  // namespace

TEST_CASE("every fixture writes the very bytes it was read from") {
  for (const auto& file : fixtures("sessions")) {
    CAPTURE(file.path);
    const FileSet files{{file}};
    const auto readings = the_dialect().read(files);
    CHECK_MESSAGE(!has_errors(readings.findings), rule_text(readings.findings));
    REQUIRE(readings.sessions.size() == 1);
    const auto written = the_dialect().write(readings.sessions[0].session, files);
    REQUIRE_MESSAGE(written.ok(), (written.ok() ? "" : written.error().message));
    CHECK(written->files == files.files);
  }
}

TEST_CASE("after a change only what it concerns differs") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const FileSet files = one_file(fixture("sessions/" + name), name);
  const auto after = [&](Session session) {
    const auto written = the_dialect().write(session, files);
    REQUIRE_MESSAGE(written.ok(), (written.ok() ? "" : written.error().message));
    return written->files[0].text;
  };
  const auto replaced = [&](std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::string& text = files.files[0].text;

  SUBCASE("another time of activity") {
    Session session = read_one(files);
    session.last_activity = kMorning;
    CHECK(after(session) == replaced(text, "2026-03-02T10:45:12.250Z", "2026-11-16T09:00:00.000Z"));
  }
  SUBCASE("an attribute") {
    Session session = read_one(files);
    set_attribute(session.steps[0].attributes, "workflow.metadata.ticket", 9000);
    CHECK(after(session) == replaced(text, "8812", "9000"));
  }
  SUBCASE("a pause") {
    Session session = read_one(files);
    session.lifecycle.status = Lifecycle::kPaused;
    session.lifecycle.paused_at = kMorning;
    session.lifecycle.reason = "user_request";
    std::string wanted =
        replaced(text, R"("paused": false, "paused_at": null, "paused_reason": null)",
                 R"("paused": true, "paused_at": "2026-11-16T09:00:00.000Z", )"
                 R"("paused_reason": "user_request")");
    // A pause is no work, but it changes the file.
    wanted = replaced(wanted, "2026-03-02T10:45:12.250Z", "2026-11-16T09:00:00.000Z");
    CHECK(after(session) == wanted);
  }
  SUBCASE("a phase passes") {
    Session session = read_one(files);
    Step& phase = session.steps[3];
    phase.status = StepStatus::kDone;
    phase.attempts.back().outcome = AttemptOutcome::kPassed;
    phase.attempts.back().ended_at = phase.attempts.back().started_at + minutes(10);
    session.steps[0].current_child.reset();
    std::string wanted = replaced(text, "\"current_phase\": 2", "\"current_phase\": 3");
    wanted = replaced(wanted, "[0,1]", "[0,1,2]");
    wanted = replaced(wanted, "\"2\": \"pending\"", "\"2\": \"passed\"");
    const std::string written = after(session);
    const auto tree = parse_json(written);
    REQUIRE(tree.ok());
    CHECK(text_in(*tree->find("phase_timing")->find("2"), "completed_at") ==
          "2026-03-02T10:30:30.500Z");
    CHECK(*tree->find("phase_timing")->find("2")->find("duration_seconds") == Value(510));
    CHECK(text_in(*tree->find("checkpoints"), "2") == "passed");
    CHECK(written.find("[0,1,2]") != std::string::npos);
    CHECK(written.find("\"cwd\": \"/srv\"") != std::string::npos);
    CHECK(written.find("\"runner\": {\"host\": \"build-07\", \"pid\": 4211}") != std::string::npos);
    CHECK(written.find("\\u2192") != std::string::npos);
    // All lines of the old text that the change does not concern are there, in order.
    CHECK(written.starts_with(text.substr(0, text.find("\"current_phase\""))));
  }
}

TEST_CASE("a file is read as what it says") {
  const std::string name = "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4.json";
  const auto readings = the_dialect().read(one_file(fixture("sessions/" + name), name));
  REQUIRE(readings.sessions.size() == 1);
  CHECK(rule_text(readings.findings) == "");
  CHECK(readings.sessions[0].entry == "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4");
  const Session& s = readings.sessions[0].session;
  CHECK(s.structure == Structure{"release_v2", "2.1.0", 0, 4});
  CHECK(s.identity.goal == "release_v2: services/billing → v3");
  CHECK(to_iso(s.identity.created_at) == "2026-03-02T09:00:00.000Z");
  CHECK(s.lifecycle.status == Lifecycle::kActive);
  CHECK(s.lifecycle.resume_count == 1);
  CHECK(s.lifecycle.last_error == "registry timed out");
  REQUIRE(s.steps.size() == 5);
  CHECK(*external_id(s.steps[0], "workflow") == "3b0c5f1e-8a47-4d0e-9c55-0f6a7e21b9d4");
  CHECK(*external_id(s.steps[4], "workflow") == "3");
  CHECK(s.steps[4].title == "Phase 3");
  CHECK(s.steps[1].status == StepStatus::kDone);
  CHECK(s.steps[3].status == StepStatus::kActive);
  CHECK(s.steps[4].status == StepStatus::kPending);
  CHECK(s.steps[0].current_child == StepId{3});
  const Attempt& first = s.steps[1].attempts.at(0);
  CHECK(first.evidence.find("nested.files")->as_int() == 3);
  CHECK(first.outputs == std::vector<std::string>{"CHANGELOG.md"});
  CHECK(first.outcome == AttemptOutcome::kPassed);
  CHECK(to_iso(*s.steps[2].attempts.at(0).ended_at) == "2026-03-02T10:20:30.500Z");
  CHECK(s.steps[3].attempts.at(0).paused == seconds(90));
  REQUIRE(s.runs.items.size() == 2);
  CHECK(s.runs.items[1].outcome == RunOutcome::kFailure);
  CHECK(s.runs.items[1].exit_code == 2);
  CHECK(s.runs.items[1].origin.step == StepId{1});
  CHECK(find_attribute(s.steps[0].attributes, "workflow.metadata.ticket")->as_int() == 8812);
}

TEST_CASE("a failed checkpoint is a failed attempt of the current phase") {
  const Session s = read_one(one_file(fixture("sessions/nightly-17.json"), "nightly-17.json"));
  CHECK(s.structure == Structure{"audit_v1", "", 1, 3});
  CHECK(s.lifecycle.status == Lifecycle::kPaused);
  CHECK(s.lifecycle.reason == "checkpoint_failed");
  CHECK(s.lifecycle.context == "open ports on edge-2");
  CHECK(s.steps[2].status == StepStatus::kFailed);
  CHECK(s.steps[2].attempts.at(0).outcome == AttemptOutcome::kFailed);
  CHECK(to_iso(*s.steps[2].attempts.at(0).ended_at) == "2026-04-01T09:00:00.000Z");
  CHECK(s.steps[0].current_child == StepId{2});
}

TEST_CASE("what clew noted beside the fields comes back") {
  const std::string name = "c7d1a5aa-2a3f-4c6e-8f0b-55d2b3f9a001.json";
  const Session s = read_one(one_file(fixture("sessions/" + name), name));
  CHECK(s.identity.goal == "customers are in the new shop");
  CHECK(s.lifecycle.status == Lifecycle::kCompleted);
  CHECK(s.steps[1].title == "Check the columns");
  REQUIRE(s.steps[1].gate);
  CHECK(to_text(*s.steps[1].gate) == "rows >= 1");
  REQUIRE(s.steps[1].attempts.size() == 2);
  CHECK(s.steps[1].attempts[0].reason == "no rows");
  CHECK(s.steps[1].attempts[1].number == 2);
  CHECK(s.steps[1].attempts[1].actor.text == "ana");
  REQUIRE(s.steps[1].children.size() == 2);
  CHECK(s.steps[3].title == "headers");
  CHECK(*external_id(s.steps[4], "workflow") == "0.2");
  CHECK(s.steps[4].status == StepStatus::kSkipped);
}

TEST_CASE("everything the dialect can say is told, fits the shape and comes back") {
  const Session full = full_session();
  const Value tree = reported(full);
  for (const auto& problem : check_shape(workflow::state_document().shape, tree)) {
    FAIL_CHECK(problem.rule, " ", to_pointer(problem.path), " ", problem.message);
  }
  const auto written = the_dialect().write(full, {});
  REQUIRE(written.ok());
  const auto readings = the_dialect().read(*written);
  CHECK(rule_text(readings.findings) == "");
  REQUIRE(readings.sessions.size() == 1);
  const Session& back = readings.sessions[0].session;
  CHECK(reported(back) == tree);
  CHECK(the_dialect().write(back, *written)->files == written->files);
  CHECK(the_dialect().write(back, {})->files == written->files);

  CHECK(back.lifecycle == full.lifecycle);
  CHECK(back.structure == full.structure);
  CHECK(back.identity.goal == full.identity.goal);
  REQUIRE(back.steps.size() == full.steps.size());
  for (size_t i = 1; i < full.steps.size(); ++i) {
    Step step = back.steps[i];
    std::erase_if(step.external, [](const ExternalId& e) { return e.dialect == "workflow"; });
    CAPTURE(i);
    CHECK(to_text(to_value(step)) == to_text(to_value(full.steps[i])));
  }
  CHECK(to_text(to_value(back.runs)) == to_text(to_value(full.runs)));
  CHECK(back.steps[0].attributes == full.steps[0].attributes);
  CHECK(back.steps[0].gate == full.steps[0].gate);
}

TEST_CASE("each word for a step comes back, and a phase is shown by the nearest word") {
  for (const auto& row : workflow::kStatusRows) {
    CAPTURE(name_of(row.status));
    Session s = full_session();
    s.steps[5].status = row.status;
    s.steps[5].attempts = {sample_attempt(1, 50, AttemptOutcome::kAbandoned)};
    s.steps[5].attempt_count = 1;
    const Value tree = reported(s);
    CHECK(text_in(*tree.find("checkpoints"), "5") == row.checkpoint);
    const auto& listed = tree.find("completed_phases")->as_list();
    CHECK((std::find(listed.begin(), listed.end(), Value(5)) != listed.end()) == row.listed);
    const Session back = read_one(named(tree));
    CHECK(back.steps[5].status == row.status);
    CHECK(back.steps[5].attempts == s.steps[5].attempts);
    CHECK(reported(back) == tree);
  }
}

TEST_CASE("each word for a session comes back, and its flags are the nearest") {
  for (const auto& row : workflow::kLifecycleRows) {
    CAPTURE(name_of(row.status));
    Session s = full_session();
    s.lifecycle = {};
    s.lifecycle.status = row.status;
    s.lifecycle.reason = "so it is";
    if (row.status == Lifecycle::kPaused) s.lifecycle.paused_at = kMorning;
    if (is_closed(row.status)) s.lifecycle.ended_at = kMorning;
    const Value tree = reported(s);
    CHECK(tree.find("lifecycle")->find("completed")->as_bool() == row.completed);
    CHECK(tree.find("lifecycle")->find("paused")->as_bool() == row.paused);
    const Session back = read_one(named(tree));
    CHECK(back.lifecycle == s.lifecycle);
    CHECK(reported(back) == tree);
  }
}

TEST_CASE("each word of a checkpoint has its status") {
  struct Row {
    const char* word;
    bool listed;
    StepStatus status;
  };
  constexpr Row kRows[] = {
      {"",        false, StepStatus::kPending    },
      {"pending", false, StepStatus::kActive     },
      {"passed",  true,  StepStatus::kDone       },
      {"",        true,  StepStatus::kDone       },
      {"pending", true,  StepStatus::kDone       },
      {"failed",  false, StepStatus::kFailed     },
      {"failed",  true,  StepStatus::kFailed     },
      {"skipped", false, StepStatus::kSkipped    },
      {"passed",  false, StepStatus::kNeedsReview},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.word);
    CHECK(workflow::status_of({row.listed, row.word, false}, workflow::FailedState::kLeft) ==
          row.status);
  }
  CHECK(workflow::status_of({false, "failed", true}, workflow::FailedState::kRetried) ==
        StepStatus::kActive);
  CHECK(workflow::status_of({false, "", true}, workflow::FailedState::kLeft) ==
        StepStatus::kActive);
}

TEST_CASE(
    "what another program changes in the fields counts more than what was noted beside them") {
  Value tree = reported(full_session());
  at(at(tree, "checkpoints"), "5") = "passed";
  at(tree, "completed_phases").push(5);
  at(at(tree, "lifecycle"), "paused") = false;
  const Session back = read_one(named(tree));
  CHECK(back.steps[5].status == StepStatus::kDone);
  CHECK(back.steps[5].status_reason == "");
  CHECK(back.steps[5].title == "Tag");
  CHECK(back.lifecycle.status == Lifecycle::kActive);
  CHECK(back.lifecycle.archived);

  Session closed = full_session();
  closed.lifecycle = {};
  closed.lifecycle.status = Lifecycle::kFailed;
  closed.lifecycle.ended_at = kMorning;
  Value resumed = reported(closed);
  at(at(resumed, "lifecycle"), "paused") = false;
  CHECK(read_one(named(resumed)).lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("what a workflow file demands and a session lacks is refused, all of it") {
  Session s;
  s.steps.resize(1);
  const auto refused = the_dialect().write(s, {});
  REQUIRE(!refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalid);
  for (const char* word : {"session_id", "workflow_type", "target_file", "phases"}) {
    CHECK_MESSAGE(refused.error().message.find(word) != std::string::npos, word);
  }
  CHECK(!refused.error().next.empty());
}

TEST_CASE("a command is written whole, and comes back in its two parts") {
  struct Row {
    const char* command;
    const char* arguments;
    const char* line;
    const char* said_apart;  // null: the first blank says it
  };
  constexpr Row kRows[] = {
      {"make",      "-j2 test",  "make -j2 test",  nullptr},
      {"make",      "",          "make",           nullptr},
      {"make",      " x",        "make  x",        nullptr},
      {"./my tool", "-v a",      "./my tool -v a", "-v a" },
      {"./my tool", "",          "./my tool",      ""     },
      {"sh",        "-c 'a\nb'", "sh -c 'a\nb'",   nullptr},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.line);
    Session s = full_session();
    REQUIRE(!s.runs.items.empty());
    s.runs.items[0].command = row.command;
    s.runs.items[0].arguments = row.arguments;
    const auto written = workflow_dialect().write(s, {});
    REQUIRE(written.ok());
    const Value tree = *parse_json(written->files.at(0).text);
    const Value* shown = nullptr;
    for (const auto& [unused, artifact] : tree.find("phase_artifacts")->as_object()) {
      for (const auto& each : artifact.find("commands_executed")->as_list()) {
        if (text_in(each, "command") == row.line) shown = &each;
      }
    }
    REQUIRE(shown != nullptr);
    const Value* apart = shown->find("arguments");
    CHECK((apart == nullptr ? std::string("-") : apart->as_string()) ==
          (row.said_apart == nullptr ? std::string("-") : row.said_apart));
    const Session back = workflow_dialect().read(*written).sessions.at(0).session;
    bool found = false;
    for (const auto& run : back.runs.items) {
      found |= run.command == row.command && run.arguments == row.arguments;
    }
    CHECK(found);
  }
}

TEST_CASE("a command of an earlier file whose line lacks its arguments keeps them") {
  Value tree = sample_tree();
  at(at(tree, "phase_artifacts"), "1")
      .set(
          "commands_executed",
          *parse_json(
              R"([{"command": "make", "arguments": "-j2 test", "executed_at": "2026-11-16T09:00:00Z"}])"));
  const FileSet files = named(tree);
  const Session s = read_one(files);
  REQUIRE(s.runs.items.size() == 1);
  CHECK(s.runs.items[0].command == "make");
  CHECK(s.runs.items[0].arguments == "-j2 test");
  CHECK(workflow_dialect().write(s, files)->files == files.files);
}

}  // namespace clew

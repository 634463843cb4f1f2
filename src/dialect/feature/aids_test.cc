// What stands beside a step, such as an agent's list, and is no task of the plan.

#include <doctest/doctest.h>

#include "dialect/feature/feature_test.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/shapes.h"
#include "dialect/tree_dialect.h"
#include "document/yaml/yaml.h"

namespace clew::feature {
namespace {

const std::string kAidedFolder = "add-oauth-login-2026-11-16/";

// A plan of two steps, a phase, and beside the first step an agent's list that is worked on.
Session aided_session() {
  Session session = small_session();
  const StepId plan = add_step(session, kRoot, "Plan", StepStatus::kActive);
  add_step(session, kRoot, "Build");
  const StepId list = add_step(session, plan, "Agent's list", StepStatus::kActive);
  session.steps[list.number].quarantined = true;
  add_step(session, list, "Read", StepStatus::kDone);
  const StepId item = add_step(session, list, "Write", StepStatus::kActive);
  const StepId ship = add_step(session, kRoot, "Ship");
  add_step(session, ship, "Announce");
  const StepId beside = add_step(session, ship, "Another's list", StepStatus::kDone);
  session.steps[beside.number].quarantined = true;
  make_active(session, item);
  return session;
}

FileSet files_for(const Session& session) {
  auto files = feature_dialect().write(session, {});
  REQUIRE_MESSAGE(files.ok(), files.error().message);
  return std::move(*files);
}

// "steps: Plan Build; …": the phases and their tasks.
std::string shown_plan(const FileSet& files) {
  const auto plan = parse_yaml(text_of(files, kAidedFolder + kPlanFile));
  REQUIRE(plan.ok());
  std::string out;
  for (const auto& phase : plan->value.find("phases")->as_list()) {
    out += text_in(phase, "phase_id") + ":";
    for (const auto& task : phase.find("tasks")->as_list()) {
      out += " " + text_in(task, "description");
    }
    out += "; ";
  }
  return out;
}

std::string active_task(const FileSet& files) {
  const auto state = parse_yaml(text_of(files, kAidedFolder + kStateFile));
  REQUIRE(state.ok());
  return text_in(*state->value.find("current_state"), "active_task");
}

TEST_CASE("the task is the person's step, whatever stands beside it") {
  const FileSet files = files_for(aided_session());
  CHECK(shown_plan(files) == "steps: Plan Build; step-6: Announce; ");
  CHECK(active_task(files) == "step-1");

  Session alone = small_session();
  const StepId list = add_step(alone, kRoot, "Agent's list", StepStatus::kActive);
  alone.steps[list.number].quarantined = true;
  const StepId item = add_step(alone, list, "Read", StepStatus::kActive);
  make_active(alone, item);
  CHECK(shown_plan(files_for(alone)) == "aid-1: Read; ");
  CHECK(active_task(files_for(alone)) == "aid-2");
}

TEST_CASE("aids come back as aids, beside the steps they were beside") {
  const Session session = aided_session();
  const FileSet files = files_for(session);
  const Readings readings = feature_dialect().read(files);
  CHECK(to_lines(readings.findings) == "");
  REQUIRE(readings.sessions.size() == 1);
  const Session& again = readings.sessions[0].session;
  REQUIRE(again.steps.size() == session.steps.size());
  for (const auto& step : session.steps) {
    if (step.id == kRoot) continue;
    CAPTURE(step.title);
    const auto same = std::find_if(again.steps.begin(), again.steps.end(),
                                   [&](const Step& each) { return each.title == step.title; });
    REQUIRE(same != again.steps.end());
    CHECK(same->quarantined == step.quarantined);
    CHECK(same->status == step.status);
    CHECK(again.steps[same->parent.number].title == session.steps[step.parent.number].title);
    CHECK(feature_dialect().step_name(again, *same) == feature_dialect().step_name(session, step));
  }
  CHECK(files_for(again) == files);
}

TEST_CASE("an aid goes with the step it stands beside") {
  FileSet files = files_for(aided_session());
  const std::string path = kAidedFolder + kPlanFile;
  std::string text = text_of(files, path);
  const size_t phases = text.find("phases:");
  const size_t from = text.find("      - task_id: \"step-1\"", phases);
  const size_t to = text.find("      - task_id: \"step-2\"", phases);
  REQUIRE(to != std::string::npos);
  set_text(files, path, text.erase(from, to - from));
  const Session again = feature_dialect().read(files).sessions.at(0).session;
  std::string titles;
  for (const auto& step : again.steps) titles += step.title + "; ";
  CHECK(titles == "Add OAuth login!; Build; Ship; Announce; Another's list; ");
}

}  // namespace
}  // namespace clew::feature

#include "command/start_session.h"

#include <fmt/format.h>

#include "command/plan_file.h"
#include "command/said.h"
#include "command/workspace.h"
#include "files/whole_file.h"
#include "project/git_state.h"
#include "session/progress.h"

namespace clew {
namespace {

// The command line keeps options in order only within one name, so that the interface hands over
// steps as "TITLE" and gates as "N:RULE", N being the number of steps named before it.
Status add_steps(const StartRequest& request, PlanFile& plan) {
  for (const auto& title : request.step) {
    PlannedStep step;
    step.title = title;
    plan.steps.push_back(std::move(step));
  }
  for (const auto& text : request.gate) {
    size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    const bool numbered = digits > 0 && digits < 6 && digits < text.size() && text[digits] == ':';
    const size_t place = numbered ? std::stoul(text.substr(0, digits)) : request.step.size();
    CLEW_ASSIGN(const Gate gate, parse_gate({numbered ? text.substr(digits + 1) : text}));
    if (place > request.step.size()) {
      return make_error(ErrorCode::kUsage, fmt::format("there is no step {} for this gate", place),
                        text);
    }
    std::optional<Gate>& slot = place == 0 ? plan.gate : plan.steps[place - 1].gate;
    if (!slot) {
      slot = gate;
      continue;
    }
    slot->required.insert(slot->required.end(), gate.required.begin(), gate.required.end());
    slot->rules.insert(slot->rules.end(), gate.rules.begin(), gate.rules.end());
  }
  return success();
}

Result<PlanFile> make_plan(Workspace& workspace, const StartRequest& request) {
  PlanFile plan;
  if (!request.plan.empty()) {
    if (!request.step.empty() || !request.gate.empty()) {
      return make_error(ErrorCode::kUsage, "--plan already has the steps and gates", "--step",
                        "leave --step and --gate out, or write them into the plan");
    }
    CLEW_ASSIGN(const Bytes text, read_whole_file(workspace.files(), request.plan));
    workspace.count_as_request(text);
    CLEW_ASSIGN(plan, read_plan(text, request.plan));
  } else {
    CLEW_TRY(add_steps(request, plan));
  }
  if (!request.goal.empty()) plan.goal = request.goal;
  plan.constraints.insert(plan.constraints.end(), request.constraint.begin(),
                          request.constraint.end());
  if (!request.mode.empty()) plan.mode = request.mode;
  if (!request.model.empty()) plan.model = request.model;
  if (request.first_index) {
    if (*request.first_index != 0 && *request.first_index != 1) {
      return make_error(ErrorCode::kUsage, "steps count from 0 or 1", "--first-index");
    }
    plan.structure.first_index = static_cast<uint32_t>(*request.first_index);
  }
  if (plan.goal.empty()) {
    return make_error(ErrorCode::kUsage, "a session needs a goal", "GOAL",
                      "clew start \"Add OAuth login\" --step design --step build");
  }
  return plan;
}

// Where git stands now; nothing when there is no repository, or it cannot be read.
GitState git_state_of(Workspace& workspace) {
  const auto repository = find_repository(workspace.files(), workspace.project().root);
  if (!repository || !repository->has_value()) return {};
  return read_git_state(workspace.files(), **repository).value_or(GitState());
}

}  // namespace

Result<Answer> start_session(Workspace& workspace, const StartRequest& request) {
  CLEW_ASSIGN(PlanFile plan, make_plan(workspace, request));
  const Workspace::Project& project = workspace.project();
  const GitState git = git_state_of(workspace);
  StartSession start;
  start.opening.goal = plan.goal;
  start.opening.constraints = plan.constraints;
  start.opening.project = project.id;
  start.opening.project_path = project.root;
  start.opening.device = workspace.surroundings().device;
  start.opening.mode = plan.mode;
  start.opening.model = plan.model;
  start.opening.branch = git.branch;
  start.opening.commit = git.commit;
  start.opening.structure = plan.structure;
  start.opening.gate = plan.gate;
  start.opening.order = request.any_order ? ChildOrder::kAnyOrder : plan.order;
  start.plan = std::move(plan.steps);
  CLEW_ASSIGN(const Done done, workspace.create(request.id, start));
  Answer answer;
  answer.data = done_fields(done);
  answer.data.set("goal", done.after.identity.goal);
  answer.data.set("step",
                  step_fields(done.after, current_step(done.after, workspace.caller().actor)));
  const Place place(done.after, workspace.caller().actor, workspace.now());
  answer.text =
      fmt::format("{}  started{} · store {}\nnext  {}", done.after.identity.id.text,
                  place.words(" · "), workspace.surroundings().store_path, place.next_command());
  return with_notices(std::move(answer), done);
}

}  // namespace clew

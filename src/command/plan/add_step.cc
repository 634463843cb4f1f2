#include "command/plan/add_step.h"

#include <fmt/format.h>

#include "drift/make_ties.h"
#include "engine/reply.h"
#include "session/side_steps.h"

namespace clew {

namespace {

// The number of top-level steps, once these are among them.
Result<StructureSettled> settled_with(const Session& session, const AddSteps& intent) {
  if (intent.parent != kRoot) {
    return make_error(ErrorCode::kUsage,
                      "--last is for a step of the plan, not for a part of a step", "--last",
                      "clew step add \"Ship\" --last");
  }
  size_t total = intent.plan.size();
  for (const Step* step : numbered_parts(session, session.root())) {
    total += step->quarantined.value_or(false) ? 0 : 1;
  }
  return StructureSettled{static_cast<uint32_t>(total), "its last step was added"};
}

}  // namespace

Result<std::vector<Intent>> steps_to_add(const Session& session, const AddStepRequest& request,
                                         const std::vector<Tie>& ties) {
  if (!request.id.empty() && request.title.size() > 1) {
    return make_error(ErrorCode::kUsage, "--id is for one step, but several are added", "--id",
                      "clew step add \"Deploy\" --id deploy");
  }
  std::optional<Gate> gate;
  if (!request.gate.empty()) {
    CLEW_ASSIGN(gate, parse_gate(request.gate));
  }
  AddSteps intent;
  if (!request.after.empty()) {
    CLEW_ASSIGN(const StepId after, find_step(session, request.after));
    intent.after = after;
    intent.parent = session.find(after)->parent;
  }
  if (!request.under.empty()) {
    CLEW_ASSIGN(intent.parent, find_step(session, request.under));
  }
  for (const auto& title : request.title) {
    PlannedStep step;
    step.key = request.id;
    step.title = title;
    step.order = request.any_order ? ChildOrder::kAnyOrder : ChildOrder::kInOrder;
    step.needs = request.needs;
    step.assignee = request.assignee;
    step.subject = request.subject;
    step.gate = gate;
    step.ties = ties;
    intent.plan.push_back(std::move(step));
  }
  std::vector<Intent> intents{intent};
  if (!request.last) return intents;
  CLEW_ASSIGN(const StructureSettled settled, settled_with(session, intent));
  // A plan that was whole before is longer now, and whole again.
  if (!session.structure.total) intents.push_back(RecordFact{settled, {}});
  return intents;
}

Result<Answer> add_step(Workspace& workspace, const AddStepRequest& request) {
  CLEW_ASSIGN(const auto ties,
              make_ties(workspace, {request.file, request.symbol}, "clew step add \"…\""));
  const auto intents = [&](const Session& session) { return steps_to_add(session, request, ties); };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  std::vector<std::string> lines;
  Value added = Value::list();
  for (const auto& event : done.events) {
    const auto* step = get_if<StepAdded>(&event.data);
    if (step == nullptr) continue;
    added.push(step_fields(done.after, step->step));
    lines.push_back(fmt::format("step {} added{}", label_of(done.after, step->step),
                                step->gate ? " until " + to_text(*step->gate) : ""));
  }
  Answer answer = said(workspace, done, Saying(std::move(lines)));
  answer.data.set("added", added);
  return answer;
}

}  // namespace clew

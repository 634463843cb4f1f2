#include "dialect/feature/plan_layout.h"

#include <algorithm>

#include "dialect/feature/shapes.h"
#include "dialect/tree_dialect.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::feature {
namespace {

// Everything below a step, each before its parts, but for what is left out. Without recursion:
// plans nest as deep as they have steps.
std::vector<StepId> all_below(const Session& session, const Step& top, const PlanParts& plan) {
  std::vector<StepId> found;
  std::vector<StepId> stack(top.children.rbegin(), top.children.rend());
  while (!stack.empty()) {
    const Step* step = session.find(stack.back());
    stack.pop_back();
    if (step == nullptr || plan.leaves_out(*step)) continue;
    found.push_back(step->id);
    stack.insert(stack.end(), step->children.rbegin(), step->children.rend());
  }
  return found;
}

// Whoever began last is done, and others are still at work: the latest task of those.
std::optional<StepId> begun_below(const Session& session, const Step& top, const PlanParts& plan) {
  std::optional<StepId> found;
  Time latest;
  for (const StepId id : all_below(session, top, plan)) {
    const Step& step = *session.find(id);
    if (step.status != StepStatus::kActive || plan.has_any(step) || is_settled(session, id)) {
      continue;
    }
    const Time begun = step.attempts.empty() ? Time() : step.attempts.back().started_at;
    if (found && begun < latest) continue;
    latest = begun;
    found = id;
  }
  return found;
}

}  // namespace

std::vector<PhaseLayout> lay_out(const Session& session, const StepNames& names) {
  const PlanParts plan(session);
  std::vector<PhaseLayout> phases;
  size_t flat_count = 0;
  for (const StepId id : session.root().children) {
    const Step* step = session.find(id);
    if (step == nullptr || plan.leaves_out(*step)) continue;
    if (plan.has_any(*step) || find_attribute(step->attributes, kIsPhase) != nullptr) {
      phases.push_back({id, names.of(id), all_below(session, *step, plan)});
      continue;
    }
    if (phases.empty() || phases.back().step != kRoot) {
      std::string name;
      do {
        ++flat_count;
        name = flat_count == 1 ? "steps" : "steps-" + std::to_string(flat_count);
      } while (names.has(name));
      phases.push_back({kRoot, std::move(name), {}});
    }
    phases.back().tasks.push_back(id);
  }
  return phases;
}

// Of one step's parts the aids come last, as they do when they are read again.
std::vector<StepId> aids_beside(const Session& session) {
  const PlanParts plan(session);
  std::vector<bool> beside(session.steps.size());
  std::vector<StepId> aids;
  std::vector<StepId> stack{kRoot};
  while (!stack.empty()) {
    const Step* step = session.find(stack.back());
    stack.pop_back();
    if (step == nullptr) continue;
    if (step->id != kRoot) {
      beside[step->id.number] = plan.leaves_out(*step) || beside[step->parent.number];
      if (beside[step->id.number]) aids.push_back(step->id);
    }
    std::vector<StepId> parts = step->children;
    std::stable_partition(parts.begin(), parts.end(), [&](StepId id) {
      const Step* part = session.find(id);
      return part == nullptr || !plan.leaves_out(*part);
    });
    stack.insert(stack.end(), parts.rbegin(), parts.rend());
  }
  return aids;
}

StepStatus status_of_parts(const Session& session, const Step& phase) {
  const PlanParts plan(session);
  size_t count = 0;
  size_t complete = 0;
  size_t pending = 0;
  for (const StepId id : phase.children) {
    const Step* part = session.find(id);
    if (part == nullptr || plan.leaves_out(*part)) continue;
    ++count;
    if (is_complete(*part)) ++complete;
    if (part->status == StepStatus::kPending) ++pending;
  }
  if (count == pending) return StepStatus::kPending;
  return count == complete ? StepStatus::kDone : StepStatus::kActive;
}

StepId active_step(const Session& session) {
  const PlanParts plan(session);
  const Step* at = &session.root();
  // As many rounds as there are steps: whatever the tree is like, this ends.
  for (size_t i = 0; i < session.steps.size() && at->current_child; ++i) {
    const Step* child = session.find(*at->current_child);
    if (child == nullptr || is_complete(*child) || plan.leaves_out(*child)) break;
    at = child;
  }
  return begun_below(session, *at, plan).value_or(at->id);
}

void make_active(Session& session, StepId id) {
  for (size_t i = 0; i < session.steps.size() && id != kRoot; ++i) {
    const StepId parent = session.steps[id.number].parent;
    session.steps[parent.number].current_child = id;
    id = parent;
  }
}

}  // namespace clew::feature

#include "session/side_steps.h"

#include <algorithm>

namespace clew {

bool is_aid(const Session& session, StepId step) { return aided_step(session, step) != step; }

// Of aids within aids the outermost decides.
StepId aided_step(const Session& session, StepId step) {
  StepId out = step;
  const Step* at = session.find(step);
  // Counted: in a damaged log a step may be inside of itself.
  for (size_t left = session.steps.size(); left > 0 && at != nullptr && at->id != kRoot; --left) {
    if (at->quarantined.value_or(false)) out = at->parent;
    at = session.find(at->parent);
  }
  return out;
}

// Of aids within aids the innermost.
std::optional<StepId> list_around(const Session& session, StepId step) {
  const Step* at = session.find(step);
  for (size_t left = session.steps.size(); left > 0 && at != nullptr && at->id != kRoot; --left) {
    if (at->quarantined.value_or(false)) return at->id;
    at = session.find(at->parent);
  }
  return std::nullopt;
}

// Aids come last, so that they change no number of the plan's own steps.
std::vector<const Step*> numbered_parts(const Session& session, const Step& step) {
  std::vector<const Step*> parts;
  for (const StepId child : step.children) {
    if (const Step* part = session.find(child)) parts.push_back(part);
  }
  std::stable_partition(parts.begin(), parts.end(),
                        [](const Step* part) { return !part->quarantined.value_or(false); });
  return parts;
}

std::vector<StepId> numbered_steps(const Session& session) {
  std::vector<StepId> out;
  if (session.steps.empty()) return out;
  std::vector<const Step*> waiting{&session.root()};
  // Without recursion: a log may nest as deep as it has steps.
  while (!waiting.empty() && out.size() < session.steps.size()) {
    const Step* step = waiting.back();
    waiting.pop_back();
    if (step->id != kRoot) out.push_back(step->id);
    const std::vector<const Step*> parts = numbered_parts(session, *step);
    waiting.insert(waiting.end(), parts.rbegin(), parts.rend());
  }
  return out;
}

size_t count_top_steps(const Session& session) {
  const PlanParts plan(session);
  const auto& top = session.root().children;
  return static_cast<size_t>(std::count_if(top.begin(), top.end(), [&](StepId id) {
    const Step* step = session.find(id);
    return step != nullptr && !plan.leaves_out(*step);
  }));
}

// Aids are left out only beside a plan: a total, or a top step that is none of them.
PlanParts::PlanParts(const Session& session) : session_(session) {
  if (session.steps.empty()) return;
  const auto& top = session.root().children;
  hides_aids_ = session.structure.total.value_or(0) > 0 ||
                std::any_of(top.begin(), top.end(), [&](StepId id) {
                  const Step* step = session.find(id);
                  return step != nullptr && !step->quarantined.value_or(false);
                });
}

bool PlanParts::has_any(const Step& step) const {
  return std::any_of(step.children.begin(), step.children.end(), [&](StepId child) {
    const Step* part = session_.find(child);
    return part != nullptr && !leaves_out(*part);
  });
}

bool PlanParts::has_open(const Step& step) const {
  return std::any_of(step.children.begin(), step.children.end(), [&](StepId child) {
    const Step* part = session_.find(child);
    return part != nullptr && !leaves_out(*part) && part->status != StepStatus::kDone &&
           part->status != StepStatus::kSkipped;
  });
}

}  // namespace clew

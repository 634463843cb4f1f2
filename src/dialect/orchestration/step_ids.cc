#include "dialect/orchestration/step_ids.h"

#include <algorithm>

#include "dialect/orchestration/shapes.h"

namespace clew::orchestration {

std::string Namer::name(const std::string& title) {
  const std::string plain = title.empty() ? "untitled" : title;
  if (take(plain)) return plain;
  size_t& next = next_[plain];
  while (true) {
    const std::string numbered = plain + "#" + std::to_string(std::max<size_t>(++next, 2));
    if (take(numbered)) return numbered;
  }
}

std::vector<StepId> plan_order(const Session& session) {
  std::vector<StepId> out;
  std::vector<StepId> stack(session.root().children.rbegin(), session.root().children.rend());
  while (!stack.empty()) {
    const Step* step = session.find(stack.back());
    stack.pop_back();
    if (step == nullptr) continue;
    out.push_back(step->id);
    stack.insert(stack.end(), step->children.rbegin(), step->children.rend());
  }
  return out;
}

std::vector<std::string> step_ids(const Session& session) {
  std::vector<std::string> ids(session.steps.size());
  Namer namer;
  const std::vector<StepId> order = plan_order(session);
  for (const StepId id : order) {
    const std::string* known = external_id(session.steps[id.number], kName);
    if (known != nullptr && !known->empty() && namer.take(*known)) ids[id.number] = *known;
  }
  std::vector<bool> aids(session.steps.size());
  for (const StepId id : order) {
    const Step& step = session.steps[id.number];
    aids[id.number] = step.quarantined.value_or(false) || aids[step.parent.number];
  }
  for (const bool aid : {false, true}) {
    for (const StepId id : order) {
      std::string& name = ids[id.number];
      if (name.empty() && aids[id.number] == aid) name = namer.name(session.steps[id.number].title);
    }
  }
  return ids;
}

}  // namespace clew::orchestration

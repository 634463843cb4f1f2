#include "agent_client/transcript/tool_items.h"

namespace clew::transcript {

std::vector<TranscriptItemData> items_of_tool(const HookEvent& event, const std::string& call) {
  std::vector<TranscriptItemData> items;
  for (const auto& edit : event.edits) {
    FileEdit plain = edit;
    if (edit.original) plain.before = sha256(*edit.original);
    items.emplace_back(std::move(plain));
  }
  if (event.command) items.emplace_back(*event.command);
  if (event.plan) {
    PlanChange plan = *event.plan;
    plan.prefix = "step:";
    // Of a list that has no ids an item is known by its words.
    for (auto& item : plan.items) item.id = plan.prefix + item.title;
    items.emplace_back(std::move(plan));
  }
  for (const auto& answered : event.answers) items.emplace_back(UserDecision{call, answered, {}});
  return items;
}

}  // namespace clew::transcript

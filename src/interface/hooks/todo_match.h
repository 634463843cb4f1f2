#pragma once
// Which steps the items of an agent's list stand for.

#include <string>
#include <vector>

#include "agent_client/hook_event.h"
#include "interface/hooks/todo_marks.h"

namespace clew {

// The title that the item's step is given, and the one that it has then: without secrets.
std::string step_title(const PlanItem& item);
std::string recorded_title(const PlanItem& item);

// One step per item; the root: there is none yet. By the agent's id, of several the latest; else by
// title: open steps first, complete ones only for an item that is complete, and never an item of
// somebody else's list. Then by other words for the same, if one step alone can be meant. What was
// left behind comes last.
std::vector<StepId> find_items(const Session& session, const ListMarks& marks,
                               const std::vector<PlanItem>& items);

// Whether two titles are of one item: the same words, or the same stems but for words such as
// "add", or nearly the same with equal numbers, paths, identifiers and negations.
bool is_same_item(const std::string& a, const std::string& b);

// On a list beside a step that is complete by now: to take it up would open that step again.
bool is_left_behind(const Session& session, const Step& step);
// Left behind, and open until then: skipped together with the list that it is on.
bool was_open(const Session& session, const Step& step);
// The agent is not through with an item that was left behind: it needs a step anew.
bool goes_on_elsewhere(const Session& session, const Step& step, const PlanItem& item);

struct LeftItem {
  PlanItem item;  // as it was when it was left
  StepId step;
};
// The agent's own items that were open when they were left behind, and that it has neither taken up
// nor dropped since; without `named`, those that it speaks of.
std::vector<LeftItem> items_to_take_along(const Session& session, const ListMarks& marks,
                                          const std::vector<StepId>& named);

}  // namespace clew

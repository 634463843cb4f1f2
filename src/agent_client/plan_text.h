#pragma once
// The steps of a plan that is told in words (Markdown): its numbered items at the outermost level;
// without any, its boxes to tick. Anything else is prose, and gives no steps.

#include <string_view>
#include <vector>

#include "agent_client/hook_event.h"

namespace clew {

std::vector<PlanItem> steps_in_text(std::string_view text);
// The plan that the person agreed to.
PlanChange agreed_to(const std::string& text);

}  // namespace clew

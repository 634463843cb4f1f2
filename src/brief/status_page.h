#pragma once
// The page that `clew status` shows a person: progress, timing, average, estimate, stall warning,
// the steps with their attempts, what is open, what drifted, what is next. The same facts as the
// brief, which is for agents. Pure: session and world in, text out.

#include <string>

#include "brief/status_rows.h"
#include "brief/world.h"
#include "session/session.h"

namespace clew {

enum class Bar { kHidden, kShown };  // progress bars are for terminals

std::string write_status_page(const Session& session, const World& world, Bar bar, size_t columns,
                              StatusExtent extent = StatusExtent::kScreen);
// One line for a prompt: oauth-7f3a ▶ 3/4 Build 50 %
std::string write_status_line(const Session& session, const World& world);
// The plan as lines, nested, each with mark, number, title and time.
std::string write_plan(const Session& session, const World& world);

}  // namespace clew

#pragma once
// The same facts as a page for a person: progress, timing, average, estimate, stall warning, the
// steps with their attempts, what is open, what drifted, what is next.

#include <string>

#include "brief/world.h"
#include "session/session.h"

namespace clew {

enum class Bar { kHidden, kShown };  // progress bars are for terminals

// A screen has room for a few of each kind of thing; the rest is counted, with the command that
// shows it.
enum class StatusExtent { kScreen, kWhole };

std::string write_status_page(const Session& session, const World& world, Bar bar, size_t columns,
                              StatusExtent extent = StatusExtent::kScreen);
// One line for a prompt: oauth-7f3a ▶ 3/4 Build 50 %
std::string write_status_line(const Session& session, const World& world);
// The plan as lines, nested, each with mark, number, title and time.
std::string write_plan(const Session& session, const World& world);

}  // namespace clew

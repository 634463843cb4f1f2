#pragma once
// The brief: the text that brings a newcomer, most often an AI agent with an empty context, to
// where the work stands. Picks, orders, marks and cuts; Markdown, deterministic: the same session
// and world give the same bytes. Its first 1,900 characters suffice alone. What was cut is
// announced, and it never exceeds the budget (counted in characters, at most kBriefCap).

#include <cstddef>
#include <string>

#include "brief/world.h"
#include "session/session.h"

namespace clew {

inline constexpr size_t kBriefDefault = 6000;
inline constexpr size_t kBriefCap = 9500;
inline constexpr size_t kBriefLeast = 600;

std::string write_brief(const Session& session, const World& world, size_t budget = kBriefDefault);

// How many of its characters everything that must be seen first takes; at most 1,900.
size_t first_look_of(const Session& session, const World& world, size_t budget = kBriefDefault);

// At most five lines: goal, next, who is at work, the call for more.
std::string write_short_brief(const Session& session, const World& world);

// Whether a brief tells of work that nobody ended.
bool is_interrupted(const Session& session, const World& world);

}  // namespace clew

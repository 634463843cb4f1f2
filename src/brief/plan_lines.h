#pragma once
// The plan as lines for a person: mark, number, title, time, and what went wrong beneath.
//   ✔ done  ▶ active  ✘ failed  ■ blocked  ? needs review  ↷ skipped  · to do
// In a closed session nothing is active or to do any more: – stands for what was left.

#include <limits>
#include <string>
#include <vector>

#include "brief/standing.h"

namespace clew {

inline constexpr size_t kWholePlan = std::numeric_limits<size_t>::max();

// A plan of more than `most_steps` is folded: the parts of finished steps are left out, and the
// beginning, the end, the neighbourhood of the current step and what is in trouble are shown.
std::vector<std::string> plan_lines(const Session& session, const World& world,
                                    const Standing& standing, size_t most_steps, size_t columns);

}  // namespace clew

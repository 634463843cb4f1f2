#pragma once
// Steps that a session gets once it says how many: sections when the outline is settled, paragraphs
// when a section says of how many it is made.

#include <vector>

#include "session/intent.h"

namespace clew::essay {

// In the order in which they are to be added; nothing when all are there. Steps that are more than
// the number says stay.
std::vector<AddSteps> further_steps(const Session& session);

}  // namespace clew::essay

#pragma once
// What going back to a stage of an essay brings with it: what an earlier outline counted, named and
// approved does not outlive it.

#include <string>
#include <string_view>
#include <vector>

#include "dialect/essay/names.h"
#include "session/intent.h"

namespace clew::essay {

// Sections and counts of an outline that is to be made anew go, and so do approvals and scores of
// what is to be done again.
std::vector<Intent> after_revisit(const Session& session, StepId step, Impact impact);
// The arguments as a whole are not approved any more, if they were.
void withdraw_approval(const Names& names, std::vector<Intent>& out);

// Why a change of this step's file, or of its claim type, changes the direction of the essay; empty
// when it need not.
std::string upset_by(const Session& session, const Step& step, std::string_view before,
                     std::string_view after);

}  // namespace clew::essay

#pragma once
// Where a session stands, in the essay's words.

#include <string>

#include "dialect/essay/names.h"

namespace clew::essay {

// What is current, else the first stage that is not complete, else the last. REQUIRES: 4 stages
int current_stage(const Session& session, const Names& names);
// The section or paragraph that is current, if one is.
std::optional<int64_t> current_section(const Session& session, const Names& names, int stage);
std::optional<int64_t> current_paragraph(const Session& session, const Names& names,
                                         const Step& section);
// The same for people: between two sections, or paragraphs, the next one that is to do.
Spot position(const Session& session);

// "Session paused at Stage 3, Section 2. To resume: clew resume …"
std::string position_sentence(const Session& session);
// "essay-pipeline-20260214-143022 -- Stage 3, Section 2 -- Last active: 2 hours ago"
std::string picker_line(const Session& session, Time now);

}  // namespace clew::essay

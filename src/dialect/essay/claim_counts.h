#pragma once
// What the gates of stages 3 and 4 ask for and clew counts by itself.

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::essay {

// Of both stages: sections that the outline counts and the stage lacks; one when it has none at
// all.
inline constexpr const char* kUnplannedSections = "unplanned_sections";
// Of stage 4: stages before it that are not done, verifications that are still deferred, and
// overrides that nobody has reconfirmed.
inline constexpr const char* kOpenStages = "open_stages";
inline constexpr const char* kOpenDeferred = "open_deferred_verifications";
inline constexpr const char* kOpenOverrides = "open_user_overrides";

bool is_counted(std::string_view evidence);
// Empty for steps that have no such gate.
Evidence counted_evidence(const Session& session, const Step& step);
// What to type so that nothing is left to count.
std::vector<std::string> settling_commands(const Session& session, const Step& step,
                                           std::string_view evidence);

// A number that was set on the step, else shown when it was completed; 0 when neither tells.
int64_t reported_number(const Step& step, const char* name);

}  // namespace clew::essay

#pragma once
// Small words between a document and the core: file names, phase numbers, titles, seconds.

#include <optional>
#include <string>
#include <string_view>

#include "session/session.h"

namespace clew::workflow {

// Null when it is not there.
const Value& member_of(const Value& tree, std::string_view name);
// Without folders and ".json".
std::string stem_of(const std::string& path);
std::optional<uint32_t> phase_number(const std::string& key);
std::string phase_title(uint32_t number);
// What the goal is when nobody said it in other words.
std::string goal_of(const Session& session);
Duration from_seconds(std::optional<double> seconds);
Value to_seconds(Duration duration);

}  // namespace clew::workflow

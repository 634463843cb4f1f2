#pragma once
// Texts that the format's own programs write wrong, made readable by the smallest change.

#include <optional>
#include <string>
#include <string_view>

namespace clew::feature {

struct Repaired {
  std::string text;
  size_t line = 0;  // the first that was changed, from 1
};

// Lines of an entry whose own `- feature_id:` line was taken away: they become comments. Only for a
// text that is not YAML as it is.
std::optional<Repaired> repair_orphans(std::string_view text);
// `active_features: []` with entries below it: the brackets go.
std::optional<Repaired> repair_index(std::string_view text);
// `  status: "…"` indented below `feature_id: "…"`: the indentation goes.
std::optional<Repaired> repair_state(std::string_view text);

}  // namespace clew::feature

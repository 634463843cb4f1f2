#include "dialect/workflow/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "dialect/tree_dialect.h"
#include "dialect/workflow/shapes.h"

namespace clew::workflow {

const Value& member_of(const Value& tree, std::string_view name) {
  static const Value nothing;
  const Value* found = tree.find(name);
  return found == nullptr ? nothing : *found;
}

std::string stem_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  if (name.ends_with(".json")) name.resize(name.size() - 5);
  return name;
}

std::optional<uint32_t> phase_number(const std::string& key) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
  const bool whole = error == std::errc() && end == key.data() + key.size();
  return whole && number <= kMaxPhases ? std::optional(number) : std::nullopt;
}

std::string phase_title(uint32_t number) { return fmt::format("Phase {}", number); }

std::string goal_of(const Session& session) {
  const Value* target = find_attribute(session.root().attributes, kTargetFile);
  const std::string& on = target == nullptr ? std::string() : target->as_string();
  if (on.empty()) return session.structure.workflow;
  return session.structure.workflow.empty() ? on
                                            : fmt::format("{}: {}", session.structure.workflow, on);
}

Duration from_seconds(std::optional<double> seconds) {
  if (!seconds || !(*seconds > 0)) return {};
  return {static_cast<int64_t>(std::llround(std::min(*seconds, 1e12) * 1000))};
}

Value to_seconds(Duration duration) {
  if (duration.ms % 1000 == 0) return duration.ms / 1000;
  return static_cast<double>(duration.ms) / 1000;
}

}  // namespace clew::workflow

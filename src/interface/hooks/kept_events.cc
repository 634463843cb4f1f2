#include "interface/hooks/kept_events.h"

#include <algorithm>

#include "agent_client/prompt_text.h"
#include "brief/said.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"

namespace clew {
namespace {

bool is_reported_again(const KeptEvent& known, const KeptEvent& event) {
  constexpr Duration kAtOnce = seconds(10);
  return known.kind == event.kind && known.text == event.text && known.run == event.run &&
         event.at - known.at < kAtOnce;
}

}  // namespace

void add_kept(KeptEvents& kept, KeptEvent event) {
  if (!kept.empty() && is_reported_again(kept.back(), event)) return;
  kept.push_back(std::move(event));
  if (kept.size() <= kMaxKeptEvents) return;
  const auto first = std::find_if(kept.begin(), kept.end() - 1, [](const KeptEvent& each) {
    return each.kind != KeptKind::kPrompt;
  });
  kept.erase(first == kept.end() - 1 ? kept.begin() + 1 : first);
}

bool is_expired(const KeptEvents& kept, Time now) {
  return kept.empty() || now - kept.back().at > kKeptFor;
}

std::string goal_in(const KeptEvents& kept) {
  for (const auto& event : kept) {
    if (event.kind != KeptKind::kPrompt || is_acknowledgement(event.text)) continue;
    if (std::string goal = goal_of(event.text); !goal.empty()) return goal;
  }
  return {};
}

std::string write_kept(const KeptEvents& kept) {
  return kept.empty() ? std::string() : write_json(to_value(kept));
}

KeptEvents read_kept(std::string_view text, Time now) {
  if (text.empty()) return {};
  KeptEvents kept;
  if (const auto tree = parse_cut_json(text); tree && from_value(*tree, kept, "kept")) return kept;
  return {
      KeptEvent{KeptKind::kPrompt, now, std::string(text), {}}
  };
}

}  // namespace clew

#include "interface/toolbox/settled_facts.h"

#include <algorithm>

namespace clew {

bool SettledFacts::has(const std::string& fact) {
  const auto now = observation_ == nullptr ? std::nullopt : observation_->settings_version();
  if (!now || version_ != now) facts_.clear();
  version_ = now;
  return std::find(facts_.begin(), facts_.end(), fact) != facts_.end();
}

void SettledFacts::add(const std::string& fact) {
  if (!version_ || version_ != observation_->settings_version()) return;
  if (facts_.size() == kMostFacts) facts_.clear();
  facts_.push_back(fact);
}

}  // namespace clew

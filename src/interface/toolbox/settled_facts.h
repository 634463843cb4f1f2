#pragma once
// What a server has once found the store's settings to say, such as that recording is on, for as
// long as they stay as they are.

#include <optional>
#include <string>
#include <vector>

#include "command/observation.h"

namespace clew {

class SettledFacts {
 public:
  explicit SettledFacts(Observation* observation) : observation_(observation) {}

  // Comes before the settings are read: what is found then holds for the settings of this moment.
  bool has(const std::string& fact);
  // Nothing is kept when they changed meanwhile.
  void add(const std::string& fact);
  void forget() { facts_.clear(); }

 private:
  static constexpr size_t kMostFacts = 32;

  Observation* observation_;  // null: nothing is ever settled
  std::optional<SettingsVersion> version_;
  std::vector<std::string> facts_;
};

}  // namespace clew

#pragma once
// For the tests of this folder: any session at all, made from dice.

#include <cstdint>
#include <string>
#include <vector>

#include "brief/world.h"
#include "session/session.h"

namespace clew {

class Dice {
 public:
  explicit Dice(std::vector<uint32_t> rolls) : rolls_(std::move(rolls)) {}
  bool empty() const { return at_ == rolls_.size(); }
  // Below `sides`; 0 once the dice are used up.
  uint32_t roll(uint32_t sides) { return empty() ? 0 : rolls_[at_++] % sides; }

 private:
  std::vector<uint32_t> rolls_;
  size_t at_ = 0;
};

// Texts that want to be more than text, or are too long, empty or broken.
std::string any_words(Dice& dice);
Session any_session(Dice& dice);
World any_world(Dice& dice, const Session& session);

}  // namespace clew

#pragma once
// Work that goes on after the command that asked for it, in a process of its own. What this program
// can start is known in app (app/start_in_background.h).

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace clew {

struct Surroundings;

class BackgroundPrograms {
 public:
  virtual ~BackgroundPrograms() = default;
  // clew with these words, on the same store and with the same keys; it shares nothing else with
  // this process, not its folder, input and output. Waits for its end, but no longer than `wait`.
  virtual Status start(const Surroundings& around, const std::vector<std::string>& words,
                       Duration wait) = 0;
};

}  // namespace clew

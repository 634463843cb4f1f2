#pragma once
// One phase as the sections of a file tell it, gathered from their four places, and the step it is.

#include <optional>
#include <vector>

#include "dialect/workflow/words.h"

namespace clew::workflow {

struct PhaseFacts {
  bool listed = false;
  std::string checkpoint;
  const Value* timing = nullptr;
  const Value* artifact = nullptr;
  const Value* evidence = nullptr;  // what was submitted, in files that keep it apart
  // An older file has no timing: this is its current phase, and it has begun.
  bool begun_unseen = false;
};

// `began`: when the phase before it ended, for files that do not say when this one started; that is
// how these programs go on to the next.
void read_phase(const PhaseFacts& facts, Time began, Step& phase);
void read_commands(const PhaseFacts& facts, StepId phase, Kept<CommandRun>& runs,
                   std::vector<std::string>& parts);

}  // namespace clew::workflow

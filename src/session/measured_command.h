#pragma once
// Builds the command that completes a step, as text to be typed: `clew done 2 coverage=…`, with
// what its gate asks for or as it was measured the last time. For briefs, suggestions and refusals.

#include <optional>
#include <string>

#include "session/step.h"

namespace clew {

// "make coverage": what the last measured attempt ran, as it can be typed. Empty when nothing was
// measured, or it does not fit into a line.
std::string measuring_command(const Step& step);

// "coverage=…" of a finding whose evidence was not shown at all; nothing for any other.
std::optional<std::string> evidence_to_show(const GateFinding& finding);

// "clew done 2 coverage=…": with what its gate asks for, or measured as it was the last time.
// `number` is empty for the session itself.
enum class AtHand { kYes, kNo };  // whether it is the step that `clew done` means anyway
std::string completing_command(const Step& step, const std::string& number,
                               AtHand at_hand = AtHand::kYes);

}  // namespace clew

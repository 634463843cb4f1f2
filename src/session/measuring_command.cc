#include "session/measuring_command.h"

#include "base/shell_word.h"
#include "base/text.h"

namespace clew {

std::string measuring_command(const Step& step) {
  constexpr size_t kMostBytes = 200;
  const Attempt* last = nullptr;
  for (const auto& attempt : step.attempts) {
    if (attempt.evidence.measurement) last = &attempt;
  }
  if (last == nullptr) return {};
  const std::string line = shell_words(last->evidence.measurement->command);
  const bool fits = line.size() <= kMostBytes && line.find_first_of("\n\t`") == std::string::npos &&
                    visible(line) == line;
  return fits ? line : std::string();
}

}  // namespace clew

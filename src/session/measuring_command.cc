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

std::optional<std::string> evidence_to_show(const GateFinding& finding) {
  constexpr std::string_view kShow = "show it: ";  // as gate.cc advises
  if (!finding.advice.starts_with(kShow)) return std::nullopt;
  return finding.advice.substr(kShow.size());
}

std::string completing_command(const Step& step, const std::string& number) {
  const std::string measuring = measuring_command(step);
  if (!measuring.empty()) return "clew done -- " + measuring;
  std::string command = number.empty() ? "clew done" : "clew done " + number;
  const Attempt* shut = step.shut_attempt();
  if (shut == nullptr) return command;
  for (const auto& finding : shut->findings) {
    if (const auto missing = evidence_to_show(finding)) command += " " + *missing;
  }
  return command;
}

}  // namespace clew

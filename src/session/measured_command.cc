#include "session/measured_command.h"

#include <algorithm>

#include "base/shell_word.h"
#include "base/text.h"

namespace clew {

// The command of the latest measurement, if it can be typed in one short line just as it is.
std::string measuring_command(const Step& step) {
  constexpr size_t kMaxBytes = 200;
  const Attempt* last = nullptr;
  for (const auto& attempt : step.attempts) {
    if (attempt.evidence.measurement) last = &attempt;
  }
  if (last == nullptr) return {};
  const std::string line = shell_words(last->evidence.measurement->command);
  const bool fits = line.size() <= kMaxBytes && line.find_first_of("\n\t`") == std::string::npos &&
                    visible(line) == line;
  return fits ? line : std::string();
}

std::optional<std::string> evidence_to_show(const GateFinding& finding) {
  constexpr std::string_view kShow = "show it: ";  // as gate.cc advises
  if (!finding.advice.starts_with(kShow)) return std::nullopt;
  return finding.advice.substr(kShow.size());
}

namespace {

// What was set on the step counts the first time, and so does what was counted for its gate.
bool is_there_already(const Step& step, const std::string& name) {
  const bool is_set =
      std::any_of(step.attributes.begin(), step.attributes.end(), [&](const Attribute& each) {
        return !each.value.is_null() && (each.key == name || each.key.ends_with("." + name));
      });
  if (is_set && step.passed_attempt() == nullptr) return true;
  const Attempt* shut = step.shut_attempt();
  if (shut == nullptr || shut->evidence.measurement) return false;
  return std::any_of(shut->evidence.items.begin(), shut->evidence.items.end(),
                     [&](const EvidenceItem& item) {
                       return item.name == name && item.source == EvidenceSource::kMeasured;
                     });
}

bool is_field_within(const GateField& part, const GateField& whole) {
  return part.name.starts_with(whole.name + ".");
}

// A part of what may be left out is asked for only when that is shown.
bool is_always_asked_for(const Gate& gate, const GateField& wanted) {
  return wanted.required &&
         std::none_of(gate.required.begin(), gate.required.end(), [&](const GateField& whole) {
           return !whole.required && is_field_within(wanted, whole);
         });
}

// The parts are named in its place: each is one value to type.
bool has_asked_parts(const Gate& gate, const GateField& wanted) {
  return std::any_of(gate.required.begin(), gate.required.end(), [&](const GateField& part) {
    return is_field_within(part, wanted) && is_always_asked_for(gate, part);
  });
}

}  // namespace

std::string completing_command(const Step& step, const std::string& number, AtHand at_hand) {
  const std::string measuring = measuring_command(step);
  std::string command = number.empty() ? "clew done" : "clew done " + number;
  if (!measuring.empty()) {
    return (at_hand == AtHand::kYes ? "clew done" : command) + " -- " + measuring;
  }
  if (!step.gate) return command;
  for (const auto& wanted : step.gate->required) {
    if (!is_always_asked_for(*step.gate, wanted) || has_asked_parts(*step.gate, wanted)) continue;
    if (!is_there_already(step, wanted.name)) command += " " + wanted.name + "=…";
  }
  return command;
}

}  // namespace clew

// What to do next and what a gate has to say, in words.

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "brief/sections.h"
#include "brief/standing.h"
#include "session/measured_command.h"

namespace clew {
namespace {

const EvidenceItem* item_named(const Evidence& evidence, const std::string& name) {
  for (const auto& item : evidence.items) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

bool has_finding(const Attempt& attempt, const std::string& name) {
  return std::any_of(attempt.findings.begin(), attempt.findings.end(),
                     [&](const GateFinding& finding) { return finding.name == name; });
}

// " (65 measured 14:10)": what the gate was last shown; empty when nothing was.
std::string shown_words(const Step& step, Time now) {
  const Attempt* failed = step.shut_attempt();
  if (failed == nullptr || !failed->ended_at) return {};
  std::vector<std::string> shown;
  EvidenceSource source = EvidenceSource::kMeasured;
  for (const auto& finding : failed->findings) {
    const EvidenceItem* item = item_named(failed->evidence, finding.name);
    if (item == nullptr || shown.size() == 3) continue;
    const bool alone = failed->findings.size() == 1;
    shown.push_back(alone ? to_text(item->value) : item->name + " " + to_text(item->value));
    if (item->source == EvidenceSource::kClaimed) source = EvidenceSource::kClaimed;
  }
  if (shown.empty()) return {};
  return fmt::format(" ({} {} {})", fmt::join(shown, ", "), name_of(source),
                     when(*failed->ended_at, now));
}

std::string done_command(const Session& session, const Standing& standing) {
  const bool of_root = standing.at == kRoot;
  return completing_command(*standing.step, of_root ? "" : number_of(session, standing.at));
}

std::string until_gate(const Step& step) {
  return step.gate ? " until " + to_text(*step.gate) : std::string();
}

std::string without_full_stop(std::string text) {
  while (!text.empty() && std::string_view(".;, \n").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
}

std::string as_said(const Session& session) {
  return quote(without_full_stop(session.next_action));
}

// What a person or an agent set; the gate of the current step says when it is done.
NextWords as_set(const Session& session, const World& world, const Standing& standing) {
  const Step& step = *standing.step;
  NextWords words{short_name(session.next_action_by), as_said(session), "", ""};
  const bool at_work = step.status == StepStatus::kActive;
  if (step.gate && at_work) {
    words.text += until_gate(step) + shown_words(step, world.now);
    words.glue = ", then ";
    words.command = done_command(session, standing);
  } else if (standing.at != kRoot && at_work) {
    words.glue = fmt::format("; step {} ends with ", number_of(session, standing.at));
    words.command = done_command(session, standing);
  }
  return words;
}

std::optional<NextWords> words_for(const Session& session, const World& world,
                                   const Standing& standing) {
  if (is_closed(session.lifecycle.status)) return std::nullopt;
  const Step& step = *standing.step;
  const bool of_root = standing.at == kRoot;
  if (session.lifecycle.status == Lifecycle::kPaused) {
    const std::string work =
        of_root ? "continue with the goal" : "continue with step " + label_of(session, standing.at);
    return NextWords{"the pause", session.next_action.empty() ? work : as_said(session), " after ",
                     "clew resume " + id_of(session)};
  }
  if (!session.next_action.empty()) return as_set(session, world, standing);
  if (of_root && standing.rows.empty()) {
    return NextWords{"the goal",
                     "work towards the goal" + until_gate(step) + shown_words(step, world.now),
                     ", then ", done_command(session, standing)};
  }
  const NextAction action = next_action(session, world.reader, world.now);
  NextWords words{action.set_by, without_full_stop(action.text), "; ", action.command};
  if (action.command.starts_with("clew done")) {
    words.text += shown_words(step, world.now);
    // Of a plan that is through, closing the session is all that is left, and the command does it.
    words.glue = of_root && action.set_by == "the plan" ? " with " : ", then ";
  }
  if (words.command.empty()) words.glue.clear();
  return words;
}

// The view in whose files the words of the step at hand, or of the one it waits for, were changed.
ActorId edited_by(const Session& session, const Standing& standing) {
  if (!standing.step->words_by.empty()) return standing.step->words_by;
  if (standing.step->status != StepStatus::kPending) return {};
  const ReadinessAnswer answer = readiness(session, standing.at);
  if (answer.readiness == Readiness::kReady) return {};
  const Step* awaited = session.find(answer.waits_for);
  return awaited == nullptr ? ActorId() : awaited->words_by;
}

}  // namespace

std::string failure_words(const Attempt& attempt) {
  std::string words = attempt.findings.empty() ? attempt.reason : to_text(attempt.findings);
  std::vector<std::string> others;
  bool measured = !attempt.evidence.items.empty();
  for (const auto& item : attempt.evidence.items) {
    measured = measured && item.source == EvidenceSource::kMeasured;
    if (has_finding(attempt, item.name)) continue;
    others.push_back(item.name + " " + to_text(item.value));
  }
  if (!others.empty()) words += fmt::format("; {}", fmt::join(others, ", "));
  if (measured) words += " (measured)";
  return words;
}

std::string failed_because(const Step& step) {
  if (!step.status_reason.empty() || step.attempts.empty()) return step.status_reason;
  const Attempt& last = step.attempts.back();
  if (last.outcome != AttemptOutcome::kFailed) return {};
  std::vector<std::string> shown;
  for (const auto& item : last.evidence.items) {
    shown.push_back(item.name + " " + to_text(item.value));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::optional<NextWords> next_words(const Session& session, const World& world,
                                    const Standing& standing) {
  auto words = words_for(session, world, standing);
  if (!words) return words;
  const bool is_set = !session.next_action.empty();
  if (!is_set && standing.at != kRoot && !edited_by(session, standing).empty()) {
    words->set_by += std::string(", ") + kEditedInFiles;
  }
  words->command = world.worded(words->command);
  if (words->command.empty()) words->glue.clear();
  return words;
}

}  // namespace clew

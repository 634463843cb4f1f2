// The part of a brief about the plan: in progress, blocked, failed, in review; then what is done.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/status_rows.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

std::string label(const PlanRow& row, Measure measure) {
  return fmt::format("step {} {}{}", row.number, quoted(row.step->title, measure(40)),
                     edited_mark(row.step->words_by));
}

// "Attempt 1 failed its gate: coverage 65, needs >= 80; tests 42 of 45 (measured)"
std::string failure_sentence(const Step& step, Measure measure) {
  const Attempt* shut = step.shut_attempt();
  if (shut == nullptr) return {};
  return fmt::format("Attempt {} failed its gate: {}", shut->number,
                     recorded(failure_words(*shut), measure(240)));
}

// What became of the code that a step rests on; empty when it is as it was.
std::string ground_of(const Scene& scene, const Step& step) {
  return ground_mark(scene, "step", step.id.number);
}

std::string failed_words(const Step& step, size_t most) {
  const std::string why = failed_because(step);
  return why.empty() ? why : ": " + recorded(why, most);
}

// Whoever began it is not there any more, and is not the one who reads.
bool is_left(const Scene& scene, const ActorId& actor) {
  const auto& agents = scene.world.agents;
  return actor != scene.world.reader &&
         std::any_of(agents.begin(), agents.end(),
                     [&](const AgentCheck& agent) { return agent.actor == actor && !agent.there; });
}

std::string current_line(const Scene& scene, Measure measure) {
  const Step& step = *scene.standing.step;
  const bool of_root = scene.standing.at == kRoot;
  const std::string failure = failure_sentence(step, measure);
  if (of_root)
    return failure.empty() ? failure : "In progress: the session itself. " + failure + ".";
  const std::string number = number_of(scene.session, scene.standing.at);
  const std::string named = fmt::format("step {} {}{}", number, quoted(step.title, measure(40)),
                                        edited_mark(step.words_by));
  const std::string reason =
      step.status_reason.empty() ? "" : ": " + recorded(step.status_reason, measure(160));
  std::string text;
  switch (step.status) {
    case StepStatus::kActive: {
      text = fmt::format("In progress: step {}{}, attempt {}", number, edited_mark(step.words_by),
                         step.attempt_count);
      const Attempt* open = step.open_attempt();
      if (open != nullptr) text += " since " + when(open->started_at, scene.world.now);
      if (open != nullptr && is_left(scene, open->actor)) {
        text += fmt::format(", left by {}", recorded(short_name(open->actor), 20));
      }
      if (scene.standing.stalled) {
        text += fmt::format(", {} in all, more than twice the average",
                            to_words(scene.standing.in_step));
      }
      break;
    }
    case StepStatus::kBlocked:
      text = fmt::format("Blocked: {}{}", named, reason);
      break;
    case StepStatus::kFailed:
      text = fmt::format("Failed: {}{}", named, failed_words(step, measure(160)));
      return text + ground_of(scene, step);
    case StepStatus::kNeedsReview:
      text = fmt::format("Needs review: {}{}", named, reason);
      break;
    case StepStatus::kPending:
      if (!ground_of(scene, step).empty()) text = fmt::format("Not started: {}", named);
      break;
    case StepStatus::kDone:
    case StepStatus::kSkipped:
      return {};
  }
  if (text.empty()) return {};
  if (!failure.empty()) text += ". " + failure + ".";
  return text + ground_of(scene, step);
}

// Another step that somebody works on or that waits for somebody; empty for any other.
std::string other_line(const Scene& scene, const PlanRow& row, Measure measure) {
  const Step& step = *row.step;
  if (row.inside_finished || step.id == scene.standing.at) return {};
  const std::string reason =
      step.status_reason.empty() ? "" : ": " + recorded(step.status_reason, measure(100));
  const std::string ground = ground_of(scene, step);
  switch (step.status) {
    case StepStatus::kActive: {
      if (!row.is_leaf) return {};
      const Attempt* open = step.open_attempt();
      // Files that were imported do not say who.
      const std::string name = open == nullptr || open->actor.empty()
                                   ? std::string()
                                   : recorded(short_name(open->actor), 20) + ", ";
      const std::string who =
          open == nullptr ? ""
                          : fmt::format("   ({}{})", name, when(open->started_at, scene.world.now));
      const bool left = open != nullptr && is_left(scene, open->actor);
      return fmt::format("{}: {}{}{}", left ? "Left in progress" : "Also in progress",
                         label(row, measure), who, ground);
    }
    case StepStatus::kBlocked:
      return fmt::format("Blocked: {}{}{}", label(row, measure), reason, ground);
    case StepStatus::kFailed:
      return fmt::format("Failed: {}{}{}", label(row, measure), failed_words(step, measure(100)),
                         ground);
    case StepStatus::kNeedsReview:
      return fmt::format("Needs review: {}{}{}", label(row, measure), reason, ground);
    case StepStatus::kPending:
    case StepStatus::kDone:
    case StepStatus::kSkipped:
      return {};
  }
  return {};
}

std::vector<std::string> failed_agents(const Scene& scene, Measure measure) {
  std::vector<std::string> out;
  for (const auto& agent : scene.session.agents.items) {
    if (agent.status != AgentStatus::kError && agent.status != AgentStatus::kTimeout) continue;
    if (!agent.ended_at || *agent.ended_at < scene.standing.last_pass) continue;
    std::string text = fmt::format("Failed: agent {}", recorded(agent.id.text, measure(40)));
    if (agent.status == AgentStatus::kTimeout) text += " timed out";
    if (agent.error && !agent.error->message.empty()) {
      text += ": " + recorded(agent.error->message, measure(100));
    }
    out.push_back(std::move(text));
  }
  return out;
}

std::string note_line(const Scene& scene, Measure measure) {
  const auto& notes = scene.session.notes.items;
  const auto last = std::find_if(notes.rbegin(), notes.rend(), [](const Note& note) {
    return note.log.empty() && !note.text.starts_with("Summary at compaction: ");
  });
  if (last == notes.rend() || last->origin.step != scene.standing.at) return {};
  const Note& note = *last;
  return fmt::format("Last note: {}{}{}", recorded(note.text, measure(160)),
                     author(note.origin, scene.world.now),
                     ground_mark(scene, "note", note.origin.id.number));
}

// "coverage 88, claimed", "coverage 83, measured 14:10 on this tree"
std::string evidence_words(const Scene& scene, const Step& step, const Attempt& passed,
                           Measure measure) {
  constexpr size_t kMax = 3;
  std::vector<std::string> shown;
  bool measured = !passed.evidence.items.empty();
  for (const auto& item : passed.evidence.items) {
    measured = measured && item.source == EvidenceSource::kMeasured;
    if (shown.size() == kMax) continue;
    shown.push_back(recorded(item.name + " " + to_text(item.value), measure(50)));
  }
  if (shown.empty()) return {};
  const std::string values = fmt::format("{}", fmt::join(shown, ", "));
  if (!measured || !passed.ended_at) return values + ", claimed";
  Origin origin;
  origin.at = *passed.ended_at;
  const auto stale = std::find_if(scene.world.stale.begin(), scene.world.stale.end(),
                                  [&](const StaleEvidence& each) { return each.step == step.id; });
  const bool is_stale = stale != scene.world.stale.end();
  const bool same_tree = !is_stale && scene.standing.checked == Checked::kCurrent &&
                         changed_since(scene.session, origin).empty();
  return fmt::format("{}, measured {}{}", values, when(*passed.ended_at, scene.world.now),
                     is_stale    ? ", stale"
                     : same_tree ? " on this tree"
                                 : "");
}

std::string done_item(const Scene& scene, const PlanRow& row, Measure measure) {
  std::string text =
      row.number + " " + recorded(row.step->title, measure(40)) + edited_mark(row.step->words_by);
  if (row.step->status == StepStatus::kSkipped) return text + " (skipped)";
  const Attempt* passed = row.step->passed_attempt();
  if (passed == nullptr) return text;
  std::vector<std::string> notes;
  if (const auto time = step_time(*row.step, passed->started_at)) notes.push_back(to_words(*time));
  if (!passed->overridden.empty()) {
    notes.push_back("gate overridden: " + recorded(passed->overridden, measure(60)));
  }
  notes.push_back(evidence_words(scene, *row.step, *passed, measure));
  constexpr size_t kMaxOutputs = 2;
  for (size_t i = 0; i < passed->outputs.size() && i < kMaxOutputs; ++i) {
    notes.push_back(recorded_path(passed->outputs[i], measure(50)));
  }
  std::erase(notes, std::string());
  return notes.empty() ? text : fmt::format("{} ({})", text, fmt::join(notes, ", "));
}

// What comes after the step at hand.
std::string then_line(const Scene& scene, Measure measure) {
  std::string line;
  size_t left = 0;
  for (const auto& row : scene.standing.rows) {
    const bool waits = row.step->status == StepStatus::kPending && !row.inside_finished &&
                       row.step->id != scene.standing.at;
    if (!waits) continue;
    const std::string item = row.number + " " + recorded(row.step->title, measure(50)) +
                             edited_mark(row.step->words_by) + ground_of(scene, *row.step);
    const bool fits = count_characters(line) + count_characters(item) <= measure(260);
    if (left > 0 || (!fits && !line.empty())) {
      ++left;
      continue;
    }
    line += (line.empty() ? "" : " · ") + item;
  }
  if (line.empty()) return {};
  return left == 0 ? "Then: " + line : fmt::format("Then: {} · +{} more", line, left);
}

// The latest done steps that fit on one line; the earlier ones as a number.
std::string done_line(const Scene& scene, Measure measure) {
  const size_t most = measure(320);
  std::vector<const PlanRow*> done;
  for (const auto& row : scene.standing.rows) {
    if (!row.inside_finished && is_complete(*row.step)) done.push_back(&row);
  }
  if (done.empty()) return {};
  std::string line;
  size_t shown = 0;
  for (auto row = done.rbegin(); row != done.rend(); ++row) {
    const std::string item = done_item(scene, **row, measure);
    if (shown > 0 && count_characters(line) + count_characters(item) > most) break;
    line = shown++ == 0 ? item : item + " · " + line;
  }
  const size_t earlier = done.size() - shown;
  return earlier == 0 ? "Done: " + line : fmt::format("Done: {} earlier · {}", earlier, line);
}

// What was measured on what is no longer there, and how to measure it again.
std::string stale_line(const Scene& scene, Measure measure) {
  constexpr size_t kMax = 3;
  const auto& stale = scene.world.stale;
  if (stale.empty()) return {};
  std::string line;
  for (size_t i = 0; i < std::min(stale.size(), kMax); ++i) {
    line += (i == 0 ? "" : " · ") + recorded_sentence(stale_sentence(stale[i]), measure(160));
  }
  if (stale.size() > kMax) line += fmt::format(" · +{} more", stale.size() - kMax);
  return fmt::format("Stale evidence: {}; to measure again: {}", line,
                     scene.world.worded("clew recheck " + id_of(scene.session)));
}

std::vector<std::string> other_lines(const Scene& scene, Measure measure) {
  std::vector<std::string> out;
  for (const auto& row : scene.standing.rows) {
    std::string text = other_line(scene, row, measure);
    if (!text.empty()) out.push_back(std::move(text));
  }
  for (auto& agent : failed_agents(scene, measure)) out.push_back(std::move(agent));
  return out;
}

}  // namespace

Section plan_section(const Scene& scene, size_t room) {
  constexpr size_t kMaxLine = 300;
  Section section;
  section.one = "line about the plan";
  section.many = "lines about the plan";
  section.rest = scene.world.worded("clew status " + id_of(scene.session));
  if (is_closed(scene.session.lifecycle.status)) return section;
  const size_t most = std::min(room, kMaxLine);
  const auto add = [&](std::string line) {
    if (!line.empty()) section.items.push_back(std::move(line));
  };
  add(worded_within(most, [&](Measure m) { return current_line(scene, m); }));
  add(worded_within(std::min<size_t>(most, room / 2),
                    [&](Measure m) { return then_line(scene, m); }));
  for (auto& line : other_lines(scene, Measure())) add(cut(line, most));
  add(worded_within(most, [&](Measure m) { return note_line(scene, m); }));
  section.total = section.items.size();
  return section;
}

Section done_section(const Scene& scene, size_t room) {
  return lines_section({worded_within(room, [&](Measure m) { return done_line(scene, m); }),
                        worded_within(room, [&](Measure m) { return stale_line(scene, m); })},
                       "what is done");
}

}  // namespace clew

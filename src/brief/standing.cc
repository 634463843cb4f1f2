#include "brief/standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote_name.h"
#include "brief/stored_text.h"
#include "session/apply.h"
#include "session/side_steps.h"

namespace clew {
namespace {

void note_turn_end(Standing& standing, const Checkpoint& checkpoint) {
  const ActorId& actor = checkpoint.origin.actor;
  auto& ends = standing.turn_ends;
  auto own = std::find_if(ends.begin(), ends.end(),
                          [&](const TurnEnds& known) { return known.actor == actor; });
  if (own == ends.end()) own = ends.insert(ends.end(), TurnEnds{actor, {}, {}});
  own->one_before = own->last;
  own->last = checkpoint.origin.at;
}

void add_ends(const Session& session, Standing& standing) {
  const auto note = [](Time& last, const std::optional<Time>& at) {
    last = std::max(last, at.value_or(last));
  };
  if (!session.checkpoints.items.empty()) {
    const bool is_cut = session.checkpoints.total > session.checkpoints.items.size();
    if (is_cut) standing.turns_kept_from = session.checkpoints.items.front().origin.at;
  }
  for (const auto& checkpoint : session.checkpoints.items) {
    if (checkpoint.name != kTurnFailed) note(standing.last_end, checkpoint.origin.at);
    // A conversation that ends in the middle of a turn, as at a limit of turns, ends none.
    if (checkpoint.name != kEndOfTurn) continue;
    note(standing.last_turn_end, checkpoint.origin.at);
    note_turn_end(standing, checkpoint);
  }
  note(standing.last_end, session.lifecycle.resumed_at);
  for (const auto& step : session.steps) {
    for (const auto& attempt : step.attempts) {
      note(standing.last_end, attempt.ended_at);
      if (attempt.outcome == AttemptOutcome::kPassed) note(standing.last_pass, attempt.ended_at);
    }
  }
}

bool is_drifted(FileState state) {
  return state == FileState::kChanged || state == FileState::kMissing ||
         state == FileState::kRenamed;
}

void add_checks(const World& world, Standing& standing) {
  if (!world.looked) return;
  standing.drifted_files = static_cast<size_t>(
      std::count_if(world.files.begin(), world.files.end(),
                    [](const FileCheck& file) { return is_drifted(file.state); }));
  for (const auto& each : world.drift) {
    const bool is_recorded = std::any_of(
        world.files.begin(), world.files.end(),
        [&](const FileCheck& file) { return is_drifted(file.state) && each.subject == file.path; });
    const bool about_file = each.kind.starts_with("file_");
    const bool about_symbol =
        each.kind.starts_with("symbol_") || each.kind.starts_with("signature_");
    if (about_file && is_recorded && each.rests_on_it.empty()) continue;
    standing.other_drift.push_back(each.text);
    if (about_symbol) {
      ++standing.drifted_symbols;
    } else if (!about_file) {
      ++standing.other_differences;
    } else if (!is_recorded) {
      ++standing.drifted_files;
    }
  }
  const bool drifted = standing.drifted_files > 0 || !standing.other_drift.empty();
  standing.checked = drifted ? Checked::kDrifted : Checked::kCurrent;
}

}  // namespace

// Depth first without recursion. A plan that names a step twice, which only a damaged log could
// make, ends with the number of steps there are.
std::vector<PlanRow> plan_rows(const Session& session) {
  std::vector<PlanRow> rows;
  if (session.steps.empty()) return rows;  // nothing has happened yet
  std::vector<PlanRow> waiting;
  const auto add_parts = [&](const PlanRow& whole) {
    const bool at_top = whole.step->id == kRoot;
    const bool settled = !at_top && (whole.inside_finished || is_complete(*whole.step));
    const size_t first = waiting.size();
    uint32_t number = at_top ? session.structure.first_index : 1;
    for (const Step* part : numbered_parts(session, *whole.step)) {
      const std::string own = std::to_string(number++);
      waiting.push_back({part, at_top ? own : whole.number + "." + own,
                         at_top ? 0 : whole.depth + 1, true, settled});
    }
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
    return waiting.size() > first;
  };
  PlanRow root;
  root.step = &session.root();
  add_parts(root);
  while (!waiting.empty() && rows.size() < session.steps.size()) {
    PlanRow row = std::move(waiting.back());
    waiting.pop_back();
    row.is_leaf = !add_parts(row);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<Duration> step_time(const Step& step, Time now) {
  const Attempt* last = step.passed_attempt();
  if (last != nullptr && !last->ended_at && last == &step.attempts.back()) return std::nullopt;
  Duration total;
  bool passed = false;
  for (const auto& attempt : step.attempts) {
    if (passed) total = Duration();
    total += active_time(attempt, now);
    passed = attempt.outcome == AttemptOutcome::kPassed;
  }
  return total;
}

Standing standing_of(const Session& session, const World& world) {
  Standing out;
  out.at = current_step(session, world.reader);
  out.step = session.find(out.at);
  if (out.step == nullptr) out.step = &session.root();
  out.rows = plan_rows(session);
  out.top_steps = count_top_steps(session);
  if (!out.rows.empty()) out.top_steps += steps_to_come(session);
  out.progress = progress(session, world.reader, world.now);
  out.state = session.lifecycle.status;
  out.paused_since = session.lifecycle.paused_at;
  if (const auto due = inactivity_due(session, world.now)) {
    out.state = Lifecycle::kPaused;
    out.paused_since = due;
  }
  out.stopped_at = is_closed(out.state) ? session.lifecycle.ended_at : out.paused_since;
  const Time until = out.stopped_at.value_or(turn_ended_at(session).value_or(world.now));
  out.in_step = step_time(*out.step, until).value_or(Duration());
  out.stalled = out.state == Lifecycle::kActive && out.step->status == StepStatus::kActive &&
                out.at != kRoot && out.progress.average && out.in_step >= kMinStall &&
                out.in_step.ms > 2 * out.progress.average->ms;
  add_ends(session, out);
  add_checks(world, out);
  return out;
}

std::string position_words(const Session& session, const Standing& standing) {
  if (standing.rows.empty()) return {};
  const bool is_open = is_open_ended(session);
  if (standing.at == kRoot) {
    const std::string total = counted(standing.top_steps, "step", "steps");
    const size_t to_come = steps_to_come(session);
    if (is_open) return fmt::format("{} done so far", total);
    return to_come == 0 ? fmt::format("all {} done", total)
                        : fmt::format("{} of {} done", standing.top_steps - to_come, total);
  }
  const std::string words = fmt::format("step {} of {}{}", number_of(session, standing.at),
                                        standing.top_steps, is_open ? " so far" : "");
  if (session.structure.first_index != 0 || is_open) return words;
  return fmt::format("{} (0–{})", words, standing.top_steps - 1);
}

std::string check_mark(const World& world, std::string_view path) {
  const auto found = std::find_if(world.files.begin(), world.files.end(),
                                  [&](const FileCheck& file) { return file.path == path; });
  if (found == world.files.end()) return {};
  switch (found->state) {
    case FileState::kUnchecked:
      return {};
    case FileState::kCurrent:
      return "✓";
    case FileState::kChanged:
      return "[changed since]";
    case FileState::kMissing:
      return "[gone]";
    case FileState::kRenamed:
      return found->renamed_to.empty() ? "[renamed]"
                                       : "[now " + quote_name(found->renamed_to) + "]";
  }
  return {};
}

std::string branch_words(const Session& session, const World& world, size_t most) {
  const auto& now = world.branch_now;
  if (!now) return {};
  return fmt::format("{} ✓, recorded on {}",
                     now->empty() ? "no branch checked out" : recorded_path(*now, most),
                     recorded_path(session.identity.branch, most));
}

std::string id_of(const Session& session) { return recorded(session.identity.id.text, 64); }

std::string short_name(const ActorId& actor) {
  const size_t end = actor.text.find_first_of("@:", 1);
  return actor.text.substr(0, end);
}

std::string when(Time time, Time now) {
  std::string stamp = to_iso_minutes(time);
  const size_t day = stamp.find('T');
  if (to_iso_minutes(now).compare(0, day, stamp, 0, day) == 0) return to_clock(time);
  stamp[day] = ' ';
  stamp.pop_back();
  return stamp;
}

std::string ago(Time time, Time now) {
  if (now - time < minutes(1)) return "just now";
  const std::string words = to_words(now - time);
  const size_t unit = words.find(' ');
  return words.substr(0, words.find(' ', unit + 1)) + " ago";
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace clew

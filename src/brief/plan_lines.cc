#include "brief/plan_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/columns.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

constexpr size_t kMaxBeneath = 4;  // lines beneath the steps of a folded plan, in all
constexpr size_t kMaxIndent = 4;   // levels
constexpr size_t kNever = kWholePlan;

bool is_trouble(StepStatus status) {
  return status == StepStatus::kFailed || status == StepStatus::kBlocked ||
         status == StepStatus::kNeedsReview;
}

size_t index_of(const Standing& standing) {
  for (size_t i = 0; i < standing.rows.size(); ++i) {
    if (standing.rows[i].step->id == standing.at) return i;
  }
  return standing.rows.empty() ? 0 : standing.rows.size() - 1;
}

size_t distance(size_t from, size_t to) { return from < to ? to - from : from - to; }

// Lower is shown first; kNever is folded away whatever the room.
std::vector<size_t> importance(const Session& session, const Standing& standing) {
  const auto& rows = standing.rows;
  const size_t current = index_of(standing);
  std::vector<size_t> out(rows.size());
  size_t in_trouble = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    // What comes after is of more interest than what came before.
    out[i] = 4 + (i < current ? 2 * distance(i, current) : distance(i, current));
    if (i == 0 || i + 1 == rows.size()) out[i] = 2;
    if (is_trouble(rows[i].step->status) && in_trouble++ < 3) out[i] = 3;
    if (rows[i].inside_finished) out[i] = kNever;
  }
  for (StepId at = standing.at; at != kRoot;) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const PlanRow& r) { return r.step->id == at; });
    if (row == rows.end() || session.find(row->step->parent) == nullptr) break;
    size_t& rank = out[static_cast<size_t>(row - rows.begin())];
    if (rank == 0) break;
    rank = 0;
    at = row->step->parent;
  }
  return out;
}

std::vector<bool> shown_rows(const Session& session, const Standing& standing, size_t most) {
  const size_t count = standing.rows.size();
  std::vector<bool> shown(count, true);
  if (count <= most) return shown;
  const std::vector<size_t> rank = importance(session, standing);
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return rank[a] < rank[b]; });
  for (size_t n = 0; n < count; ++n) {
    shown[order[n]] = n < most && rank[order[n]] != kNever;
  }
  // A single folded step takes the same line as saying that it was folded.
  for (size_t i = 1; i + 1 < count; ++i) {
    if (!shown[i] && shown[i - 1] && shown[i + 1] && rank[i] != kNever) shown[i] = true;
  }
  return shown;
}

std::string time_words(const Standing& standing, const Step& step, Time until) {
  const auto time = step_time(step, until);
  if (step.attempts.empty() || !time) return {};
  std::string words = to_words(*time);
  if (step.id == standing.at && standing.stalled) words += ", more than twice the average";
  return words;
}

std::string reason_words(const std::string& reason, const char* word) {
  return reason.empty() ? word : fmt::format("{}: {}", word, reason);
}

// What stands beside a step: its time, why it is not at work, which attempt, who holds it.
std::vector<std::string> note_parts(const Standing& standing, const Step& step,
                                    const World& world) {
  std::vector<std::string> parts;
  switch (step.status) {
    case StepStatus::kDone:
      parts.push_back(time_words(standing, step, world.now));
      break;
    case StepStatus::kActive:
      parts.push_back(time_words(standing, step, standing.stopped_at.value_or(world.now)));
      if (step.attempt_count > 1) parts.push_back(fmt::format("attempt {}", step.attempt_count));
      break;
    case StepStatus::kFailed:
      parts.push_back(reason_words(failed_because(step), "failed"));
      break;
    case StepStatus::kBlocked:
      parts.push_back(reason_words(step.status_reason, "blocked"));
      break;
    case StepStatus::kNeedsReview:
      parts.push_back(reason_words(step.status_reason, "needs review"));
      break;
    case StepStatus::kSkipped:
      parts.push_back(reason_words(step.status_reason, "skipped"));
      break;
    case StepStatus::kPending:
      break;
  }
  if (step.lease && step.lease->expires_at > world.now) {
    parts.push_back(fmt::format("claimed by {} until {}", short_name(step.lease->holder),
                                when(step.lease->expires_at, world.now)));
  }
  std::erase(parts, std::string());
  return parts;
}

// The parts apart from each other, as many as there is room for.
std::string beside(const std::vector<std::string>& parts, size_t room) {
  std::string out;
  for (const auto& part : parts) {
    const std::string gap = out.empty() ? "" : "      ";
    const size_t taken = count_columns(out) + gap.size();
    if (!out.empty() && taken + count_columns(part) > room) break;
    out += gap + fitted(part, columns_left(room, taken));
  }
  return out;
}

std::vector<std::string> beneath(const Step& step, size_t most_steps) {
  std::vector<std::string> out;
  if (most_steps == kWholePlan && step.gate && !is_complete(step)) {
    out.push_back("gate: " + to_text(*step.gate));
  }
  if (const Attempt* passed = step.passed_attempt();
      passed != nullptr && !passed->overridden.empty() && step.status == StepStatus::kDone) {
    out.push_back("its gate was overridden: " + passed->overridden);
  }
  if (is_complete(step)) return out;
  std::vector<std::string> failed;
  for (const auto& attempt : step.attempts) {
    if (attempt.outcome == AttemptOutcome::kPassed) failed.clear();
    if (attempt.outcome != AttemptOutcome::kFailed) continue;
    const bool at_gate = !attempt.findings.empty();
    if (!at_gate && attempt.reason == step.status_reason) continue;  // said beside the step
    failed.push_back(fmt::format("attempt {} failed{}: {}", attempt.number,
                                 at_gate ? " its gate" : "",
                                 at_gate ? to_text(attempt.findings) : attempt.reason));
  }
  const size_t skip = most_steps != kWholePlan && failed.size() > 2 ? failed.size() - 2 : 0;
  out.insert(out.end(), failed.begin() + static_cast<std::ptrdiff_t>(skip), failed.end());
  return out;
}

// How many parts of a finished step are left out.
size_t folded_parts(const std::vector<PlanRow>& rows, const std::vector<bool>& shown,
                    size_t whole) {
  size_t at = whole + 1;
  while (at < rows.size() && rows[at].inside_finished && !shown[at] &&
         rows[at].depth > rows[whole].depth) {
    ++at;
  }
  return at - whole - 1;
}

const char* mark_of(const Step& step, const Standing& standing) {
  static constexpr const char* kMarks[] = {"·", "▶", "✔", "✘", "■", "?", "↷"};
  const bool left = is_closed(standing.state) && !is_complete(step);
  return left ? "–" : kMarks[static_cast<size_t>(step.status)];
}

std::string indent(size_t depth) { return std::string(2 + 2 * std::min(depth, kMaxIndent), ' '); }

std::string label_of_row(const PlanRow& row, const Standing& standing, size_t columns) {
  const std::string start = fmt::format("{}{} {} ", indent(row.depth), mark_of(*row.step, standing),
                                        recorded_path(row.number, 16));
  const size_t most = std::max<size_t>(columns_left(columns, count_columns(start)), 4);
  return start + fitted(row.step->title, std::min(most, std::max<size_t>(12, columns * 2 / 5))) +
         edited_mark(row.step->words_by);
}

}  // namespace

std::vector<std::string> plan_lines(const Session& session, const World& world,
                                    const Standing& standing, size_t most_steps, size_t columns) {
  const auto& rows = standing.rows;
  const std::vector<bool> shown = shown_rows(session, standing, most_steps);
  std::vector<std::string> labels(rows.size());
  size_t notes_at = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (shown[i]) labels[i] = label_of_row(rows[i], standing, columns);
    notes_at = std::max(notes_at, count_columns(labels[i]) + 4);
  }
  notes_at = std::min(notes_at, columns / 2 + 2);
  const size_t room = columns_left(columns, notes_at);
  const std::string margin(notes_at, ' ');
  std::vector<std::string> lines;
  size_t folded = 0;
  size_t said_beneath = 0;
  const auto say_folded = [&](size_t depth) {
    if (folded == 0) return;
    const std::string words = counted(folded, "more step", "more steps");
    lines.push_back(fmt::format("{}… {}", indent(depth), words));
    folded = 0;
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!shown[i]) {
      if (!rows[i].inside_finished) ++folded;
      continue;
    }
    say_folded(rows[i].depth);
    std::vector<std::string> parts = note_parts(standing, *rows[i].step, world);
    if (const size_t inside = folded_parts(rows, shown, i); inside > 0) {
      parts.push_back("with " + counted(inside, "part", "parts"));
    }
    const std::string note = beside(parts, room);
    lines.push_back(labels[i]);
    if (!note.empty() && count_columns(labels[i]) + 2 > notes_at)
      lines.push_back(margin + note);
    else if (!note.empty())
      lines.back() = padded(labels[i], notes_at) + note;
    for (const auto& text : beneath(*rows[i].step, most_steps)) {
      if (most_steps != kWholePlan && said_beneath++ >= kMaxBeneath) break;
      lines.push_back(margin + fitted(text, room));
    }
  }
  say_folded(0);
  return lines;
}

}  // namespace clew

#include "brief/status_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/columns.h"
#include "brief/plan_lines.h"
#include "brief/status_rows.h"
#include "brief/stored_text.h"
#include "session/apply.h"

namespace clew {
namespace {

constexpr size_t kMinColumns = 40;
constexpr size_t kMaxColumns = 100;  // further apart, left and right no longer read as one line
constexpr size_t kWordColumns = 9;   // "open     "
constexpr size_t kPageLines = 30;
constexpr size_t kPromptColumns = 80;

std::string state_words(const Session& session, const Standing& standing) {
  std::string words = name_of(standing.state);
  if (session.lifecycle.archived) words += ", archived";
  return words;
}

// Time at work since the session began, pauses left out.
Duration age(const Session& session, const Standing& standing, Time now) {
  const LifecycleState& lifecycle = session.lifecycle;
  const Time last = standing.paused_since.value_or(turn_ended_at(session).value_or(now));
  const Time end = lifecycle.ended_at.value_or(last);
  return end - session.identity.created_at - lifecycle.paused_total;
}

std::string left_and_right(const std::string& left, const std::string& right, size_t columns) {
  if (right.empty()) return left;
  return padded(left, columns_left(columns, count_columns(right))) + right;
}

std::string header(const Session& session, const World& world, const Standing& standing,
                   size_t columns) {
  const std::string right = fmt::format("{} · {}", state_words(session, standing),
                                        to_words(age(session, standing, world.now)));
  const size_t room = columns_left(columns, count_columns(right) + 2);
  const std::string id = fitted(session.identity.id.text, std::min(columns / 2, room));
  const size_t taken = count_columns(id) + 2 + 2 + count_columns(right);
  const std::string mark = edited_mark(session.identity.goal_by);
  const std::string goal =
      fitted(session.identity.goal, columns_left(columns, taken + count_columns(mark)));
  return left_and_right(id + "  " + goal + mark, right, columns);
}

// 37.5 min is "38 min": averages and estimates are no more exact than that.
Duration rounded(Duration duration) {
  constexpr int64_t kMinute = 60'000;
  if (duration.ms < kMinute) return duration;
  return Duration{(duration.ms + kMinute / 2) / kMinute * kMinute};
}

std::string drawn(int percent) {
  constexpr int kCells = 20;
  const int full = std::clamp(percent, 0, 100) * kCells / 100;
  std::string out;
  for (int i = 0; i < kCells; ++i) out += i < full ? "█" : "░";
  return out + "  ";
}

std::vector<std::string> progress_lines(const Session& session, const Standing& standing, Bar bar,
                                        size_t columns) {
  if (standing.rows.empty()) {
    std::vector<std::string> parts{"no plan"};
    const auto add = [&](size_t count, const char* one, const char* many) {
      if (count > 0) parts.push_back(counted(count, one, many));
    };
    add(session.files.total, "file", "files");
    add(session.decisions.total, "decision", "decisions");
    add(session.failed_approaches.total, "failed approach", "failed approaches");
    add(session.notes.total, "note", "notes");
    add(session.runs.total, "command", "commands");
    return {fmt::format("  {}", fmt::join(parts, " · "))};
  }
  const Progress& progress = standing.progress;
  const bool closed = is_closed(standing.state);
  const std::string where = closed ? fmt::format("{} of {} done", progress.complete,
                                                 counted(progress.total, "step", "steps"))
                                   : position_words(session, standing);
  const std::string cells = bar == Bar::kShown ? drawn(progress.percent) : "";
  // A share of nobody knows how much would say nothing.
  std::string line = progress.open_ended
                         ? fmt::format("  {}", where)
                         : fmt::format("  {}{} · {} %", cells, where, progress.percent);
  // Steps that were done as they were named say nothing of how long a step takes.
  if (!progress.average || *progress.average < seconds(1)) return {line};
  std::string timing = fmt::format("average {}", to_words(rounded(*progress.average)));
  if (!closed && progress.remaining && progress.remaining->ms > 0) {
    timing += fmt::format(" · about {} left", to_words(rounded(*progress.remaining)));
  }
  if (count_columns(line) + 6 + count_columns(timing) > columns) return {line, "  " + timing};
  return {line + "      " + timing};
}

void add_row(const StatusRow& row, size_t columns, std::vector<std::string>& lines) {
  const std::string start = "  " + padded(row.word, kWordColumns);
  const size_t room = columns_left(columns, count_columns(start));
  if (row.command.empty()) {
    const size_t taken = row.remark.empty() ? 0 : count_columns(row.remark) + 2;
    const std::string text = fitted(row.text, columns_left(room, taken));
    lines.push_back(left_and_right(start + text, row.remark, columns));
    return;
  }
  // A command is never cut: it stands behind its text, or beneath it.
  const std::string text = fitted(row.text, room);
  if (count_columns(text) + 2 + count_columns(row.command) <= room) {
    lines.push_back(start + text + (text.empty() ? "" : "  ") + row.command);
    return;
  }
  lines.push_back(start + text);
  lines.push_back(std::string(count_columns(start), ' ') + row.command);
}

}  // namespace

std::string write_status_page(const Session& session, const World& world, Bar bar, size_t columns,
                              StatusExtent extent) {
  if (!session.exists()) return {};
  const size_t width = std::clamp(columns, kMinColumns, kMaxColumns);
  const Standing standing = standing_of(session, world);
  std::vector<std::string> top{header(session, world, standing, width)};
  for (auto& line : progress_lines(session, standing, bar, width)) top.push_back(std::move(line));
  std::vector<std::string> rows;
  for (const auto& row : status_rows(session, world, standing, extent)) add_row(row, width, rows);
  // Steps get what is left of a screen; a few lines more are for folds and failed attempts.
  const size_t taken = top.size() + rows.size() + 6;
  const size_t most_steps = std::clamp<size_t>(kPageLines > taken ? kPageLines - taken : 0, 6, 16);
  const auto plan = plan_lines(session, world, standing, most_steps, width);
  if (!plan.empty()) top.emplace_back();
  top.insert(top.end(), plan.begin(), plan.end());
  if (!rows.empty()) top.emplace_back();
  top.insert(top.end(), rows.begin(), rows.end());
  return fmt::format("{}", fmt::join(top, "\n"));
}

std::string write_status_line(const Session& session, const World& world) {
  if (!session.exists()) return {};
  const Standing standing = standing_of(session, world);
  static constexpr const char* kMarks[] = {"▶", "‖", "✔", "✘", "✘", "✘"};
  const std::string start = fmt::format("{} {} ", fitted(session.identity.id.text, 40),
                                        kMarks[static_cast<size_t>(standing.state)]);
  std::string end;
  const bool has_share = !standing.rows.empty() && !standing.progress.open_ended;
  if (has_share) end += fmt::format(" {} %", standing.progress.percent);
  if (standing.state != Lifecycle::kActive) end += fmt::format(" {}", name_of(standing.state));
  if (standing.checked == Checked::kDrifted) end += " drifted";
  const bool at_step = standing.at != kRoot && !is_closed(standing.state);
  const std::string text = at_step ? fmt::format("{}/{} {}", number_of(session, standing.at),
                                                 standing.top_steps, standing.step->title)
                                   : session.identity.goal;
  const size_t taken = count_columns(start) + count_columns(end);
  return start + fitted(text, columns_left(kPromptColumns, taken)) + end;
}

std::string write_plan(const Session& session, const World& world) {
  if (!session.exists()) return {};
  const Standing standing = standing_of(session, world);
  if (standing.rows.empty()) return "no plan; the goal is the work";
  return fmt::format(
      "{}", fmt::join(plan_lines(session, world, standing, kWholePlan, kMaxColumns), "\n"));
}

}  // namespace clew

#pragma once
// Where a session stands for one reader, worked out once for a page, and the words for it that the
// brief and the status page share.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brief/world.h"
#include "session/progress.h"

namespace clew {

// One step of the plan, in plan order.
struct PlanRow {
  const Step* step = nullptr;
  std::string number;  // "2.1"
  size_t depth = 0;    // 0 at the top level
  bool is_leaf = true;
  bool inside_finished = false;  // a step around it is done or skipped
};

std::vector<PlanRow> plan_rows(const Session& session);

enum class Checked { kNotLooked, kCurrent, kDrifted };

// When an agent's turns ended.
struct TurnEnds {
  ActorId actor;
  Time last;
  Time one_before;  // of the turn before that
};

// Made by standing_of, and valid while the session is.
struct Standing {
  StepId at;                   // the reader's current step; kRoot: the session itself
  const Step* step = nullptr;  // never null
  std::vector<PlanRow> rows;   // the whole plan
  size_t top_steps = 0;        // how many steps the plan has at its top level
  Progress progress;
  Duration in_step;                      // at work on the current step, all its attempts together
  bool stalled = false;                  // more than twice the average, long enough, and active
  Lifecycle state = Lifecycle::kActive;  // as recorded, or paused once inactivity made that due
  std::optional<Time> paused_since;
  std::optional<Time> stopped_at;   // nobody works since then: it is paused, or has ended
  Time last_end;                    // the last checkpoint, resume or end of an attempt
  Time last_turn_end;               // of any agent, as its checkpoint tells
  std::vector<TurnEnds> turn_ends;  // of every agent that told of one
  Time turns_kept_from;             // ends before this are no longer known
  Time last_pass;                   // when a step was last done
  Checked checked = Checked::kNotLooked;
  size_t drifted_files = 0;
  size_t drifted_symbols = 0;
  std::vector<std::string> other_drift;  // sentences about anything but the files recorded
  size_t other_differences = 0;          // of these, the ones about neither files nor symbols
};

// Time at work on a step, over all attempts that its last completion took, or that it has taken
// since. Unset when it was completed and nobody saw when.
std::optional<Duration> step_time(const Step& step, Time now);

// REQUIRES: session.exists(). The standing points into the session.
Standing standing_of(const Session& session, const World& world);

// "step 3 of 4", "all 4 steps done"; empty without a plan.
std::string position_words(const Session& session, const Standing& standing);
// "coverage 65, needs >= 80; tests 42 of 45, measured": why a gate stayed shut, and on what
// evidence.
std::string failure_words(const Attempt& attempt);
// Why a step is failed, and on what evidence: what was said of it, else what it showed. May be
// empty.
std::string failed_because(const Step& step);
// The state of a recorded path: "✓", "[changed since]", "[gone]"; empty when it was not looked at.
std::string check_mark(const World& world, std::string_view path);

// What to do next as one phrase: text, glue, command. Nothing for a closed session.
struct NextWords {
  std::string set_by;
  std::string text;
  std::string glue;     // ", then ", "; ", " after "; empty without a command
  std::string command;  // may be empty
};
std::optional<NextWords> next_words(const Session& session, const World& world,
                                    const Standing& standing);

// "topic ✓, recorded on main": another branch is checked out than the work was recorded on. Empty
// when it is not, or nobody looked. `most` characters for each name.
std::string branch_words(const Session& session, const World& world, size_t most);

// The session's id as a page may say it, in a command or outside.
std::string id_of(const Session& session);
// ana of ana@laptop, claude-code of claude-code:8f1c
std::string short_name(const ActorId& actor);
// 14:32 today, 2026-11-14 14:32 before.
std::string when(Time time, Time now);
// "1 h ago": the largest unit will do.
std::string ago(Time time, Time now);
// "1 file", "2 files"
std::string counted(size_t count, std::string_view one, std::string_view many);

}  // namespace clew

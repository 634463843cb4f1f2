#pragma once
// Two machines went on with the same session. One was first: its events stand. What the other
// appended meanwhile, its tail, is decided again on top of them, command by command, by
// merge_table.h: a command is appended, absorbed because it is so already, or in conflict, whole or
// not at all, and what builds on a conflict is one. What was recorded while another device had the
// session (Handoff) is left out. Events that only followed from others are not
// copied; deciding again brings what follows now. Pure.

#include <optional>
#include <vector>

#include "session/draft.h"
#include "session/merge/divergence.h"

namespace clew {

// One event of the tail, as it is to be appended: seqs from theirs.head + 2 on, behind the
// tail_moved; actor, way and time are those it had.
struct MovedEvent {
  Event event;
  // The event of the tail that it is; unset for one that follows only now.
  std::optional<Seq> was;
};

struct MergedTail {
  std::vector<MovedEvent> events;
  std::vector<MovedCommand> commands;  // every command of the tail, in order
  std::vector<MovedStep> steps;        // those that the tail added, as far as they are there
  Session after;                       // the session with all of it, tail_moved included
  size_t left = 0;                     // commands recorded while another device had the session
  std::string left_to;                 // that device, the last one of several
  bool has_conflict() const;
  // Nothing of the tail belongs in the session, and nothing is told of it there.
  bool is_all_left() const { return !commands.empty() && left == commands.size(); }
};

MergedTail merge_tail(const Divergence& divergence);

// Whether a command is left out of a session that another device has: a handoff, a redaction and
// the telling of a merge are not.
bool is_left_out(const Session& before, std::span<const Event> command,
                 const std::function<bool(const Handoff&)>& is_here);

// A command of a moved tail that was in conflict.
struct MovedConflict {
  const Session& base;    // where the two parted
  const Session& before;  // the tail's own state before the command
  std::span<const Event> command;
  const TailMoved& moved;
  Time now;
};
// Decided on the session as it is now, in place of what the other side did: kInvalid when its
// tables refuse.
Result<Drafts> decide_moved(const MovedConflict& conflict, const Session& now);

}  // namespace clew

#pragma once
// What becomes of an event when the session went on elsewhere at the same time: one row per kind of
// event, as data. merge_tail.h walks a tail by it, docs/merge.md prints it, and a test has a story
// for every cell that is not empty.

#include <span>

#include "session/event.h"

namespace clew {

// How a command that begins with such an event is decided again.
enum class MergeRule {
  kFact,      // told again
  kIdentity,  // field by field
  kNextAction,
  kAnswer,
  kClaim,
  kAgent,
  kAttribute,
  kArtifact,
  kAddStep,
  kSettle,
  kStart,
  kFinish,
  kRecheck,
  kLease,
  kRelease,
  kRevisit,
  kLifecycle,
  kRestore,  // three-way, never a whole record
  kUndo,
  kRedact,
  kMove,
  kHandOff,
  kNever,  // begins a session, or follows from another event
};

struct MergeRow {
  int kind;
  MergeRule rule;
  // In words; empty: it does not happen.
  const char* changed;
  const char* appended;
  const char* absorbed;
  const char* conflict;
};

// One row for every kind of event, in their order.
std::span<const MergeRow> merge_table();
const MergeRow& merge_row(int kind);

}  // namespace clew

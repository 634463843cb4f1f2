#pragma once
// What a merge left open: commands of a moved tail that contradict what another machine did. Each
// is settled once, by a note in the fork that holds the tail.

#include <string>
#include <vector>

#include "engine/context.h"

namespace clew {

struct MergeConflict {
  SessionId fork;  // holds the tail; empty while it has not arrived here
  Seq first;       // the command's events in it
  Seq last;
  std::string what;  // they say
  std::string why;
  TailMoved moved;  // the event that tells of it
};

// Those that nobody has settled yet, in the order of the log.
Result<std::vector<MergeConflict>> open_conflicts(StoreReader& store, const SessionId& session);

// The note that settles one; `repairs` of its event is the conflict's first.
NoteAdded settling_note(const std::string& taken);

}  // namespace clew

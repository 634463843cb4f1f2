#pragma once
// LogLocation: where a session's next event goes (seq, hash of the event before it, row of the
// session). Read before an append and known again after it.

#include "store/sqlite/database.h"

namespace clew {

struct KnownActor {
  ActorId id;
  int64_t number = 0;  // in the table of actors; 0: not looked up yet
};

struct LogLocation {
  SessionRow row;
  Head head;
  KnownActor actor;  // of the last row, most often that of the next
};

}  // namespace clew

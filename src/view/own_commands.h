#pragma once
// The history lines of a view: one per command of clew that changed the plan or the state, for
// dialects that keep a history.
//
// They are made from the log alone, so that a line that was lost can be made again. What only
// records (a note, a decision), what hooks, files and imports brought, and what clew did by itself
// have no line.

#include "base/file_set.h"
#include "dialect/dialect.h"
#include "store/event_store.h"

namespace clew {

// `model`: that of the session before the first event; after the call, after the last.
std::vector<CommandRun> own_commands(const std::vector<StoredEvent>& events, std::string& model);

enum class OwnCommands {
  kSince,    // those after event `from`, behind what is there: the history has none of them
  kMissing,  // those that it lacks, behind what is there
  kInOrder,  // those that it lacks, each where its time belongs
};
// Adds the lines of the commands up to event `to` to the history among `files`. Nothing for a
// dialect without one.
Status add_own_commands(StoreReader& store, const Dialect& dialect, const Session& session,
                        OwnCommands which, Seq from, Seq to, FileSet& files);

}  // namespace clew

#pragma once
// Makes ties (session/tie.h) from the --file and --symbol that somebody gave: each is looked at as
// it is now, so that a later look can tell what changed.

#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

inline constexpr uint64_t kMaxTiedFile = uint64_t{64} << 20;  // larger ones cannot be tied to

// As they were named: PATH or PATH:A-B, seen from the current folder; NAME, CLASS.NAME or
// PATH:NAME.
struct TieNames {
  std::vector<std::string> files = {};
  std::vector<std::string> symbols = {};
  bool empty() const { return files.empty() && symbols.empty(); }
};

// Brings the code index up to date when a symbol is named. To be done before the store is locked.
// kNotFound for a file or symbol that is not there, kUsage for a symbol that has several
// definitions or lines that the file has not. `command` is what they are options of: "clew decide
// \"…\"".
Result<std::vector<Tie>> make_ties(Workspace& workspace, const TieNames& names,
                                   const std::string& command);

// The same for a failed approach, whose paths are named too. A file that is not there is only
// named: it may be what failed.
Status tie_failed(Workspace& workspace, const TieNames& names, const std::string& command,
                  ApproachFailed& fact);
// What a failed approach rests on when nobody says it: the latest files that were changed in its
// step, as they were recorded.
void tie_to_step(const Session& session, StepId step, ApproachFailed& fact);

}  // namespace clew

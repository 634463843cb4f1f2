#pragma once
// Appends whole lines to a file that only grows (JSONL), under its lock and synced before success
// is reported. When it fails, nothing of the lines stays.
//
// A last line without its end is what a crash leaves: it is cut off, after its bytes were kept
// aside in NAME.cut-TIME. If the caller's judge finds it whole (an editor took the line end away),
// it gets its end instead. Nothing before the last line is ever read or touched, except of a file
// with several names (hard links): it is replaced under this name, and the others keep what they
// had.

#include <string>

#include "base/time.h"
#include "files/file_lock.h"
#include "files/replace_file.h"
#include "files/whole_file.h"

namespace clew {

struct AppendRequest {
  std::string name;
  BytesView lines;           // each ends in a newline
  Time now;                  // names the file that keeps a cut-off line
  Judge is_whole = nullptr;  // judges a last line without its end; without a judge it is cut
  Durability durability = Durability::kDurable;
};

struct AppendOutcome {
  uint64_t offset = 0;      // where the lines begin
  std::string quarantined;  // the file with the cut bytes; empty when nothing was cut
};

// Takes the lock that lock_name_of(name) names, then appends.
Result<AppendOutcome> append_lines(Folder& folder, const AppendRequest& request, Machine& machine,
                                   Duration deadline = kLockDeadline);
// REQUIRES: `lock` is the one that guards the file.
Result<AppendOutcome> append_lines(Folder& folder, const AppendRequest& request,
                                   const FileLock& lock);

}  // namespace clew

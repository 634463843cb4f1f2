#pragma once
// Replaces a file as a whole: whoever reads it, at any moment and after any crash, sees the old
// content or the new one. With kDurable, success means that the new content survives a power cut.
// The file keeps its permission bits; one that was not there before is 0600.
//
// The backup, NAME.bak, is the file as it stood before, and only if the caller's judge finds it
// valid: a damaged file never takes the place of a good backup, so that the two are never both
// damaged. A failed sync is reported and never tried again: the system forgets the bytes it could
// not write, and the second try would lie.

#include <string>

#include "files/file_lock.h"
#include "files/file_system.h"
#include "files/whole_file.h"

namespace clew {

enum class Durability {
  kDurable,  // file and folder are synced before success is reported
  kDerived,  // for a view that can be rendered again: one fdatasync, no folder sync
};

struct ReplaceRequest {
  std::string name;
  BytesView content;
  Durability durability = Durability::kDurable;
  Judge is_valid = nullptr;  // judges the present file; without a judge no backup is made
};

enum class BackupOutcome {
  kNotAsked,
  kMade,
  kNothingThere,    // the file did not exist yet
  kPresentDamaged,  // the old backup, if any, was left alone
};

std::string backup_name_of(const std::string& name);

// Takes the lock that lock_name_of(name) names, then replaces.
Result<BackupOutcome> replace_file(Folder& folder, const ReplaceRequest& request, Machine& machine,
                                   Duration deadline = kLockDeadline);
// REQUIRES: `lock` is the one that guards the file.
Result<BackupOutcome> replace_file(Folder& folder, const ReplaceRequest& request, Machine& machine,
                                   const FileLock& lock);

// Removes what a killed process left behind while it replaced `name`.
// REQUIRES: `lock` is the one that guards the file.
Status remove_leftovers(Folder& folder, const std::string& name, const FileLock& lock);

}  // namespace clew

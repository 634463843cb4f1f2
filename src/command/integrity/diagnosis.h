#pragma once
// What is wrong with the files that `clew repair PATH` is to repair, and what else is there to
// repair them from. Looks, and changes nothing.

#include <optional>
#include <string>
#include <vector>

#include "discovery/found_session.h"
#include "engine/workspace.h"

namespace clew {

class RepairSurvey {
 public:
  RepairSurvey(Workspace& workspace, const FoundSession& found)
      : workspace_(workspace), found_(found) {}

  // The session's own files that cannot be read, lack what they must have or are gone.
  std::vector<std::string> broken_files() const;
  // The folder's own files that cannot be read, or that the session misses.
  std::vector<std::string> broken_shared() const;
  // The folder's own files that a session misses which `files` tell.
  std::vector<std::string> missing_shared(const FileSet& files) const;
  // The folder's own files that say otherwise than the session's, as they should be.
  FileSet disagreeing(const FileSet& files) const;
  // One that can be read; nothing when there is none.
  std::optional<std::string> backup_of(const std::string& path) const;
  // All small files around, also those that are no documents of the dialect; but for other
  // sessions: these are whole without this one, and tell nothing of it.
  FileSet everything() const;

 private:
  using Kind = bool (*)(const Dialect&, const std::string&);
  std::vector<const NamedFile*> damaged(Kind kind) const;
  bool has_better_backup(const NamedFile& file) const;

  Workspace& workspace_;
  const FoundSession& found_;
};

}  // namespace clew

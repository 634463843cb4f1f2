#pragma once
// The content that evidence was measured on: looked at when the command of `clew done -- CMD` runs,
// and compared with what is there now. Evidence whose content has changed is stale: what it showed
// may hold or not, and `clew recheck` finds out.

#include <optional>
#include <string>
#include <vector>

#include "brief/world.h"
#include "engine/workspace.h"
#include "project/tree_content.h"

namespace clew {

// To be made before the command runs: what changes while it runs was not measured.
class ContentBefore {
 public:
  // `folder` is where the command will run. The step's files are those that were changed in it or
  // in its parts, and those that it is tied to; without any, all that git knows of the project.
  static ContentBefore look(Workspace& workspace, const Session& session, StepId step,
                            const std::string& folder);

  // After the command has run. Untracked files that it made or wrote are what it produced, not what
  // it was measured on. Nothing: the project cannot be found. The file, or tracked files, that
  // changed while it ran are named in `changed`; empty when none did.
  std::optional<MeasuredOn> settle(Workspace& workspace, std::string& changed) const;

 private:
  std::string root_;  // of the project; empty: it cannot be found
  MeasuredOn on_;
  std::optional<GitRepository> checkout_;
  std::string below_;
  TreeContent tracked_;
  TreeContent untracked_;
};

enum class TreeLook { kTaken, kLeftOut };  // whether git's index is compared with the files

// What is stale of the steps that are done, and what was rechecked and no longer holds. A file
// whose size and times are those recorded is not opened. Work of the session itself makes evidence
// stale as any other, so this is no drift.
std::vector<StaleEvidence> find_stale_evidence(Workspace& workspace, const std::string& root,
                                               const Session& session, TreeLook look, Time now);
// As answers have it: number, title, kind, subject, command, measured_at, text.
Value stale_value(const std::vector<StaleEvidence>& stale);

}  // namespace clew

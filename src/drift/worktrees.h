#pragma once
// What git knows of the checkout one stands in, and of the others: one session may be worked on in
// several worktrees, and what was recorded in another one has changed nothing here.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "brief/world.h"
#include "engine/workspace.h"
#include "project/file_facts.h"
#include "project/git_ancestry.h"
#include "project/git_state.h"
#include "project/uncommitted_files.h"

namespace clew {

class Checkouts {
 public:
  // `root`: of the session's project, in the checkout one stands in.
  // REQUIRES: the workspace and the session live longer.
  Checkouts(Workspace& workspace, const Session& session, const std::string& root,
            ReadAllowance allowance);

  // Of files in this checkout and in the others.
  ReadAllowance& allowance() { return allowance_; }
  // The checkout one stands in; nothing without git. Found when it is first needed: a quick look at
  // files that are as recorded never does.
  const GitRepository* here();
  // Where HEAD is here; nothing without git. Read once.
  const GitState* state();
  // Of the commit that HEAD is at here. Nothing: there is none, or git cannot tell.
  std::optional<Ancestry> ancestry_of(const std::string& commit);
  // Files that differ from the commit here, seen from the repository; looked at once. Nothing:
  // there is no git, or it refuses.
  const UncommittedFiles* uncommitted();
  // Where a file that is gone may be now.
  RenameCandidates& candidates();

  // Of a file that is not what was recorded of it last: how it stands when that was recorded in
  // another checkout, where it still is so. kCurrent: it is what the last change here left.
  // kUnchecked: it is as it was without the change, or as one left it that others built upon.
  // Nothing: it has changed here. What is uncommitted has changed here whatever it holds; `edits`
  // says whether git is asked for that.
  enum class Edits { kIfKnown, kAsked };
  std::optional<FileState> state_by_others(const FileChange& change, const FileComparison& found,
                                           Edits edits);
  // Whether the change was made in another checkout, where it still stands, and the file below
  // `folder`, which is this one's, is as it was without it, or as an earlier change left it.
  bool is_made_elsewhere(Folder& folder, const FileChange& change);
  // Whether an artifact that is not here was kept from another one, where it is as it was.
  bool has_artifact(const Artifact& artifact);
  // Whether another one has a file of this path, seen from the project.
  bool has_file(const std::string& path);
  bool has_branch(const std::string& branch);
  bool has_commit(const std::string& commit);

 private:
  // What one change made of a file; an empty hash: there was none, or nobody knows.
  struct Passage {
    Hash before;
    Hash after;
    Seq seq;
  };
  // Of one path, oldest first; read from the log once for all of them.
  const std::vector<Passage>& passages(const std::string& path);
  std::optional<FileState> state_as_left(const std::string& path, const Hash& here);
  bool is_uncommitted(const std::string& path, Edits edits);
  // What the last change that was recorded here left; nothing when none was.
  std::optional<Hash> left_here(const std::string& path);
  // `path` as seen from the project; no content: the file is gone.
  bool is_elsewhere(const std::string& path, const Hash& content);
  const std::vector<GitRepository>& others();
  // The project's folder in the repository.
  std::string below();

  StoreReader& store_;
  FileSystem& files_;
  const Session& session_;
  std::string root_;
  GitAnswersInFolder answers_;
  ReadAllowance allowance_;
  std::optional<std::optional<UncommittedFiles>> uncommitted_;
  std::optional<RenameCandidates> candidates_;
  std::optional<std::optional<GitRepository>> here_;
  std::optional<std::optional<GitState>> state_;
  std::optional<std::vector<GitRepository>> others_;
  std::optional<std::map<std::string, std::vector<Passage>>> passages_;
};

}  // namespace clew

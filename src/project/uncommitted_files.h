#pragma once
// The files of a checkout that differ from its last commit, as `git status` lists them, without
// asking git what reads the work tree: for that it would run programs which the repository names
// (filters, a monitor). git is asked for what is staged and what is untracked; files are compared
// with the index here.
//
// A file is unchanged when its time, inode and size are those in the index, which is then older. It
// has changed when its size is another. In between its content decides: its hash, with line ends as
// git keeps them. A content that only a filter (or another encoding, or $Id$) can bring into the
// form that git keeps is not compared. Of a submodule only the commit that is checked out counts.
// Unlike git, a time that was set back by hand is believed.

#include <string>
#include <vector>

#include "files/file_system.h"
#include "project/git_repository.h"

namespace clew {

enum class UncommittedKind { kModified, kAdded, kDeleted, kRenamed, kUntracked, kConflicted };

struct UncommittedFile {
  UncommittedKind kind = UncommittedKind::kModified;
  std::string path;          // from the root of the repository
  std::string renamed_from;  // only with kRenamed

  bool operator==(const UncommittedFile&) const = default;
};

struct UncommittedFiles {
  std::vector<UncommittedFile> files;  // by path
  size_t not_compared = 0;  // may have changed; only a program of the repository can tell
  bool complete = true;  // false: too many to list, or an index that cannot be read (a split one)
};

Result<UncommittedFiles> list_uncommitted(FileSystem& files, const GitRepository& repository);

}  // namespace clew

#pragma once
// Which project a folder belongs to, so that worktrees and clones of one repository share their
// sessions: the repository's root commit and the folder in it. A shallow clone does not know its
// root commit and goes by its remote, of which engine/project/shallow_clone.h has more; without
// git, before the first commit, or where .git leads to a repository that does not name the folder,
// the real path counts.
//
// Finding out costs some looks at files; git runs once per repository, and the answer is kept.
// From then on the id of a checkout stays, even if its history is rewritten.

#include <optional>
#include <string>

#include "files/file_system.h"
#include "project/git_answers.h"
#include "project/git_repository.h"

namespace clew {

struct ProjectIdentity {
  std::string id;          // git:HASH, remote:HOST/PATH or path:/REAL/PATH; in a folder of the
                           // repository followed by :FOLDER (a path has it in itself)
  std::string repository;  // the id of the whole repository
  std::string path_id;     // the id without git, which sessions begun before the first commit have
  std::string name;        // for people: repo, repo/folder
  std::string root;        // real path of the checkout; without git of the folder
  std::string folder;      // from the root; empty at the root
  std::optional<GitRepository> checkout;  // unset without git

  bool operator==(const ProjectIdentity&) const = default;
};

// What a shallow clone of the same remote is called: remote:HOST/PATH; nothing without a remote.
std::optional<std::string> remote_project(const GitRepository& repository);

Result<ProjectIdentity> identify_project(FileSystem& files, GitAnswers& answers,
                                         const std::string& folder);

}  // namespace clew

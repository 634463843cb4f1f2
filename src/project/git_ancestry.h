#pragma once
// Whether a commit is part of what HEAD stands on. Of two commits the answer never changes: git is
// asked once, and what it said is kept.

#include "project/git_answers.h"
#include "project/git_repository.h"

namespace clew {

enum class Ancestry {
  kAncestor,       // or HEAD itself
  kNotAncestor,    // on another branch, or left behind by a rebase
  kUnknownCommit,  // the repository does not have it, or not any more
};

// `head`: the commit that HEAD is at; empty before the first one.
Result<Ancestry> compare_to_head(FileSystem& files, GitAnswers& answers,
                                 const GitRepository& repository, const std::string& head,
                                 const std::string& commit);

}  // namespace clew

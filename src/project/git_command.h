#pragma once
// Asks git, by argument list and without a shell, and nothing but what GitQuestion lists. None of
// these looks into files of the work tree, so that no filter, hook, external diff, textconv or
// monitor that a repository's settings or attributes name has a reason to run; where there is a
// switch against one, it is set as well. Nothing is fetched, asked of a person or locked, no
// submodule is entered, and a work tree that the settings put elsewhere (core.worktree) is not
// followed. Of the GIT_ variables only where the person's own settings are, and which folders they
// declare safe, reach it. git itself is not taken from the project or the current folder
// (files/find_program.h). Whose repository git refuses to read is left to git: dubious ownership.

#include <string>
#include <vector>

#include "files/run_process.h"
#include "project/git_repository.h"

namespace clew {

enum class GitQuestion {
  kVersion,
  kGitDir,          // where its folder is; refused when the repository is another user's
  kResolve,         // REVISION: its object; exits with 1 when there is none
  kBranch,          // REF: what it names; exits with 1 when it is detached
  kIsAncestor,      // COMMIT COMMIT: exits with 0 or 1
  kRootCommits,     // COMMIT
  kFileCommits,     // COMMIT -- PATH: the newest commits that changed it, a line each
  kAddedFiles,      // COMMIT COMMIT: paths, each with a NUL
  kStagedFiles,     // COMMIT: letters and paths of what the index has otherwise, each with a NUL
  kUntrackedFiles,  // paths that no list of ignored files names, each with a NUL
  kListedFiles,     // paths of the index and untracked ones, each with a NUL; some may be gone
  kTree,            // COMMIT -- PATH...: what `ls-tree -z --long` says
  kContents,        // input: objects, a line each; what `cat-file --batch` says
  kAttributes,      // NAME...; input: paths, each with a NUL: what `check-attr -z` says
  kSettings,        // PATTERN: what `config --null --get-regexp` says; exits with 1 for none
};

struct GitCall {
  GitQuestion question = GitQuestion::kVersion;
  std::vector<std::string> arguments = {};  // an option may only follow "--", where it is a path
  std::string input = {};
  TextBounds bounds = {};
};

// kNotFound when git is not installed. A git that ran and refused is not an error.
Result<ProcessResult> run_git(const GitRepository& repository, const GitCall& call);

// What git said, as an error about the folder.
Error git_refused(const ProcessResult& result, const std::string& folder);

}  // namespace clew

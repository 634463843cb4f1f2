#pragma once
// What became of the files and definitions that a session's statements rest on. A file whose size
// and times are those of the tie is not opened; one with other content is parsed in memory, one at
// a time. What is read and parsed for all ties together is limited, most of all in a hook; a
// statement whose file was over the limit says so. The code index is never brought up to date here:
// it is asked, as it was left, only where a definition went that is no longer in its file.

#include <string>

#include "brief/world.h"
#include "drift/worktrees.h"
#include "engine/workspace.h"

namespace clew {

enum class RenameSearch { kInIndex, kInGitToo };  // git is another process

// Adds what drifted to world.drift, and to world.rests what is to be said beside each statement.
// Decisions, failed approaches, notes, open questions and steps that are not done are looked at.
// A change of a file that the session itself recorded is no drift, and said all the same.
void look_at_ties(Workspace& workspace, const std::string& root, const Session& session,
                  RenameSearch search, Checkouts& checkouts, World& world);

}  // namespace clew

#pragma once
// A hand edit of a view, brought into the session as events. Somebody changed a dialect's file
// while the log went on: this is the three-way merge between what the file said, what it says now
// and what the log has since. Pure.

#include <string>
#include <vector>

#include "session/draft.h"
#include "session/merge/step_match.h"

namespace clew {

struct MergedEdit {
  Drafts drafts;  // none when nothing differs
  // One sentence each: what the log had changed as well (the file's value was taken), and what the
  // edit asked for that could not be done.
  std::vector<std::string> clashes;
};

// `base` is what the file said before the edit, `edited` what it says now, both numbered in the
// order of the document; `now` is the session as the log has it. What the edit changed is brought
// into `now` field by field; all else stays, also what is no part of the file. Lists are merged by
// item. Facts are matched by what they say, attempts by number, attributes by key, agents by id.
// A fact that the file no longer has is taken back, unless the log keeps only the latest of its
// kind: that is said among the clashes.
//
// The events get the seqs after now.head, in order: facts that are new carry theirs. A step whose
// open attempt the file does not speak of gets its new status by StepStatusChanged, which ends the
// attempt; everything else is added and restored. Actors' places, leases and fences stay, but for a
// lease on a step that is no longer active. REQUIRES of the two readings what adopt.h requires.
MergedEdit merge_edit(const Session& base, const Session& edited, const Session& now,
                      const StepName& name_of);

}  // namespace clew

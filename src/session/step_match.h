#pragma once
// Readings of a file number their steps by the document; the log numbers them as they came. This
// gives both the log's numbers. Private to src/session.

#include <map>
#include <set>
#include <vector>

#include "session/merge_edit.h"

namespace clew {

// A reading whose step ids, everywhere in it, are the log's. Ids that lead nowhere are dropped.
struct Renumbered {
  Session session;
  std::map<StepId, size_t> steps;  // where in session.steps; without removed ones

  const Step* find(StepId id) const;
};

struct StepMatch {
  Renumbered base;
  Renumbered edited;
  std::vector<StepId> added;    // by the edit, in its order; numbered from now.steps.size()
  std::vector<StepId> removed;  // by the edit, with all that is part of them, parts first
};

StepMatch match_steps(const Session& base, const Session& edited, const Session& now,
                      const StepName& name_of);

}  // namespace clew

#pragma once
// Which step of a file is which step of the log. A reading of a file numbers its steps in the order
// of the document, the log in the order in which they were added; match_steps gives two readings
// the log's numbers, for merge_edit.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// What the dialect calls a step, such as "task-1": steps of one name under the same parent are the
// same step; of several with one name, the first is the first.
using StepName = std::function<std::string(const Session&, const Step&)>;

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

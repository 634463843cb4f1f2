#pragma once
// `clew revisit`: goes back to a step, saying first what follows from it. Without --impact clew
// proposes a class, shows what would be archived, and does it only when that is confirmed.

#include <string>

#include "command/verb.h"
#include "engine/workspace.h"

namespace clew {

struct RevisitRequest {
  std::string step;
  std::string impact;
  std::vector<std::string> affects;
  std::string reason;
  bool dry_run = false;
  static constexpr auto params() {
    using R = RevisitRequest;
    return field_list(
        positional("step", &R::step, "STEP", "by number, key or start of its title"),
        option("impact", &R::impact, "minor|moderate|major",
               "minor: later steps need review; moderate: affected steps are archived; major: all "
               "later steps are archived and start over"),
        option("affects", &R::affects, "STEP",
               "a later step it affects; repeat it (default: steps with the same subject)"),
        option("reason", &R::reason, "TEXT", "why"),
        flag("dry_run", &R::dry_run, "show what would happen and change nothing"));
  }
};

Result<Answer> revisit_step(Workspace& workspace, const RevisitRequest& request);

// How much follows from going back to a step, as far as its artifacts and the plan tell.

struct ProposedImpact {
  Impact impact = Impact::kMinor;
  std::string because;
};

// Nothing later begun: minor. Otherwise by how much of the step's artifacts differs from what was
// kept: a little is minor, up to half is moderate when later steps share its subject, more is
// major. So is what the dialect says upsets all that builds on it.
ProposedImpact propose_impact(Workspace& workspace, const Session& session, StepId step);

// The part of `before` that is not in `after`, or the other way round if that is more: 0 to 1.
double changed_share(std::string_view before, std::string_view after);

}  // namespace clew

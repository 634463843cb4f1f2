#pragma once
// `clew revisit`: goes back to a step, saying first what follows from it. Without --impact clew
// proposes a class, shows what would be archived, and does it only when that is confirmed.

#include "command/verb.h"

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

}  // namespace clew

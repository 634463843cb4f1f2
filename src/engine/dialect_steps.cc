#include "engine/dialect_steps.h"

#include <algorithm>

#include "dialect/fixed_plan.h"
#include "files/relative_path.h"
#include "session/decide.h"

namespace clew {
namespace {

// What cannot be had is left out: the steps are then called what they are called without it.
FileSet kept_files(Workspace& workspace, const FixedPlan& plan, const Session& session,
                   const std::vector<Blob>& fresh) {
  FileSet files;
  for (const auto& name : plan.plan_files()) {
    const Artifact* latest = nullptr;
    for (const auto& artifact : session.artifacts.items) {
      if (last_part_of(artifact.path) == name && artifact.archived_as.empty()) latest = &artifact;
    }
    if (latest == nullptr) continue;
    const auto given = std::find_if(fresh.begin(), fresh.end(),
                                    [&](const Blob& blob) { return blob.hash == latest->content; });
    auto text =
        given != fresh.end() ? Result<Bytes>(given->data) : workspace.store().blob(latest->content);
    if (text) files.files.push_back({name, std::move(*text)});
  }
  return files;
}

}  // namespace

// The command's own intents are tried first. Where one of them is refused, nothing can follow from
// it, and they are handed back as they came.
std::vector<Intent> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                       const Session& session, std::vector<Intent> intents,
                                       const std::vector<Blob>& fresh) {
  const FixedPlan* plan = dialect == nullptr ? nullptr : dialect->fixed_plan();
  if (plan == nullptr) return intents;
  Trial trial(session, workspace.now(), workspace.caller().actor);
  for (const Intent& intent : intents) {
    if (trial.add(intent) == Tried::kRefused) return intents;
  }
  const FileSet files = kept_files(workspace, *plan, trial.session(), fresh);
  for (auto& further : plan->further_steps(trial.session(), files)) {
    trial.add(std::move(further));
  }
  return trial.take();
}

std::vector<Intent> with_steps_of_revisit(Workspace& workspace, const Dialect* dialect,
                                          const Session& session, std::vector<Intent> intents,
                                          const RevisitStep& revisit) {
  const FixedPlan* plan = dialect == nullptr ? nullptr : dialect->fixed_plan();
  if (plan == nullptr) return intents;
  Trial trial(session, workspace.now(), workspace.caller().actor);
  for (const Intent& intent : intents) {
    if (trial.add(intent) == Tried::kRefused) return intents;
  }
  for (auto& further : plan->after_revisit(trial.session(), revisit.step, revisit.impact)) {
    trial.add(std::move(further));
  }
  return trial.take();
}

}  // namespace clew

#include "engine/dialect_steps.h"

#include <algorithm>

#include "dialect/fixed_plan.h"
#include "files/relative_path.h"
#include "session/after_drafts.h"

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

std::vector<Wish> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                     const Session& session, std::vector<Wish> wishes,
                                     const std::vector<Blob>& fresh) {
  const FixedPlan* plan = dialect == nullptr ? nullptr : dialect->fixed_plan();
  if (plan == nullptr) return wishes;
  Session after = session;
  const Time now = std::max(workspace.now(), session.last_activity);
  const ActorId& actor = workspace.caller().actor;
  const auto grant = [&](const Wish& wish) {
    const Intent intent{now, actor, wish};
    const auto decided = decide(after, intent);
    if (decided) after = after_drafts(std::move(after), intent, *decided);
    return decided.ok();
  };
  if (!std::all_of(wishes.begin(), wishes.end(), grant)) return wishes;
  const FileSet files = kept_files(workspace, *plan, after, fresh);
  for (auto& further : plan->further_steps(after, files)) {
    if (grant(further)) wishes.push_back(std::move(further));
  }
  return wishes;
}

}  // namespace clew

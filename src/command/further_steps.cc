#include "command/further_steps.h"

#include <algorithm>

#include "files/relative_path.h"
#include "session/after_drafts.h"

namespace clew {
namespace {

// What cannot be had is left out: the steps are then called what they are called without it.
FileSet kept_files(Workspace& workspace, const Dialect& dialect, const Session& session) {
  FileSet files;
  for (const auto& name : dialect.plan_files()) {
    const Artifact* latest = nullptr;
    for (const auto& artifact : session.artifacts.items) {
      if (last_part_of(artifact.path) == name && artifact.archived_as.empty()) latest = &artifact;
    }
    if (latest == nullptr) continue;
    auto text = workspace.store().blob(latest->content);
    if (text) files.files.push_back({name, std::move(*text)});
  }
  return files;
}

}  // namespace

std::vector<Wish> with_further_steps(Workspace& workspace, const Dialect* dialect,
                                     const Session& session, std::vector<Wish> wishes) {
  if (dialect == nullptr) return wishes;
  Session after = session;
  const Time now = std::max(workspace.now(), session.last_activity);
  const ActorId& actor = workspace.caller().actor;
  for (const auto& wish : wishes) {
    const Intent intent{now, actor, wish};
    const auto decided = decide(after, intent);
    if (!decided) return wishes;
    after = after_drafts(std::move(after), intent, *decided);
  }
  if (dialect->further_steps(after, {}).empty()) return wishes;
  const FileSet files = kept_files(workspace, *dialect, after);
  for (auto& steps : dialect->further_steps(after, files)) wishes.push_back(std::move(steps));
  return wishes;
}

}  // namespace clew

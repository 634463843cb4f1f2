#include "interface/hooks/hook_context.h"

namespace clew {

Workspace workspace_for(Workspace& workspace, Caller caller) {
  return Workspace(
      workspace.store(), workspace.files(), [&workspace] { return workspace.now(); },
      [&workspace](Bytes& bytes) { bytes = workspace.random(bytes.size()); }, std::move(caller),
      workspace.surroundings());
}

Status record_in(Workspace& workspace, const SessionId& session,
                 const std::function<void(Trial& wishes)>& fill) {
  const auto done = workspace.execute(session, [&](const Session& now) {
    Trial wishes(now, workspace.now(), workspace.caller().actor);
    fill(wishes);
    return Result<std::vector<Wish>>(wishes.take());
  });
  return done ? success() : Status(done.error());
}

}  // namespace clew

#include "interface/hooks/hook_context.h"

namespace clew {

Workspace workspace_for(Workspace& workspace, Caller caller) {
  Workspace made(
      workspace.store(), workspace.files(), [&workspace] { return workspace.now(); },
      [&workspace](Bytes& bytes) { bytes = workspace.random(bytes.size()); }, std::move(caller),
      workspace.surroundings());
  made.share_project_of(workspace);
  return made;
}

Status record_in(SessionWriter& writer, Workspace& workspace, const FillIntents& fill) {
  return writer.add(workspace, [&](const Loaded& now) -> Result<Drafts> {
    Trial intents(now.session, workspace.now(), workspace.caller().actor);
    fill(intents);
    return decide_all(now.session, intents.take(), workspace.now(), workspace.caller().actor);
  });
}

Status record_in(Workspace& workspace, const SessionId& session, const FillIntents& fill) {
  const auto done = workspace.write_session(session, [&](SessionWriter& writer) -> Result<Done> {
    CLEW_TRY(record_in(writer, workspace, fill));
    return writer.finish();
  });
  return done ? success() : Status(done.error());
}

}  // namespace clew

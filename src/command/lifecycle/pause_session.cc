#include "command/lifecycle/pause_session.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/keep_artifact.h"
#include "engine/work_files/step_artifacts.h"

namespace clew {

Result<Answer> pause_session(Workspace& workspace, const PauseRequest& request) {
  std::vector<Intent> kept;
  for (const auto& path : request.artifact) {
    CLEW_ASSIGN(const ArtifactAdded artifact,
                keep_artifact(workspace, path, "clew pause --artifact " + shell_word(path)));
    kept.push_back(RecordFact{artifact, {}});
  }
  // Load, lock, decide, append live in execute, once for every verb.
  CLEW_ASSIGN(const Done done,
              workspace.execute([&](const Session& session) -> Result<std::vector<Intent>> {
                CLEW_ASSIGN(std::vector<Intent> intents, files_in_progress(workspace, session));
                intents.insert(intents.begin(), kept.begin(), kept.end());
                const StepId at = current_step(session, workspace.caller().actor);
                const std::string context = request.context.empty() && at != kRoot
                                                ? "step " + label_of(session, at)
                                                : request.context;
                intents.push_back(PauseSession{request.reason, context});
                return intents;
              }));
  CLEW_ASSIGN(const std::string position, view_position(workspace, done.after));
  const Standpoint location(done.after, workspace.caller().actor, workspace.now());
  Saying saying(fmt::format("paused {}{}{}", done.after.identity.id.text, location.words(" at "),
                            request.reason.empty() ? "" : " · " + request.reason),
                "clew resume " + done.after.identity.id.text);
  if (!position.empty()) saying.lines.push_back(position);
  for (const auto& event : done.events) {
    const auto* artifact = get_if<ArtifactAdded>(&event.data);
    if (artifact != nullptr) saying.lines.push_back("kept " + artifact->path);
  }
  return said(workspace, done, saying);
}

}  // namespace clew

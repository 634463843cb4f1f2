#include "command/lifecycle/close_session.h"

#include <fmt/format.h>

#include "engine/reply.h"

namespace clew {

Result<Answer> close_session(Workspace& workspace, const CloseRequest& request) {
  if (int{request.aborted} + int{request.failed} + int{request.abandoned} > 1) {
    return make_error(ErrorCode::kUsage, "use only one of --aborted, --failed and --abandoned",
                      "--aborted");
  }
  Lifecycle status = Lifecycle::kCompleted;
  if (request.aborted) status = Lifecycle::kAborted;
  if (request.failed) status = Lifecycle::kFailed;
  if (request.abandoned) status = Lifecycle::kAbandoned;
  CLEW_ASSIGN(const Done done, workspace.execute(CloseSession{status, request.reason}));
  Answer answer =
      said(workspace, done, fmt::format("{} is {}", done.after.identity.id.text, name_of(status)));
  answer.data.set("status", name_of(status));
  return answer;
}

}  // namespace clew

#include "engine/confirm.h"

namespace clew {

Status agree(const Workspace& workspace, const std::string& question, const std::string& subject,
             const std::string& again) {
  const Caller& caller = workspace.caller();
  if (caller.agreed) return success();
  const auto answer = caller.confirm ? caller.confirm(question) : std::nullopt;
  if (!answer) {
    return make_error(ErrorCode::kUsage, question + " Confirm with --yes", subject,
                      again + " --yes");
  }
  if (*answer) return success();
  return make_error(ErrorCode::kNotAllowed, "nothing was changed", subject);
}

}  // namespace clew

#include "command/record/record_failure.h"

#include <fmt/format.h>

#include "engine/record_fact.h"

namespace clew {

Result<Answer> record_failure(Workspace& workspace, const TriedRequest& request) {
  ApproachFailed fact;
  fact.what = request.what;
  fact.why = request.because;
  fact.paths = request.file;
  return record_fact(workspace, fact, request.step, [&](const Done&, const std::string& number) {
    return fmt::format("recorded as {}: {} failed, {}", number, request.what, request.because);
  });
}

}  // namespace clew

#include "command/record/record_failure.h"

#include <fmt/format.h>

#include "drift/make_ties.h"
#include "engine/record_fact.h"
#include "session/progress.h"

namespace clew {

Result<Answer> record_failure(Workspace& workspace, const TriedRequest& request) {
  ApproachFailed fact;
  fact.what = request.what;
  fact.why = request.because;
  CLEW_TRY(tie_failed(workspace, {request.file, request.symbol}, "clew tried \"…\"", fact));
  const auto words = [&](const Done&, const std::string& number) {
    return fmt::format("recorded as {}: {} failed, {}", number, request.what, request.because);
  };
  return record_fact(
      workspace, fact, request.step, words,
      [&](const Session& session, RecordFact::Fact& reported) {
        const auto step = optional_step(session, request.step);
        tie_to_step(session,
                    step ? step->value_or(current_step(session, workspace.caller().actor)) : kRoot,
                    get<ApproachFailed>(reported));
      });
}

}  // namespace clew

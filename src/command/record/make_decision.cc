#include "command/record/make_decision.h"

#include <fmt/format.h>

#include "drift/make_ties.h"
#include "engine/record_fact.h"

namespace clew {

Result<Answer> make_decision(Workspace& workspace, const DecideRequest& request) {
  DecisionMade fact;
  fact.topic = request.topic;
  fact.choice = request.choice;
  fact.reason = request.because;
  if (!request.over.empty()) {
    fact.options = request.over;
    fact.options.insert(fact.options.begin(), request.choice);
  }
  CLEW_ASSIGN(fact.ties, make_ties(workspace, {request.file, request.symbol}, "clew decide \"…\""));
  return record_fact(workspace, fact, request.step, [&](const Done&, const std::string& number) {
    return fmt::format("decided as {}: {}{}", number, request.choice,
                       request.because.empty() ? "  (add a reason with --because)" : "");
  });
}

}  // namespace clew

#include "command/record/record_run.h"

#include <fmt/format.h>

#include "command/verb.h"
#include "engine/record_fact.h"

namespace clew {

Result<Answer> record_run(Workspace& workspace, const RanRequest& request) {
  std::vector<std::string> words = request.words;
  words.insert(words.end(), request.command.begin(), request.command.end());
  if (words.empty()) {
    return make_error(ErrorCode::kUsage, "CMD is missing", "ran", "clew ran -- make -j2 test");
  }
  CommandRan fact;
  fact.command = words.front();
  fact.arguments = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
  fact.model = request.model;
  fact.agent = AgentId(request.agent);
  fact.duration = request.duration;
  fact.error = request.error;
  if (request.exit_code) {
    CLEW_TRY(read_option("--exit-code", Value(*request.exit_code), fact.exit_code.emplace()));
  }
  const bool failed = request.failed || !request.error.empty() || fact.exit_code.value_or(0) != 0;
  fact.outcome = failed ? RunOutcome::kFailure : RunOutcome::kSuccess;
  const auto words_for = [&](const Done&, const std::string&) {
    return fmt::format("kept: {}{}{} {}{}", fact.command, fact.arguments.empty() ? "" : " ",
                       fact.arguments, failed ? "failed" : "ran",
                       fact.error.empty() ? "" : ", " + fact.error);
  };
  const auto with_model = [](const Session& session, RecordFact::Fact& reported) {
    auto& run = get<CommandRan>(reported);
    if (run.model.empty()) run.model = session.identity.model;
  };
  return record_fact(workspace, fact, request.step, words_for, with_model);
}

}  // namespace clew

#include "command/plan/change_step.h"

#include <fmt/format.h>

#include "command/verb.h"
#include "engine/reply.h"
#include "session/measured_command.h"

namespace clew {
namespace {

// The step that a command moved, read from what it recorded: a repeated command has nothing else.
StepId moved_step(const Done& done) {
  StepId started;
  for (const auto& event : done.events) {
    if (const auto* changed = get_if<StepStatusChanged>(&event.data)) return changed->step;
    if (const auto* begun = get_if<StepStarted>(&event.data)) started = begun->step;
  }
  return started;  // parents begin before their part
}

std::string now_at(Workspace& workspace, const Done& done) {
  if (is_closed(done.after.lifecycle.status)) return " · the session is complete";
  const StepId at = current_step(done.after, workspace.caller().actor);
  return at == kRoot ? std::string() : fmt::format(" · now step {}", label_of(done.after, at));
}

Saying words_for(Workspace& workspace, const Done& done, StepId id, StepVerb verb) {
  const Step& step = *done.after.find(id);
  const std::string name = "step " + label_of(done.after, id);
  const std::string number = number_of(done.after, id);
  const std::string why = step.status_reason.empty() ? "" : ": " + step.status_reason;
  switch (verb) {
    case StepVerb::kStart:
      return fmt::format("{} started, attempt {}{}", name, step.attempt_count,
                         step.gate ? " · until " + to_text(*step.gate) : "");
    case StepVerb::kRetry:
      return fmt::format("{} started again, attempt {}", name, step.attempt_count);
    case StepVerb::kFail:
      return {fmt::format("{} failed{}", name, why), "clew step retry " + number};
    case StepVerb::kBlock:
      return {fmt::format("{} is blocked{}", name, why), "clew step unblock " + number};
    case StepVerb::kUnblock:
      return fmt::format("{} is unblocked and {}", name, name_of(step.status));
    case StepVerb::kReview:
      return {fmt::format("{} is up for review{}", name, why), completing_command(step, number)};
    case StepVerb::kSkip:
      return fmt::format("{} skipped{}{}", name, why, now_at(workspace, done));
    case StepVerb::kPutBack:
      return fmt::format("{} is put back{}", name, why);
    case StepVerb::kDone:
      break;
  }
  return name;
}

Answer answer_for(Workspace& workspace, const Done& done, StepVerb verb) {
  const StepId id = moved_step(done);
  if (done.after.find(id) == nullptr) return said(workspace, done, "nothing changed");
  Answer answer = said(workspace, done, words_for(workspace, done, id, verb));
  answer.data.set("target", step_fields(done.after, id));
  answer.data.set("status", name_of(done.after.lifecycle.status));
  return answer;
}

}  // namespace

Result<Answer> start_step(Workspace& workspace, const StartStepRequest& request) {
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(const std::optional<StepId> named, optional_step(session, request.step));
    return std::vector<Intent>{
        StartStep{named.value_or(current_step(session, workspace.caller().actor))}};
  };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  return answer_for(workspace, done, StepVerb::kStart);
}

Result<Answer> change_step(Workspace& workspace, const StepWords& request, StepVerb verb) {
  std::optional<uint32_t> fence;
  if (request.fence) {
    CLEW_TRY(read_option("--fence", Value(*request.fence), fence.emplace()));
  }
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    ChangeStep intent;
    CLEW_ASSIGN(intent.step, optional_step(session, request.step));
    intent.verb = verb;
    intent.reason = request.reason;
    intent.fence = fence;
    return std::vector<Intent>{intent};
  };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  return answer_for(workspace, done, verb);
}

}  // namespace clew

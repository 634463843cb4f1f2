#include "command/record/record_agent.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "command/verb.h"
#include "document/json/typed_text.h"
#include "engine/reply.h"

namespace clew {
namespace {

Result<double> read_progress(const std::string& text, const std::string& agent) {
  const bool percent = !text.empty() && text.back() == '%';
  const Value number = typed(percent ? text.substr(0, text.size() - 1) : text);
  if (!number.is_number()) {
    return make_error(ErrorCode::kUsage,
                      fmt::format("invalid progress \"{}\"; write 0.6 or 60%", text), "--progress",
                      fmt::format("clew agent progress {} --progress 0.6", shell_word(agent)));
  }
  return percent ? number.as_double() / 100 : number.as_double();
}

Result<AgentChanged> fact_for(const AgentRequest& request, AgentVerb verb) {
  AgentChanged fact;
  fact.agent = AgentId(request.id);
  fact.verb = verb;
  fact.type = request.type;
  fact.blocking_on = AgentId(request.blocking_on);
  fact.summary = request.summary;
  fact.files = {request.created, request.modified, request.deleted};
  if (!request.progress.empty()) {
    CLEW_ASSIGN(fact.progress, read_progress(request.progress, request.id));
  }
  if (!request.result.empty()) {
    CLEW_TRY(read_option("--result", Value(request.result), fact.result));
  }
  if (!request.category.empty() && request.error.empty()) {
    return make_error(ErrorCode::kUsage, "--category needs --error", "--category",
                      fmt::format("clew agent fail {} --error \"…\" --category {}",
                                  shell_word(request.id), shell_word(request.category)));
  }
  if (!request.error.empty()) {
    AgentError& error = fact.error.emplace();
    error.message = request.error;
    if (!request.category.empty()) {
      CLEW_TRY(read_option("--category", Value(request.category), error.category));
    }
  }
  return fact;
}

const char* state_words(AgentStatus status) {
  switch (status) {
    case AgentStatus::kPending:
      return "is pending";
    case AgentStatus::kRunning:
      return "is running";
    case AgentStatus::kCompleted:
      return "is done";
    case AgentStatus::kError:
      return "failed";
    case AgentStatus::kTimeout:
      return "timed out";
  }
  return "";
}

Saying words_for(const Agent& agent, AgentVerb verb) {
  std::string out = fmt::format("agent {} {}", agent.id.text, state_words(agent.status));
  if (agent.progress && agent.status == AgentStatus::kRunning) {
    out += fmt::format(", {:.0f} %", *agent.progress * 100);
  }
  if (!agent.blocking_on.empty()) out += ", waiting for " + agent.blocking_on.text;
  if (agent.error && !agent.error->message.empty() && agent.status != AgentStatus::kRunning) {
    out += ": " + agent.error->message;
  }
  const bool may_retry = verb == AgentVerb::kFail || verb == AgentVerb::kTimeout;
  return {out, may_retry ? "clew agent retry " + shell_word(agent.id.text) : std::string()};
}

}  // namespace

Result<Answer> record_agent(Workspace& workspace, const AgentRequest& request, AgentVerb verb) {
  CLEW_ASSIGN(const AgentChanged fact, fact_for(request, verb));
  const auto intents = [&](const Session& session) -> Result<std::vector<Intent>> {
    CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
    AgentChanged reported = fact;
    if (step) reported.step = *step;
    return std::vector<Intent>{
        RecordFact{reported, step}
    };
  };
  CLEW_ASSIGN(const Done done, workspace.execute(intents));
  for (const auto& agent : done.after.agents.items) {
    if (agent.id.text != request.id) continue;
    Answer answer = said(workspace, done, words_for(agent, verb));
    answer.data.set("agent", to_value(agent));
    return answer;
  }
  return said(workspace, done, fmt::format("recorded: agent {} {}", request.id, name_of(verb)));
}

}  // namespace clew

#pragma once
// `clew agent plan|start|progress|done|fail|timeout|retry`: agents at work in a session.

#include "command/verb.h"
#include "session/agent.h"

namespace clew {

struct AgentRequest {
  std::string id;
  std::string type;
  std::string progress;
  std::string blocking_on;
  std::string error;
  std::string category;
  std::string summary;
  std::vector<std::string> created;
  std::vector<std::string> modified;
  std::vector<std::string> deleted;
  std::string result;
  std::string step;
  static constexpr auto params() {
    using R = AgentRequest;
    return field_list(
        positional("id", &R::id, "ID", "the agent, such as arch-1"),
        option("type", &R::type, "TYPE", "what kind of agent"),
        option("progress", &R::progress, "0.6|60%", "how far it is"),
        option("blocking_on", &R::blocking_on, "ID", "the agent it waits for"),
        option("error", &R::error, "TEXT", "what went wrong"),
        option("category", &R::category, "WORD",
               "of the error: transient, resource, configuration, logical, permanent"),
        option("summary", &R::summary, "TEXT", "what came out, in short"),
        option("created", &R::created, "PATH", "a file it created; repeat it"),
        option("modified", &R::modified, "PATH", "a file it modified; repeat it"),
        option("deleted", &R::deleted, "PATH", "a file it deleted; repeat it"),
        option("result", &R::result, "success|failure|timeout|aborted", "how it ended"),
        option("step", &R::step, "STEP", "the step it works on"));
  }
};

Result<Answer> record_agent(Workspace& workspace, const AgentRequest& request, AgentVerb verb);

// verb<agent_does<AgentVerb::kStart>>(…) in the catalogue.
template <AgentVerb agent_verb>
Result<Answer> agent_does(Workspace& workspace, const AgentRequest& request) {
  return record_agent(workspace, request, agent_verb);
}

}  // namespace clew

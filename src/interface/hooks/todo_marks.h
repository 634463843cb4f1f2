#pragma once
// How the steps of one agent's list are told from all others: by ids that carry its conversation,
// and by a mark on somebody else's step that it took up as an item. The same mark on a step of its
// own that was left behind says that the agent is through with it.

#include <string>

#include "agent_client/hook_event.h"
#include "session/session.h"

namespace clew {

class ListMarks {
 public:
  // `actor`: as the agent records. `subagent`: whose list it is, when not the agent's own.
  ListMarks(const std::string& client, const ActorId& actor, const AgentId& subagent);

  const std::string& client() const { return client_; }
  const std::string& owner() const { return owner_; }    // whose list it is, in words
  const std::string& prefix() const { return prefix_; }  // of the ids of its items
  // The key of the attribute that marks such a step; its value is the item's id.
  const std::string& taken_up() const { return self_; }
  std::string list_id() const { return "list:" + prefix_; }

  bool is_own(const Step& step) const { return is_own(step, prefix_); }
  bool is_own(const Step& step, const std::string& prefix) const;
  bool is_called(const Step& step, const std::string& id) const;
  // The id of an own step's item; empty for somebody else's.
  std::string item_id(const Step& step) const;
  bool is_taken_up(const Step& step) const;
  // Of the list of another agent or subagent. In a session that a hook began, what an agent listed
  // is the plan, and the next agent may go on with it.
  bool is_others(const Session& session, const Step& step) const;
  // Where this agent's items stand together, while that is open; the root: nowhere.
  StepId find_list(const Session& session) const;

 private:
  bool has_external_id(const Step& step, const std::string& id) const;

  bool is_subagents_;
  std::string client_;
  std::string self_;
  std::string owner_;
  std::string prefix_;
};

}  // namespace clew

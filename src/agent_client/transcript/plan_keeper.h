#pragma once
// The agent's own plan, list after list, as steps with states and times. What a later list leaves
// out stays: done, or skipped if it never was. Private to this folder.

#include <map>

#include "agent_client/transcript/transcript_item.h"

namespace clew::transcript {

class PlanKeeper {
 public:
  // `steps` holds the root already.
  PlanKeeper(std::vector<Step>& steps, std::string client, ActorId actor)
      : steps_(steps), client_(std::move(client)), actor_(std::move(actor)) {}

  // A whole list as it is from now on, or single items, whose empty fields stay as they were.
  void add(const PlanChange& plan, Time at);
  // The step at work, or the root.
  StepId current() const { return current_; }
  void finish();

 private:
  void replace_list(const PlanChange& plan, Time at);
  void update_item(const PlanItem& item, Time at);
  Step* find_or_add(const PlanItem& item);
  void change(Step& step, StepStatus status, Time at, const std::string& reason = {});
  void close(Step& step, AttemptOutcome outcome, Time at, const std::string& reason = {});

  std::vector<Step>& steps_;
  std::string client_;
  ActorId actor_;
  StepId current_ = kRoot;
  std::map<std::string, StepId> by_key_;
};

}  // namespace clew::transcript

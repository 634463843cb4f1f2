#include "agent_client/transcript/plan_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "session/step.h"

namespace clew::transcript {
namespace {

constexpr size_t kMaxTitle = 300;
constexpr size_t kMaxDescription = 4000;

void open(Step& step, Time at, const ActorId& actor) {
  Attempt attempt;
  attempt.number = ++step.attempt_count;
  attempt.started_at = at;
  attempt.actor = actor;
  step.attempts.push_back(std::move(attempt));
  if (step.attempts.size() > kKeptAttempts) step.attempts.erase(step.attempts.begin());
}

bool is_over(StepStatus status) {
  return status == StepStatus::kDone || status == StepStatus::kSkipped;
}

}  // namespace

void PlanKeeper::add(const PlanChange& plan, Time at) {
  if (plan.scope == PlanScope::kWholeList) return replace_list(plan, at);
  for (const PlanItem& item : plan.items) update_item(item, at);
}

void PlanKeeper::replace_list(const PlanChange& plan, Time at) {
  std::set<std::string> listed;
  std::map<std::string, int> seen;
  for (PlanItem item : plan.items) {
    // Items have no ids: of several with the same words, the first is the first.
    if (const int earlier = seen[item.id]++; earlier > 0) {
      item.id += fmt::format("#{}", earlier + 1);
    }
    Step* step = find_or_add(item);
    if (step == nullptr) continue;
    listed.insert(item.id);
    change(*step, item.status.value_or(step->status), at);
  }
  for (const auto& [key, id] : by_key_) {
    Step& step = steps_[id.number];
    if (!key.starts_with(plan.prefix) || listed.contains(key) || is_over(step.status)) continue;
    change(step, StepStatus::kSkipped, at, "a later plan leaves it out");
  }
}

void PlanKeeper::update_item(const PlanItem& item, Time at) {
  Step* step = find_or_add(item);
  if (step == nullptr) return;
  if (!item.title.empty()) step->title = cut(one_line(item.title), kMaxTitle);
  if (!item.description.empty()) {
    step->description = cut(item.description, kMaxDescription);
  }
  if (item.status) change(*step, *item.status, at, item.reason);
}

Step* PlanKeeper::find_or_add(const PlanItem& item) {
  if (const auto found = by_key_.find(item.id); found != by_key_.end()) {
    return &steps_[found->second.number];
  }
  if (steps_.size() >= kMaxSteps) return nullptr;
  const StepId id{static_cast<uint32_t>(steps_.size())};
  Step& step = steps_.emplace_back();
  step.id = id;
  step.parent = kRoot;
  step.title = cut(one_line(item.title.empty() ? item.id : item.title), kMaxTitle);
  step.description = cut(item.description, kMaxDescription);
  set_external_id(step, client_, item.id);
  steps_.front().children.push_back(id);
  by_key_[item.id] = id;
  return &step;
}

void PlanKeeper::change(Step& step, StepStatus status, Time at, const std::string& reason) {
  if (step.status == status) return;
  if (status == StepStatus::kActive) {
    open(step, at, actor_);
    current_ = step.id;
  } else {
    if (status == StepStatus::kDone && step.open_attempt() == nullptr) open(step, at, actor_);
    close(step, status == StepStatus::kDone ? AttemptOutcome::kPassed : AttemptOutcome::kAbandoned,
          at, reason);
    if (current_ == step.id) current_ = kRoot;
  }
  step.status = status;
  step.status_reason = status == StepStatus::kSkipped ? reason : "";
}

void PlanKeeper::close(Step& step, AttemptOutcome outcome, Time at, const std::string& reason) {
  if (step.attempts.empty() || step.attempts.back().outcome != AttemptOutcome::kOpen) return;
  Attempt& attempt = step.attempts.back();
  attempt.outcome = outcome;
  attempt.ended_at = std::max(at, attempt.started_at);
  if (outcome == AttemptOutcome::kAbandoned) attempt.reason = reason;
}

void PlanKeeper::finish() {
  if (current_ != kRoot) steps_.front().current_child = current_;
}

}  // namespace clew::transcript

// Starting a session and adding steps: a plan is checked as a whole before any of it is taken. Keys
// are unique, needs name steps that are there, the depth is bounded, and no steps wait for each
// other.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/quote.h"
#include "session/decide_internal.h"
#include "session/progress.h"

namespace clew::deciding {
namespace {

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxTitle = 1000;
constexpr const char* kSplit = "split the plan over several sessions";

Error no_such_need(const std::string& need, const std::string& why) {
  return make_error(ErrorCode::kInvalid, fmt::format("a step needs \"{}\", {}", need, why),
                    need.empty() ? "needs" : need, "name a step by its key or title");
}

// Steps of the plan on its way in come first, then those already there.
Result<StepId> resolve_need(const Session& session, const std::vector<PlannedStep>& plan,
                            size_t first, const std::string& need) {
  std::vector<size_t> titled;
  for (size_t i = 0; i < plan.size(); ++i) {
    if (!plan[i].key.empty() && plan[i].key == need) {
      return StepId{static_cast<uint32_t>(first + i)};
    }
    if (plan[i].title == need) titled.push_back(i);
  }
  if (titled.size() > 1) return no_such_need(need, "and two steps have that title");
  if (titled.size() == 1) return StepId{static_cast<uint32_t>(first + titled[0])};
  if (!session.exists()) return no_such_need(need, "which is not in the plan");
  const auto found = find_step(session, need);
  if (found) return *found;
  return no_such_need(need, found.error().code == ErrorCode::kUsage ? found.error().message
                                                                    : "which is not in the plan");
}

size_t depth_of(const Session& session, StepId id) {
  size_t depth = 0;
  for (const Step* at = session.find(id); at != nullptr && at->id != kRoot;
       at = session.find(at->parent)) {
    ++depth;
  }
  return depth;
}

Status check_keys(const Session& session, const std::vector<PlannedStep>& plan) {
  std::set<std::string> keys;
  for (const auto& step : session.steps) {
    if (!step.removed && !step.key.empty()) keys.insert(step.key);
  }
  for (const auto& planned : plan) {
    if (planned.key.empty() || keys.insert(planned.key).second) continue;
    return make_error(ErrorCode::kInvalid,
                      fmt::format("two steps have the key \"{}\"", planned.key), planned.key,
                      "give each step a key of its own");
  }
  return success();
}

// A step comes after the one it is part of, and not too deep below it.
Status check_depth(const std::vector<PlannedStep>& plan, size_t depth_of_parent) {
  std::vector<size_t> depths;
  for (size_t i = 0; i < plan.size(); ++i) {
    const auto& parent = plan[i].parent;
    if (parent && *parent >= i) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("step {} comes before the one it is part of", quote(plan[i].title)),
          plan[i].title, "put a step before its parts");
    }
    depths.push_back(1 + (parent ? depths[*parent] : depth_of_parent));
    if (depths.back() > kMaxDepth) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("steps may be nested at most {} deep", kMaxDepth),
                        plan[i].title, kSplit);
    }
  }
  return success();
}

// Turns planned steps into events with numbers. Numbers continue after the session's last step; 0
// is the session itself, so the first step of a session is 1. Needs are resolved only after keys
// and depth are checked, since they may name any step of the same plan.
Result<std::vector<StepAdded>> number_plan(const Session& session, StepId parent,
                                           const std::vector<PlannedStep>& plan) {
  const size_t first = std::max<size_t>(session.steps.size(), 1);
  if (first + plan.size() > kMaxSteps) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("a plan may have at most {} steps", kMaxSteps - 1), "plan",
                      kSplit);
  }
  for (const auto& planned : plan) {
    CLEW_TRY(check_text(planned.title, "a step's title", kMaxTitle));
  }
  CLEW_TRY(check_keys(session, plan));
  CLEW_TRY(check_depth(plan, depth_of(session, parent)));
  std::vector<StepAdded> added;
  for (const auto& planned : plan) {
    StepAdded event;
    event.step = StepId{static_cast<uint32_t>(first + added.size())};
    event.parent = planned.parent ? StepId{static_cast<uint32_t>(first + *planned.parent)} : parent;
    event.key = planned.key;
    event.title = planned.title;
    event.description = planned.description;
    event.order = planned.order;
    event.assignee = planned.assignee;
    event.subject = planned.subject;
    event.external = planned.external;
    event.gate = planned.gate;
    if (planned.quarantined) event.quarantined = true;
    CLEW_TRY(check_ties(planned.ties));
    event.ties = planned.ties;
    for (const auto& need : planned.needs) {
      CLEW_ASSIGN(const StepId id, resolve_need(session, plan, first, need));
      event.needs.push_back(id);
    }
    added.push_back(std::move(event));
  }
  return added;
}

uint32_t count_top(const std::vector<StepAdded>& added) {
  return static_cast<uint32_t>(std::count_if(added.begin(), added.end(), [](const StepAdded& s) {
    return s.parent == kRoot && !s.quarantined.value_or(false);
  }));
}

// Nothing is added below a step that is complete or lies inside a complete one: the way out is to
// revisit the step that is complete, which is the one the error names.
Status check_parent(const Session& session, const AddSteps& intent) {
  if (session.find(intent.parent) == nullptr) {
    return make_error(ErrorCode::kNotFound, "there is no such parent step",
                      std::to_string(intent.parent.number), "clew status");
  }
  if (intent.parent == kRoot || !is_settled(session, intent.parent)) return success();
  const Step* complete = session.find(intent.parent);
  while (!is_complete(*complete)) complete = session.find(complete->parent);
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("step {} is {}", label_of(session, complete->id), name_of(complete->status)),
      label_of(session, intent.parent), "clew revisit " + number_of(session, complete->id));
}

// After `intent.after` and in the order given, among the parts of the same step.
Status location_steps(const Session& session, const AddSteps& intent,
                      std::vector<StepAdded>& added) {
  if (!intent.after) return success();
  if (session.find(*intent.after) == nullptr) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("there is no step {}", intent.after->number),
                      std::to_string(intent.after->number), "clew status");
  }
  const auto& siblings = session.find(intent.parent)->children;
  const auto location = std::find(siblings.begin(), siblings.end(), *intent.after);
  if (location == siblings.end()) {
    const std::string label = label_of(session, *intent.after);
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is not a part of the same step", label), label,
                      "clew status");
  }
  auto position = static_cast<uint32_t>(location - siblings.begin());
  for (auto& step : added) {
    if (step.parent == intent.parent) step.position = ++position;
  }
  return success();
}

}  // namespace

// The whole plan is checked on a preview, and the first ready step is started with the steps around
// it. Steps assigned to somebody else are not started for them.
Result<Drafts> start_session(const Session& session, const Proposal& proposal,
                             const StartSession& intent) {
  if (session.exists()) {
    return make_error(ErrorCode::kConflict, "a session with this id already exists",
                      session.identity.id.text, "clew show " + session.identity.id.text);
  }
  CLEW_TRY(check_text(intent.opening.goal, "the goal", 8 * 1024));
  if (intent.opening.structure.first_index > 1) {
    return make_error(ErrorCode::kInvalid, "a plan must count from 0 or 1", "first_index",
                      "clew start --help");
  }
  SessionStarted opening = intent.opening;
  CLEW_ASSIGN(const std::vector<StepAdded> added, number_plan(session, kRoot, intent.plan));
  const bool is_whole = !added.empty() && intent.end == PlanEnd::kLast;
  if (is_whole && !opening.structure.total) opening.structure.total = count_top(added);
  Drafts drafts{
      {std::move(opening), {}}
  };
  for (const auto& step : added) drafts.push_back({step, {}});
  const Session planned = preview(session, drafts, proposal.now, proposal.actor);
  CLEW_TRY(check_cycles(planned));
  auto ready = ready_steps(planned, proposal.actor, proposal.now);
  std::erase_if(ready,
                [&](StepId id) { return is_assigned_to_other(*planned.find(id), proposal.actor); });
  if (!ready.empty()) start_with_parents(planned, *planned.find(ready.front()), drafts);
  return drafts;
}

// Added top-level steps raise a total that was fixed, except as far as that total left room for
// steps that were still to come.
Result<Drafts> add_steps(const Session& session, const Proposal& proposal, const AddSteps& intent) {
  CLEW_TRY(check_parent(session, intent));
  if (intent.plan.empty()) {
    return make_error(ErrorCode::kUsage, "there is no step to add", "step", "clew step add \"…\"");
  }
  CLEW_ASSIGN(std::vector<StepAdded> added, number_plan(session, intent.parent, intent.plan));
  CLEW_TRY(location_steps(session, intent, added));
  Drafts drafts;
  for (const auto& step : added) drafts.push_back({step, {}});
  CLEW_TRY(check_cycles(preview(session, drafts, proposal.now, proposal.actor)));
  // Steps that were to come anyway are counted already.
  const uint32_t top = count_top(added);
  const size_t expected = steps_to_come(session);
  if (session.structure.total && top > expected) {
    const auto more = static_cast<uint32_t>(top - expected);
    drafts.push_back({
        StructureSettled{*session.structure.total + more, "steps were added"},
        {}
    });
  }
  return drafts;
}

namespace {

// The parts first: a step is never there without the one around it.
Status remove_parts(const Session& session, const Step& step, Drafts& drafts) {
  if (step.status == StepStatus::kActive || step.status == StepStatus::kDone) {
    const std::string label = label_of(session, step.id);
    return make_error(ErrorCode::kInvalid, fmt::format("step {} has been worked on", label), label,
                      fmt::format("clew step skip {} --reason \"…\"", number_of(session, step.id)));
  }
  for (const StepId part : step.children) {
    CLEW_TRY(remove_parts(session, session.steps[part.number], drafts));
  }
  drafts.push_back({
      StepRestored{step.id, std::nullopt},
      {}
  });
  return success();
}

}  // namespace

// Renaming restores the step's record with another title, so that undo can put the former one back.
Result<Drafts> name_step(const Session& session, const NameStep& intent) {
  CLEW_ASSIGN(const Step* step, existing(session, intent.step));
  if (step->id == kRoot) {
    return make_error(ErrorCode::kInvalid, "the session's title is its goal",
                      session.identity.id.text, "clew set goal=…");
  }
  CLEW_TRY(check_text(intent.title, "a step's title", kMaxTitle));
  StepRestored named{step->id, *step};
  named.record->title = intent.title;
  return Drafts{
      {std::move(named), {}}
  };
}

// Refused while another step needs it. The parent is restored too when it pointed at the removed
// step as its current child, which would otherwise lead to a step that is gone.
Result<Drafts> remove_step(const Session& session, const RemoveStep& intent) {
  CLEW_ASSIGN(const Step* step, existing(session, intent.step));
  if (step->id == kRoot) {
    return make_error(ErrorCode::kInvalid, "the session itself cannot be removed",
                      session.identity.id.text, "clew close");
  }
  Drafts drafts;
  CLEW_TRY(remove_parts(session, *step, drafts));
  for (const auto& other : session.steps) {
    const bool needs_it =
        std::find(other.needs.begin(), other.needs.end(), step->id) != other.needs.end();
    if (other.removed || !needs_it) continue;
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} needs step {}", label_of(session, other.id),
                                  label_of(session, step->id)),
                      label_of(session, step->id), "clew status");
  }
  const Step& parent = session.steps[step->parent.number];
  if (parent.current_child != step->id) return drafts;
  StepRestored around{parent.id, parent};
  around.record->current_child.reset();
  std::erase(around.record->children, step->id);
  drafts.push_back({std::move(around), {}});
  return drafts;
}

}  // namespace clew::deciding

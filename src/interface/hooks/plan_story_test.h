#pragma once
// A session that agents' lists are told to, one after the other.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "interface/hooks/todo_list.h"
#include "session/apply.h"
#include "session/decide.h"
#include "session/progress.h"

namespace clew {

inline const ActorId kAna("ana@laptop");
inline const ActorId kAgent("claude-code:5c0ffee1");
inline const ActorId kNext("claude-code:0ddba115");

struct PlanStory {
  Session session;
  Time now{1'763'200'000'000};

  void tell(const Intent& intent, const ActorId& actor = kAna) {
    const auto drafts = decide(session, Proposal{now, actor, intent});
    REQUIRE(drafts.ok());
    for (const auto& draft : *drafts) {
      EventHeader header;
      header.seq = Seq{session.head.number + 1};
      header.at = now;
      header.actor = actor;
      session = apply(std::move(session), Event{header, draft.data});
    }
  }
  // How many intents came of it; all of them are taken.
  size_t list(PlanChange change, const ActorId& actor = kAgent, const AgentId& subagent = {}) {
    now = now + minutes(1);
    Trial intents(session, now, actor);
    add_plan(intents, "claude-code", change, subagent);
    const auto wanted = intents.take();
    for (const auto& intent : wanted) tell(intent, actor);
    return wanted.size();
  }
  // "1 Write it active · 2 Test it pending"
  std::string plan() const {
    std::string out;
    for (const auto& step : session.steps) {
      if (step.id == kRoot || step.removed) continue;
      out += fmt::format("{}{} {} {}", out.empty() ? "" : " · ", number_of(session, step.id),
                         step.title, name_of(step.status));
    }
    return out;
  }
};

inline PlanStory automatic() {
  PlanStory story;
  StartSession start;
  start.opening.goal = "a goal";
  start.opening.automatic = true;
  start.opening.order = ChildOrder::kAnyOrder;
  story.tell(start, kAgent);
  return story;
}

inline PlanStory planned_by_ana(const std::vector<const char*>& titles) {
  PlanStory story;
  StartSession start;
  start.opening.goal = "a goal";
  for (const char* title : titles) start.plan.emplace_back().title = title;
  story.tell(start);
  return story;
}

inline PlanItem item(const std::string& title, StepStatus state, const char* id = "") {
  PlanItem out;
  out.title = title;
  out.status = state;
  out.id = id;
  return out;
}
inline PlanChange whole(std::vector<PlanItem> items) {
  return {PlanScope::kWholeList, std::move(items), ""};
}
inline PlanChange single(PlanItem one) { return {PlanScope::kItems, {std::move(one)}, ""}; }

inline constexpr auto kPending = StepStatus::kPending;
inline constexpr auto kActive = StepStatus::kActive;
inline constexpr auto kDone = StepStatus::kDone;
inline constexpr auto kSkipped = StepStatus::kSkipped;
inline constexpr auto kBlocked = StepStatus::kBlocked;

}  // namespace clew

// Steps of a tail decided again: added, begun, completed, claimed, revisited.

#include <fmt/format.h>

#include <algorithm>

#include "session/apply.h"
#include "session/decide_internal.h"
#include "session/merge/merge_tail_internal.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::merging {
namespace {

constexpr const char* kNotTakenOver = "its step was not taken over";

const Step* step_now(const Merge& merge, StepId id) {
  const auto now = merge.ids.step(id);
  return now ? merge.now.find(*now) : nullptr;
}

// The step that the other side added as well; each is taken once.
std::optional<StepId> same_step(const Merge& merge, const StepAdded& wanted) {
  const Session& theirs = merge.given.theirs;
  const Step* parent = theirs.find(wanted.parent);
  if (parent == nullptr) return std::nullopt;
  for (const StepId id : parent->children) {
    const Step* step = theirs.find(id);
    if (step == nullptr || id.number < merge.given.base.steps.size()) continue;
    if (step->key != wanted.key || step->title != wanted.title) continue;
    const auto& taken = merge.ids.steps();
    const bool is_taken = std::any_of(taken.begin(), taken.end(),
                                      [&](const auto& each) { return each.second == id; });
    if (!is_taken && merge.now.find(id) != nullptr) return id;
  }
  return std::nullopt;
}

// After the nearest step before it, as far as that is there; unset: last.
std::optional<uint32_t> position_now(const Merge& merge, const Session& tail,
                                     const StepAdded& added, const Session& now, StepId parent) {
  if (!added.position) return std::nullopt;
  const auto& wanted = tail.steps[added.parent.number].children;
  const auto& siblings = now.steps[parent.number].children;
  for (auto at = std::find(wanted.begin(), wanted.end(), added.step); at != wanted.begin();) {
    const auto before = merge.ids.step(*--at);
    const auto found =
        before ? std::find(siblings.begin(), siblings.end(), *before) : siblings.end();
    if (found != siblings.end()) return static_cast<uint32_t>(found - siblings.begin()) + 1;
  }
  return 0;
}

// The checks that add_steps makes for a new plan, without the intent: an added step is judged as an
// event here, because its number and its place are those of the tail and have to be translated
// first.
Status check_added(const Session& now, const StepAdded& added) {
  const Step* parent = now.find(added.parent);
  if (parent == nullptr) {
    return make_error(ErrorCode::kInvalid, "the step that it is part of is gone");
  }
  if (added.parent != kRoot && is_settled(now, added.parent)) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is complete", label_of(now, added.parent)));
  }
  for (const Step& step : now.steps) {
    if (step.removed || added.key.empty() || step.key != added.key) continue;
    return make_error(ErrorCode::kInvalid, fmt::format("two steps have the key \"{}\"", added.key));
  }
  for (const StepId need : added.needs) {
    if (now.find(need) != nullptr) continue;
    return make_error(ErrorCode::kInvalid, "a step that it needs is gone");
  }
  if (now.steps.size() >= kMaxSteps) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("a plan can have at most {} steps", kMaxSteps - 1));
  }
  return success();
}

void push(Session& now, Drafts& drafts, EventData data, const EventHeader& header) {
  drafts.push_back({std::move(data), {}});
  now = preview(std::move(now), std::span(drafts).last(1), header.at, header.actor);
}

// No intent could be told: the status is taken over where the other side left the step alone.
Verdict take_status(Merge& merge, const Act& act, StepId id) {
  const Step* now = step_now(merge, id);
  if (now == nullptr) return conflict(kNotTakenOver);
  Drafts all;
  for (const Event& event : act.events) all.push_back({event.data, {}});
  const EventHeader& header = act.lead().header;
  const Session after = preview(act.before, all, header.at, header.actor);
  const StepStatus wanted = after.steps[id.number].status;
  if (now->status == wanted && wanted != StepStatus::kActive) return absorb();
  if (now->status != act.before.steps[id.number].status) {
    return conflict(
        fmt::format("step {} is {} there", label_of(merge.now, now->id), name_of(now->status)));
  }
  Drafts drafts;
  for (const Event& event : act.events) {
    auto data = merge.ids.translate(event.data);
    if (!data) return conflict(data.error());
    const uint32_t attempt = now->attempt_count + (now->open_attempt() == nullptr ? 1 : 0);
    if (auto* started = get_if<StepStarted>(&*data)) started->attempt = now->attempt_count + 1;
    if (auto* done = get_if<StepCompleted>(&*data)) done->attempt = attempt;
    if (auto* failed = get_if<AttemptFailed>(&*data)) failed->attempt = attempt;
    drafts.push_back({std::move(*data), {}});
  }
  return append(std::move(drafts));
}

std::optional<StepId> step_of(const EventData& data) {
  if (const auto* started = get_if<StepStarted>(&data)) return started->step;
  if (const auto* done = get_if<StepCompleted>(&data)) return done->step;
  if (const auto* failed = get_if<AttemptFailed>(&data)) return failed->step;
  if (const auto* changed = get_if<StepStatusChanged>(&data)) return changed->step;
  return std::nullopt;
}

// The step begins, if it has not.
Verdict begin(Merge& merge, const Act& act, StepId id, const Intent& intent) {
  const Step* now = step_now(merge, id);
  if (now == nullptr) return conflict(kNotTakenOver);
  if (now->status == StepStatus::kActive) return absorb();
  return merge.decide_again(act, intent);
}

}  // namespace

// Each step is either the one that the other side added as well (same parent, key and title), and
// then only its number is noted, or it gets the next free number here. `tail` follows the tail's
// own state beside it, since a position is relative to siblings under the tail's numbers. Cycles
// are looked for once, at the end: two additions that are fine alone may wait for each other
// together.
Verdict add_steps_again(Merge& merge, const Act& act) {
  if (const Status open = deciding::allow(merge.now, LifecycleVerb::kWork); !open) {
    return conflict(open.error());
  }
  const EventHeader& header = act.lead().header;
  Session tail = act.before;
  Session now = merge.now;
  Drafts drafts;
  uint32_t top = 0;
  for (const Event& event : act.events) {
    apply_to(tail, event);
    const auto* wanted = get_if<StepAdded>(&event.data);
    if (wanted == nullptr) continue;
    StepAdded added = *wanted;
    added.step = kRoot;  // it has no number yet
    const Status translated = merge.ids.translate(kTypeInfo<StepAdded>, &added);
    if (!translated) return conflict(translated.error());
    if (const auto same = same_step(merge, added)) {
      merge.ids.add_step(wanted->step, *same);
      continue;
    }
    if (const Status fits = check_added(now, added); !fits) return conflict(fits.error());
    added.position = position_now(merge, tail, *wanted, now, added.parent);
    added.step = StepId{static_cast<uint32_t>(now.steps.size())};
    merge.ids.add_step(wanted->step, added.step);
    if (added.parent == kRoot && !added.quarantined.value_or(false)) ++top;
    push(now, drafts, std::move(added), header);
  }
  if (drafts.empty()) return absorb();
  if (const Status acyclic = deciding::check_cycles(now); !acyclic) {
    return conflict(acyclic.error());
  }
  // Steps that were to come anyway are counted already.
  const size_t expected = steps_to_come(merge.now);
  if (merge.now.structure.total && top > expected) {
    const auto more = static_cast<uint32_t>(top - expected);
    push(now, drafts, StructureSettled{*merge.now.structure.total + more, "steps were added"},
         header);
  }
  return append(std::move(drafts));
}

// "steps were added" is the reason that add_steps gives when it raises the total. It is not
// repeated here, because add_steps_again has raised the total already.
Verdict settle_again(Merge& merge, const Act& act) {
  const auto& settled = get<StructureSettled>(act.lead().data);
  const auto& total = merge.now.structure.total;
  if (total && *total == settled.total) return absorb();
  if (settled.reason == "steps were added") return absorb();  // counted with the steps
  if (total) return conflict(fmt::format("the plan has {} steps there", *total));
  return merge.decide_again(act, *fact_intent(act.lead().data));
}

// A step that was begun there too is absorbed: it is at work, and one attempt is enough.
Verdict start_again(Merge& merge, const Act& act) {
  if (!act.intent) return take_status(merge, act, *step_of(act.lead().data));
  Intent intent = *act.intent;
  StepId was;
  if (auto* start = get_if<StartStep>(&intent.any)) {
    was = start->step;
    start->step = merge.ids.step(was).value_or(was);
  } else {
    auto& retry = get<ChangeStep>(intent.any);
    was = *retry.step;
    retry.step = merge.ids.step(was);
  }
  return begin(merge, act, was, intent);
}

// Completion, failure and the other changes of a step are decided again under the present plan.
// `wanted` is the status the tail left the step in; when it stands already the act is absorbed, so
// a step that both sides finished is not finished twice. A completion that did not pass its gate
// has no wanted status and is always decided again: each failed attempt counts.
Verdict finish_again(Merge& merge, const Act& act) {
  if (!act.intent) return take_status(merge, act, *step_of(act.lead().data));
  Intent intent = *act.intent;
  std::optional<StepStatus> wanted;
  StepId was;
  if (auto* complete = get_if<CompleteStep>(&intent.any)) {
    was = *complete->step;
    complete->step = merge.ids.step(was);
    const bool passed = std::any_of(act.events.begin(), act.events.end(), [](const Event& each) {
      return holds<StepCompleted>(each.data);
    });
    if (passed) wanted = StepStatus::kDone;
  } else {
    auto& change = get<ChangeStep>(intent.any);
    was = *change.step;
    change.step = merge.ids.step(was);
    for (const Event& event : act.events) {
      const auto* changed = get_if<StepStatusChanged>(&event.data);
      if (changed != nullptr && changed->step == was) wanted = changed->status;
    }
  }
  const Step* now = step_now(merge, was);
  if (now == nullptr) return conflict(kNotTakenOver);
  if (wanted && now->status == *wanted) return absorb();
  return merge.decide_again(act, intent);
}

Verdict recheck_again(Merge& merge, const Act& act) {
  const auto& checked = get<EvidenceRechecked>(act.lead().data);
  const auto step = merge.ids.step(checked.step);
  const auto attempt = merge.ids.attempt(checked.step, checked.attempt);
  if (!step || !attempt) return conflict(kNotTakenOver);
  return merge.decide_again(act, RecheckStep{*step, *attempt, checked.evidence});
}

// A claim is only worth taking over while it would still hold: its expiry is moved by the holder's
// later work in the tail, as it was moved there, and compared with the present. A claim that has
// run out, or that lost to another holder, is dropped without a conflict.
Verdict claim_again(Merge& merge, const Act& act) {
  const auto& taken = get<LeaseTaken>(act.lead().data);
  const ActorId& holder = act.lead().header.actor;
  const Step* now = step_now(merge, taken.step);
  if (now == nullptr) return conflict(kNotTakenOver);
  Time expires = taken.expires_at;  // the holder's work renewed it
  for (const Event& event : merge.given.tail) {
    if (event.header.actor == holder && event.header.at < expires) {
      expires = std::max(expires, event.header.at + taken.ttl);
    }
  }
  const bool has_run_out = expires <= merge.given.now;
  if (!has_run_out && !is_held_by_other(*now, holder, merge.given.now)) {
    auto drafts = merge.decide(act, ClaimStep{now->id, taken.ttl});
    if (drafts && drafts->empty()) return absorb();
    if (drafts) {
      for (Draft& draft : *drafts) {
        if (auto* lease = get_if<LeaseTaken>(&draft.data)) lease->expires_at = expires;
      }
      return append(std::move(*drafts));
    }
  }
  // The claim is dropped; that work began is told where it still can.
  const bool began = act.events.size() > 1 && next_status(now->status, StepVerb::kStart);
  if (!began) return absorb();
  auto drafts = merge.decide(act, StartStep{now->id});
  return drafts ? append(std::move(*drafts)) : absorb();
}

Verdict release_again(Merge& merge, const Act& act) {
  const auto& released = get<LeaseReleased>(act.lead().data);
  const Step* now = step_now(merge, released.step);
  const bool holds_it =
      now != nullptr && now->lease && now->lease->holder == act.lead().header.actor;
  if (!holds_it) return absorb();
  auto drafts = merge.decide(act, ReleaseStep{now->id, std::nullopt});
  return drafts ? append(std::move(*drafts)) : absorb();
}

// A revisit is decided again from its own words: step, impact, reason. What it archived and reset
// is worked out anew, because the plan may have gone on under it.
Verdict revisit_again(Merge& merge, const Act& act) {
  for (const Event& event : act.events) {
    const auto* revisited = get_if<StepRevisited>(&event.data);
    if (revisited == nullptr) continue;
    RevisitStep intent;
    intent.impact = revisited->impact;
    intent.reason = revisited->reason;
    const auto step = merge.ids.step(revisited->step);
    if (!step) return conflict(kNotTakenOver);
    intent.step = *step;
    if (intent.impact == Impact::kModerate) {
      for (const StepId id : revisited->affected) {
        const auto affected = merge.ids.step(id);
        if (!affected) return conflict(kNotTakenOver);
        intent.affects.push_back(*affected);
      }
    }
    return merge.decide_again(act, std::move(intent));
  }
  return conflict("it cannot be decided alone");
}

}  // namespace clew::merging

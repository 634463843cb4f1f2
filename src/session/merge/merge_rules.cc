// What becomes of one intent of a tail, by merge_table.h: the rules about facts, agents, values and
// the life of the session. Steps are in merge_steps.cc, records in merge_records.cc.

#include <fmt/format.h>

#include <algorithm>

#include "session/merge/merge_table.h"
#include "session/merge/merge_tail_internal.h"
#include "session/scratch_session.h"

namespace clew::merging {

Verdict append(Drafts drafts) { return {MergeOutcome::kAppended, std::move(drafts), ""}; }
Verdict absorb() { return {}; }
Verdict conflict(std::string why) { return {MergeOutcome::kConflict, {}, std::move(why)}; }
Verdict conflict(const Error& error) { return conflict(error.message); }

Result<Drafts> Merge::decide(const Act& act, Intent intent) const {
  const EventHeader& lead = act.lead().header;
  return clew::decide(now, {std::max(lead.at, now.last_activity), lead.actor, std::move(intent)});
}

Verdict Merge::decide_again(const Act& act, Intent intent) const {
  auto drafts = decide(act, std::move(intent));
  return drafts ? append(std::move(*drafts)) : conflict(drafts.error());
}

const Agent* agent_in(const Session& session, const AgentId& id) {
  const auto& items = session.agents.items;
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Agent& each) { return each.id == id; });
  return found == items.end() ? nullptr : &*found;
}

// Cuts the next act off the front of `rest`: the shortest run of events that can be judged as one.
// Events that an intent explains are decided again from that intent. An undo, a revisit and a
// reopening take the whole rest of their command, because their parts make no sense alone. Steps
// added together stay together, with the total that was fixed for them.
Act next_act(const Session& before, std::span<const Event> rest) {
  const EventData& data = rest.front().data;
  if (holds<CommandUndone>(data)) return {rest, before, std::nullopt};
  if (holds<StepAdded>(data)) {
    size_t events = 1;
    while (events < rest.size() && holds<StepAdded>(rest[events].data)) ++events;
    if (events < rest.size() && holds<StructureSettled>(rest[events].data)) ++events;
    return {rest.first(events), before, std::nullopt};
  }
  auto recognised = recognise_intent(before, rest);
  if (recognised) return {rest.first(recognised->events), before, std::move(recognised->intent)};
  const bool is_revisit = holds<StepRevisited>(data) || holds<SessionReopened>(data);
  if (is_revisit) return {rest, before, std::nullopt};
  const size_t lead = leading_event(rest);
  return {rest.first(std::max<size_t>(lead, 1)), before, std::nullopt};
}

namespace {

template <class T>
const T* item(const std::vector<T>& items, Seq id) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const T& each) { return each.origin.id == id; });
  return found == items.end() ? nullptr : &*found;
}

// Facts change no plan, so most are simply decided again with their ids translated. A corrected
// clock is not an intent, so it is appended as it stands.
Verdict tell_fact(Merge& merge, const Act& act) {
  auto data = merge.ids.translate(act.lead().data);
  if (!data) return conflict(data.error());
  if (holds<ClockCorrected>(*data)) {
    if (is_closed(merge.now.lifecycle.status)) return conflict("the session is closed");
    return append({
        {std::move(*data), {}}
    });
  }
  return merge.decide_again(act, *fact_intent(*data));
}

// One field: whether the other side left it as it was, or has what is wanted.
enum class Field { kUnset, kFree, kSame, kTaken };
template <class T>
Field field_state(const std::optional<T>& wanted, const T& base, const T& theirs) {
  if (!wanted) return Field::kUnset;
  if (base == theirs) return Field::kFree;
  return theirs == *wanted ? Field::kSame : Field::kTaken;
}

// Field by field: a value that the other side left alone is taken, one that it set to the same is
// dropped from the event, one that it set otherwise is a conflict for the whole event. Only what
// describes a machine (device, branch, commit, path) gives way to the other side without a
// conflict.
Verdict change_identity(Merge& merge, const Act& act) {
  const Identity& base = merge.given.base.identity;
  const Identity& theirs = merge.given.theirs.identity;
  IdentityChanged wanted = get<IdentityChanged>(act.lead().data);
  std::string clash;
  const auto take = [&](const char* name, auto& slot, const auto& was, const auto& there,
                        bool gives_way) {
    const Field state = field_state(slot, was, there);
    if (state == Field::kTaken && !gives_way) clash = name;
    if (state == Field::kSame || state == Field::kTaken) slot.reset();
  };
  take("goal", wanted.goal, base.goal, theirs.goal, false);
  take("constraints", wanted.constraints, base.constraints, theirs.constraints, false);
  take("mode", wanted.mode, base.mode, theirs.mode, false);
  take("model", wanted.model, base.model, theirs.model, false);
  take("project", wanted.project, base.project, theirs.project, false);
  // Each machine has its own.
  take("device", wanted.device, base.device, theirs.device, true);
  take("branch", wanted.branch, base.branch, theirs.branch, true);
  take("commit", wanted.commit, base.commit, theirs.commit, true);
  take("project_path", wanted.project_path, base.project_path, theirs.project_path, true);
  if (!clash.empty()) return conflict(fmt::format("the {} was changed there too", clash));
  if (wanted == IdentityChanged()) return absorb();
  RecordFact again;
  again.fact = RecordFact::Fact(wanted);
  return merge.decide_again(act, std::move(again));
}

// An empty next action counts as free: whoever appended first said nothing that could be lost.
Verdict set_next_action(Merge& merge, const Act& act) {
  const std::string& wanted = get<NextActionSet>(act.lead().data).text;
  const std::string& theirs = merge.given.theirs.next_action;
  const bool is_free = theirs == merge.given.base.next_action || theirs.empty();
  if (!is_free && theirs == wanted) return absorb();
  if (!is_free) return conflict(fmt::format("the next action is \"{}\" there", theirs));
  return tell_fact(merge, act);
}

// A question that was answered there with the same words is answered; with other words, the fact
// rules refuse it and that becomes the conflict.
Verdict answer_again(Merge& merge, const Act& act) {
  const auto data = merge.ids.translate(act.lead().data);
  if (!data) return conflict(data.error());
  const auto& answered = get<QuestionAnswered>(*data);
  const Question* question = item(merge.now.questions.items, answered.question);
  if (question != nullptr && !question->open() && question->answer == answered.answer) {
    return absorb();
  }
  return tell_fact(merge, act);
}

Verdict change_claim(Merge& merge, const Act& act) {
  const auto data = merge.ids.translate(act.lead().data);
  if (!data) return conflict(data.error());
  const auto& changed = get<ClaimChanged>(*data);
  const Claim* claim = item(merge.now.claims.items, changed.claim);
  if (claim != nullptr && claim->status == changed.status) return absorb();
  return tell_fact(merge, act);
}

// Both sides may have started an agent of the same name without knowing of each other. The tail's
// is then renamed after its device, "arch-1@laptop", so that neither agent's record overwrites the
// other's.
Verdict change_agent(Merge& merge, const Act& act) {
  const auto& changed = get<AgentChanged>(act.lead().data);
  const bool begins = agent_in(act.before, changed.agent) == nullptr;
  const bool is_in_both = agent_in(merge.given.theirs, changed.agent) != nullptr &&
                          agent_in(merge.given.base, changed.agent) == nullptr;
  if (begins && is_in_both) {
    merge.ids.add_agent(changed.agent, AgentId(changed.agent.text + "@" + merge.given.device));
  }
  Verdict verdict = tell_fact(merge, act);
  if (verdict.outcome != MergeOutcome::kConflict) return verdict;
  const Agent* was = agent_in(act.before, changed.agent);
  const Agent* there = agent_in(merge.now, merge.ids.agent(changed.agent));
  const auto wanted =
      next_status(was == nullptr ? AgentStatus::kPending : was->status, changed.verb);
  return there != nullptr && wanted == there->status ? absorb() : verdict;
}

std::optional<Value> value_in(const std::vector<Attribute>& attributes, const std::string& key) {
  for (const Attribute& each : attributes) {
    if (each.key == key) return each.value;
  }
  return std::nullopt;
}

// The value that a session has where `e` would set one, whatever kind of thing owns it. No value
// and an owner that does not exist are the same here.
std::optional<Value> attribute_of(const Session& session, const AttributeSet& e) {
  const bool is_there = e.step.number < session.steps.size();
  switch (e.owner) {
    case AttributeOwner::kSession:
      return value_in(session.root().attributes, e.key);
    case AttributeOwner::kStep:
      return is_there ? value_in(session.steps[e.step.number].attributes, e.key) : std::nullopt;
    case AttributeOwner::kAttempt:
      if (!is_there) return std::nullopt;
      for (const Attempt& attempt : session.steps[e.step.number].attempts) {
        if (attempt.number == e.attempt) return value_in(attempt.attributes, e.key);
      }
      return std::nullopt;
    case AttributeOwner::kAgent: {
      const Agent* agent = agent_in(session, e.agent);
      return agent == nullptr ? std::nullopt : value_in(agent->attributes, e.key);
    }
    case AttributeOwner::kFact: {
      std::optional<Value> found;
      for_each_fact_kind([&](auto kept, auto, const char*) {
        const auto* fact = item((session.*kept).items, e.fact);
        if constexpr (requires { fact->attributes; }) {
          if (fact != nullptr) found = value_in(fact->attributes, e.key);
        }
      });
      return found;
    }
  }
  return std::nullopt;
}

Verdict set_attribute(Merge& merge, const Act& act) {
  const auto data = merge.ids.translate(act.lead().data);
  if (!data) return conflict(data.error());
  const auto& wanted = get<AttributeSet>(*data);
  // By the numbers it has on either side; those of the tail alone are on neither.
  const auto theirs = attribute_of(merge.given.theirs, wanted);
  const auto base = attribute_of(merge.given.base, get<AttributeSet>(act.lead().data));
  if (theirs == base) return tell_fact(merge, act);
  const bool is_same = theirs ? *theirs == wanted.value : wanted.value.is_null();
  if (is_same) return absorb();
  return conflict(fmt::format("{} has another value there", wanted.key));
}

// The same content at the same path is the same version: adding it twice would count it as
// rewritten.
Verdict add_artifact(Merge& merge, const Act& act) {
  const auto& added = get<ArtifactAdded>(act.lead().data);
  for (const Artifact& artifact : merge.now.artifacts.items) {
    const bool is_same = artifact.path == added.path && artifact.content == added.content &&
                         !added.content.empty() && artifact.archived_as.empty();
    if (is_same) return absorb();
  }
  return tell_fact(merge, act);
}

// What the other side did meanwhile that whoever ended the session should have seen.
bool is_work(const Event& event) {
  const EventData& data = event.data;
  return !holds<EventRedacted>(data) && !holds<ClockCorrected>(data) &&
         !holds<SessionPaused>(data) && !holds<SessionResumed>(data) &&
         !holds<SessionArchived>(data) && !holds<ContextReported>(data) &&
         !holds<TailMoved>(data) && !holds<SessionHandedOff>(data);
}

// Closing is the one act that is judged by everything the other side did, not only by what it
// touches: whoever closed did not see that work. Only events that are work count, see is_work.
Verdict end_session(Merge& merge, const Act& act, const CloseSession& close) {
  const Lifecycle now = merge.now.lifecycle.status;
  if (now == close.status) return absorb();
  if (is_closed(now)) return conflict(fmt::format("the session is {} there", name_of(now)));
  if (std::any_of(merge.given.others.begin(), merge.given.others.end(), is_work)) {
    return conflict("the other side went on with the session");
  }
  return merge.decide_again(act, close);
}

Verdict change_life(Merge& merge, const Act& act) {
  const Lifecycle now = merge.now.lifecycle.status;
  const EventData& data = act.lead().data;
  if (!act.intent) return absorb();  // asleep and awake again: decided with what comes after
  if (const auto* close = get_if<CloseSession>(&act.intent->any)) {
    return end_session(merge, act, *close);
  }
  if (holds<SessionPaused>(data) && now == Lifecycle::kPaused) return absorb();
  if (holds<SessionResumed>(data) && now == Lifecycle::kActive) return absorb();
  const auto* archived = get_if<SessionArchived>(&data);
  if (archived != nullptr && archived->archived == merge.now.lifecycle.archived) return absorb();
  return merge.decide_again(act, *act.intent);
}

// A redaction must reach the content wherever it went. For an event that both sides have, one
// redaction is enough. An event of the tail is redacted under its new number if it was appended
// again; if it was absorbed or dropped, there is nothing here to redact.
Verdict redact_again(Merge& merge, const Act& act) {
  EventRedacted wanted = get<EventRedacted>(act.lead().data);
  const bool is_common = wanted.target <= merge.given.base.head;
  const auto redacts_it = [&](const Event& event) {
    const auto* theirs = get_if<EventRedacted>(&event.data);
    return theirs != nullptr && theirs->target == wanted.target;
  };
  const auto& others = merge.given.others;
  if (is_common && std::any_of(others.begin(), others.end(), redacts_it)) return absorb();
  const auto target = merge.ids.event(wanted.target);
  // What was not taken over is redacted where it is.
  if (!target || (!is_common && *target <= merge.given.theirs.head)) return absorb();
  wanted.target = *target;
  return append({
      {std::move(wanted), {}}
  });
}

// The record of an earlier merge, which is part of this tail: its event and step numbers are those
// of the tail and are translated. What was not taken over loses its number (0), or its row when it
// is a step.
Verdict move_again(Merge& merge, const Act& act) {
  TailMoved moved = get<TailMoved>(act.lead().data);
  for (MovedCommand& each : moved.commands) {
    if (each.now_first.number == 0) continue;
    const auto outcome = merge.outcome_of(each.now_first);
    const auto first = merge.ids.event(each.now_first);
    const auto last = merge.ids.event(each.now_last);
    each.outcome = outcome.value_or(each.outcome);
    each.now_first = first.value_or(Seq());
    each.now_last = last.value_or(each.now_first);
  }
  std::erase_if(moved.steps, [&](MovedStep& each) {
    const auto now = merge.ids.step(each.now);
    if (now) each.now = *now;
    return !now;
  });
  return append({
      {std::move(moved), {}}
  });
}

// The one that was first stands.
Verdict hand_off_again(Merge& merge, const Act& act) {
  const auto& wanted = get<SessionHandedOff>(act.lead().data);
  const auto& theirs = merge.given.theirs.handoff;
  if (theirs == merge.given.base.handoff) return merge.decide_again(act, HandOff{wanted});
  if (theirs->signing_key == wanted.signing_key) return absorb();
  return conflict(fmt::format("it was handed to {} there", theirs->device));
}

}  // namespace

// The intent decides first, because one kind of leading event can come from different intents: a
// step's end may be a completion, a failure or a retry. Everything else goes by the rule that
// merge_table.h has for the kind of the leading event.
Verdict judge(Merge& merge, const Act& act) {
  if (act.intent) {
    const AnyIntent& intent = act.intent->any;
    if (holds<CloseSession>(intent)) return change_life(merge, act);
    if (holds<CompleteStep>(intent)) return finish_again(merge, act);
    if (const auto* change = get_if<ChangeStep>(&intent)) {
      return change->verb == StepVerb::kRetry ? start_again(merge, act) : finish_again(merge, act);
    }
  }
  switch (merge_row(kind_of(act.lead().data)).rule) {
    case MergeRule::kFact:
      return tell_fact(merge, act);
    case MergeRule::kIdentity:
      return change_identity(merge, act);
    case MergeRule::kNextAction:
      return set_next_action(merge, act);
    case MergeRule::kAnswer:
      return answer_again(merge, act);
    case MergeRule::kClaim:
      return change_claim(merge, act);
    case MergeRule::kAgent:
      return change_agent(merge, act);
    case MergeRule::kAttribute:
      return set_attribute(merge, act);
    case MergeRule::kArtifact:
      return add_artifact(merge, act);
    case MergeRule::kAddStep:
      return add_steps_again(merge, act);
    case MergeRule::kSettle:
      return settle_again(merge, act);
    case MergeRule::kStart:
      return start_again(merge, act);
    case MergeRule::kFinish:
      return finish_again(merge, act);
    case MergeRule::kRecheck:
      return recheck_again(merge, act);
    case MergeRule::kLease:
      return claim_again(merge, act);
    case MergeRule::kRelease:
      return release_again(merge, act);
    case MergeRule::kRevisit:
      return revisit_again(merge, act);
    case MergeRule::kLifecycle:
      return change_life(merge, act);
    case MergeRule::kRestore:
      return restore_again(merge, act);
    case MergeRule::kUndo:
      return undo_again(merge, act);
    case MergeRule::kRedact:
      return redact_again(merge, act);
    case MergeRule::kMove:
      return move_again(merge, act);
    case MergeRule::kHandOff:
      return hand_off_again(merge, act);
    case MergeRule::kNever:
      break;
  }
  return conflict(merge_row(kind_of(act.lead().data)).conflict);
}

}  // namespace clew::merging

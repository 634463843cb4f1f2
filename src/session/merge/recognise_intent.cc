// The log does not say what was asked for, so it is tried out: the first events suggest a few
// intents, each is decided again in the session as it was, and the one whose events agree with most
// of `rest` is taken; of equals the first.

#include "session/merge/recognise_intent.h"

#include "session/decide.h"

namespace clew {
namespace {

using Intents = std::vector<Intent>;

// The event does not say what was to come next, so both answers are suggested.
void add_completing(StepId step, const Evidence& evidence, const std::string& overridden,
                    const std::vector<std::string>& outputs, Intents& out) {
  CompleteStep intent;
  intent.step = step;
  intent.evidence = evidence;
  intent.gate = overridden.empty() ? GateHandling::kJudge : GateHandling::kOverride;
  intent.override_reason = overridden;
  intent.outputs = outputs;
  for (const NextStep next : {NextStep::kBegins, NextStep::kWaits}) {
    intent.next = next;
    out.push_back(intent);
  }
}

// Steps are completed behind others that begin or are skipped with it.
void add_completions(std::span<const Event> rest, Intents& out) {
  for (const Event& event : rest) {
    if (const auto* done = get_if<StepCompleted>(&event.data)) {
      add_completing(done->step, done->evidence, done->overridden, done->outputs, out);
      return;  // those after it follow from it
    }
    if (const auto* failed = get_if<AttemptFailed>(&event.data)) {
      add_completing(failed->step, failed->evidence, "", {}, out);
      return;
    }
  }
}

// Each of a run of starts may be the one that was asked for, and as a start or as a retry: both
// write the same event.
void add_beginnings(std::span<const Event> rest, Intents& out) {
  for (const Event& event : rest) {
    const auto* started = get_if<StepStarted>(&event.data);
    if (started == nullptr) return;
    out.push_back(StartStep{started->step});
    ChangeStep retry;
    retry.step = started->step;
    retry.verb = StepVerb::kRetry;
    out.push_back(retry);
  }
}

// A change of status does not name the verb that made it; deciding again finds the one that did.
void add_changes(const StepStatusChanged& changed, Intents& out) {
  ChangeStep intent;
  intent.step = changed.step;
  intent.reason = changed.reason;
  for (const StepVerb verb : {StepVerb::kFail, StepVerb::kBlock, StepVerb::kUnblock,
                              StepVerb::kReview, StepVerb::kSkip, StepVerb::kPutBack}) {
    intent.verb = verb;
    for (const NextStep next : {NextStep::kBegins, NextStep::kWaits}) {
      intent.next = next;
      out.push_back(intent);
    }
  }
}

// The revisit may stand behind the event that reopens the session. Which steps are affected is part
// of what was asked for with a moderate impact only.
void add_revisit(std::span<const Event> rest, Intents& out) {
  for (const Event& event : rest) {
    const auto* revisited = get_if<StepRevisited>(&event.data);
    if (revisited == nullptr) continue;
    RevisitStep intent;
    intent.step = revisited->step;
    intent.impact = revisited->impact;
    intent.reason = revisited->reason;
    if (intent.impact == Impact::kModerate) intent.affects = revisited->affected;
    out.push_back(intent);
    return;
  }
}

// A fact is recorded as it was given: its event holds the whole intent.
struct FactIntent {
  template <class T>
  std::optional<Intent> operator()(const T& e) const {
    if constexpr (RecordFact::AnyFact::kIndexOf<T> < RecordFact::AnyFact::kCount) {
      RecordFact intent;
      intent.fact = RecordFact::Fact(e);
      if constexpr (requires { e.step; }) intent.step = e.step;
      return Intent(std::move(intent));
    } else {
      return std::nullopt;
    }
  }
};

Intents candidates(std::span<const Event> rest) {
  Intents out;
  const size_t lead = leading_event(rest);
  if (lead == rest.size()) return out;
  const auto after = rest.subspan(lead);
  const EventData& data = after.front().data;
  if (holds<StepStarted>(data)) {
    add_completions(after, out);
    add_beginnings(after, out);
  } else if (holds<StepCompleted>(data) || holds<AttemptFailed>(data)) {
    add_completions(after, out);
  } else if (const auto* changed = get_if<StepStatusChanged>(&data)) {
    add_changes(*changed, out);
    add_completions(after, out);
    out.push_back(CloseSession{});
  } else if (holds<StepRevisited>(data) || holds<SessionReopened>(data)) {
    add_revisit(after, out);
  } else if (const auto* checked = get_if<EvidenceRechecked>(&data)) {
    out.push_back(RecheckStep{checked->step, checked->attempt, checked->evidence});
  } else if (const auto* taken = get_if<LeaseTaken>(&data)) {
    out.push_back(ClaimStep{taken->step, taken->ttl});
  } else if (const auto* released = get_if<LeaseReleased>(&data)) {
    out.push_back(ReleaseStep{released->step, std::nullopt});
  } else if (const auto* paused = get_if<SessionPaused>(&data)) {
    out.push_back(PauseSession{paused->reason, paused->context});
  } else if (holds<SessionResumed>(data)) {
    out.push_back(ResumeSession{});
  } else if (const auto* ended = get_if<SessionEnded>(&data)) {
    out.push_back(CloseSession{ended->status, ended->reason});
  } else if (const auto* archived = get_if<SessionArchived>(&data)) {
    out.push_back(ArchiveSession{archived->archived});
  } else if (const auto* handed = get_if<SessionHandedOff>(&data)) {
    out.push_back(HandOff{*handed});
  } else if (const auto* restored = get_if<StepRestored>(&data)) {
    if (restored->record) {
      out.push_back(NameStep{restored->step, restored->record->title});
    } else {
      // Its parts go first.
      for (const Event& event : after) {
        const auto* gone = get_if<StepRestored>(&event.data);
        if (gone != nullptr && !gone->record) out.push_back(RemoveStep{gone->step});
      }
    }
  } else if (auto fact = fact_intent(data)) {
    out.push_back(std::move(*fact));
  }
  return out;
}

// How many events of `rest` it leads to; 0 when it does not lead to them.
// Decided at the time and by the actor of the first event that is no sleep; compared by data alone.
size_t leads_to(const Session& before, const Intent& intent, std::span<const Event> rest) {
  const EventHeader& header = rest[leading_event(rest)].header;
  const auto drafts = decide(before, {header.at, header.actor, intent});
  if (!drafts || drafts->size() > rest.size()) return 0;
  for (size_t i = 0; i < drafts->size(); ++i) {
    if ((*drafts)[i].data != rest[i].data) return 0;
  }
  return drafts->size();
}

}  // namespace

std::optional<Intent> fact_intent(const EventData& data) { return visit(FactIntent(), data); }

bool is_sleep(const EventData& data) {
  if (const auto* paused = get_if<SessionPaused>(&data)) return paused->reason == kInactivity;
  const auto* resumed = get_if<SessionResumed>(&data);
  return resumed != nullptr && resumed->automatic;
}

size_t leading_event(std::span<const Event> rest) {
  for (size_t i = 0; i < rest.size(); ++i) {
    if (!is_sleep(rest[i].data)) return i;
  }
  return 0;  // a pause alone is what was asked for
}

std::optional<RecognisedIntent> recognise_intent(const Session& before,
                                                 std::span<const Event> rest) {
  std::optional<RecognisedIntent> best;
  for (Intent& intent : candidates(rest)) {
    const size_t events = leads_to(before, intent, rest);
    if (events > (best ? best->events : 0)) best = RecognisedIntent{std::move(intent), events};
  }
  return best;
}

}  // namespace clew

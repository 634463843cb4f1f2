#include "engine/log/event_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/work_files/file_change.h"
#include "session/progress.h"

namespace clew {
namespace {

std::string because(const std::string& reason) {
  return reason.empty() ? "" : ", because " + reason;
}
std::string colon(const std::string& text) { return text.empty() ? "" : ": " + text; }

// What was asked stands before what was chosen.
template <class Decision>
std::string decided(const Decision& made) {
  const std::string topic = made.topic.empty() ? "" : made.topic + ": ";
  return "decided: " + topic + made.choice + because(made.reason);
}

// One overload per kind of event, so that a new kind does not compile without words. The texts are
// for people: `clew log`, search and notices show them, and no code reads them back.
struct WordsOf {
  const Session* plan;  // null: steps are called by their ids

  std::string step(StepId id) const {
    const bool is_numbered = plan != nullptr && id != kRoot && plan->find(id) != nullptr;
    return is_numbered ? "step " + number_of(*plan, id) : fmt::format("step #{}", id.number);
  }

  std::string operator()(const SessionStarted& e) const { return "started: " + e.goal; }
  std::string operator()(const StepAdded& e) const {
    return fmt::format("{} added: {}{}", step(e.step), e.title,
                       e.gate ? " (gate " + to_text(*e.gate) + ")" : "");
  }
  std::string operator()(const StepStarted& e) const {
    return fmt::format("{} started, attempt {}", step(e.step), e.attempt);
  }
  std::string operator()(const StepCompleted& e) const {
    return fmt::format("{} done{}", e.step == kRoot ? "the session" : step(e.step),
                       e.overridden.empty() ? "" : " (gate overridden: " + e.overridden + ")");
  }
  std::string operator()(const AttemptFailed& e) const {
    return fmt::format("{} attempt {} failed its gate: {}", step(e.step), e.attempt,
                       to_text(e.findings));
  }
  std::string operator()(const StepStatusChanged& e) const {
    return fmt::format("{} is {}{}", step(e.step), name_of(e.status), colon(e.reason));
  }
  std::string operator()(const SessionPaused& e) const { return "paused" + colon(e.reason); }
  std::string operator()(const SessionResumed& e) const {
    return e.automatic ? "resumed by new activity" : "resumed";
  }
  std::string operator()(const SessionEnded& e) const {
    return fmt::format("{}{}", name_of(e.status), colon(e.reason));
  }
  std::string operator()(const SessionReopened& e) const { return "reopened" + colon(e.reason); }
  std::string operator()(const SessionArchived& e) const {
    return e.archived ? "archived" : "unarchived";
  }
  std::string operator()(const DecisionMade& e) const { return decided(e); }
  std::string operator()(const QuestionAsked& e) const { return "asked: " + e.text; }
  std::string operator()(const QuestionAnswered& e) const {
    return fmt::format("answered {}: {}", e.question.number, e.answer);
  }
  std::string operator()(const ApproachFailed& e) const {
    return "tried: " + e.what + because(e.why);
  }
  std::string operator()(const NoteAdded& e) const { return "noted: " + e.text; }
  std::string operator()(const FileChanged& e) const { return change_words(e); }
  std::string operator()(const CommandRan& e) const {
    return fmt::format("ran: {} {} ({}{})", e.command, e.arguments, name_of(e.outcome),
                       e.error.empty() ? "" : ": " + e.error);
  }
  std::string operator()(const ErrorRecorded& e) const { return "error: " + e.text; }
  std::string operator()(const ClaimMade& e) const {
    return fmt::format("claim {}: {}{}", name_of(e.status), e.text, because(e.reason));
  }
  std::string operator()(const ClaimChanged& e) const {
    return fmt::format("claim {} is {}{}", e.claim.number, name_of(e.status), colon(e.reason));
  }
  std::string operator()(const AgentChanged& e) const {
    return fmt::format("agent {} {}{}", e.agent.text, name_of(e.verb), colon(e.summary));
  }
  std::string operator()(const AttributeSet& e) const {
    if (e.value.is_null() && !e.keeps_null) return fmt::format("removed {}", e.key);
    return fmt::format("set {} = {}", e.key, to_text(e.value));
  }
  // Only the fields that changed are set; an empty one was removed.
  std::string operator()(const IdentityChanged& e) const {
    const Value fields = to_value(e);
    std::string out;
    for (const auto& [name, value] : fields.as_object()) {
      const std::string text = to_text(value);
      out += out.empty() ? "changed: " : ", ";
      out += text.empty() || value.is_null() ? fmt::format("removed {}", name)
                                             : fmt::format("{} = {}", name, text);
    }
    return out;
  }
  std::string operator()(const ArtifactAdded& e) const {
    return fmt::format("artifact {} version {}, {} bytes", e.path, e.version, e.size);
  }
  std::string operator()(const ArtifactArchived& e) const {
    return fmt::format("artifact {} archived as {}", e.path, e.archived_as);
  }
  std::string operator()(const StepRevisited& e) const {
    return fmt::format("{} revisited, {}{}", step(e.step), name_of(e.impact), colon(e.reason));
  }
  std::string operator()(const EvidenceRechecked& e) const {
    return e.findings.empty()
               ? fmt::format("{} rechecked: it still holds", step(e.step))
               : fmt::format("{} rechecked: no longer true: {}", step(e.step), to_text(e.findings));
  }
  std::string operator()(const LeaseTaken& e) const {
    return fmt::format("{} claimed until {}, fence {}", step(e.step), to_iso_minutes(e.expires_at),
                       e.fence);
  }
  std::string operator()(const LeaseReleased& e) const { return step(e.step) + " released"; }
  std::string operator()(const CheckpointMade& e) const {
    return "checkpoint " + e.label + colon(e.note);
  }
  std::string operator()(const ContextReported& e) const {
    return fmt::format("context{}{}{}", e.agent.empty() ? "" : " of " + e.agent.text,
                       e.tokens ? fmt::format(" {} tokens", *e.tokens) : "",
                       e.compressed ? ", compressed" : "");
  }
  std::string operator()(const InstructionGiven& e) const { return "asked for: " + e.text; }
  std::string operator()(const NextActionSet& e) const { return "next: " + e.text; }
  std::string operator()(const StructureSettled& e) const {
    return fmt::format("the plan has {} steps{}", e.total, colon(e.reason));
  }
  std::string operator()(const ClockCorrected& e) const {
    return "the clock went back to " + to_iso(e.observed);
  }
  std::string operator()(const EventRedacted& e) const {
    return fmt::format("event {} redacted{}", e.target.number, colon(e.reason));
  }
  std::string operator()(const CommandUndone& e) const {
    return fmt::format("undone: events {} to {}{}", e.first.number, e.last.number, colon(e.reason));
  }
  std::string operator()(const StepRestored& e) const {
    const std::string what = e.step == kRoot ? "the session's own step" : step(e.step);
    if (!e.record) return what + " removed";
    return fmt::format("{} set: {}, {}", what, e.record->title, name_of(e.record->status));
  }
  std::string operator()(const AgentRestored& e) const {
    if (!e.record) return "agent " + e.agent.text + " removed";
    return fmt::format("agent {} set: {}{}", e.agent.text, name_of(e.record->status),
                       colon(e.record->summary));
  }
  std::string operator()(const OverviewRestored& e) const {
    std::string what;
    const auto add = [&](const std::string& part) { what += (what.empty() ? "" : ", ") + part; };
    if (e.identity) add("goal " + e.identity->goal);
    if (e.structure) add("the plan's numbering");
    if (e.lifecycle) add(name_of(e.lifecycle->status));
    if (e.context) add("context");
    if (e.next_action) add("next " + (e.next_action->empty() ? "by the plan" : *e.next_action));
    if (e.instruction) add("asked for " + e.instruction->text);
    return "session set" + colon(what);
  }
  // In the words of the event that would have recorded it.
  // A restored fact has exactly one of its slots filled; with none, the fact was removed.
  std::string operator()(const FactRestored& e) const {
    std::string what = "removed";
    if (const auto& d = e.decision) what = decided(*d);
    if (const auto& q = e.question) {
      what = "asked: " + q->text + (q->open() ? "" : ", answered: " + q->answer);
    }
    if (const auto& a = e.approach) what = "tried: " + a->what + because(a->why);
    if (const auto& n = e.note) what = "noted: " + n->text;
    if (const auto& f = e.file) what = fmt::format("{} {}", name_of(f->action), f->path);
    if (const auto& r = e.run) {
      what = fmt::format("ran: {} {} ({})", r->command, r->arguments, name_of(r->outcome));
    }
    if (const auto& x = e.error) what = "error: " + x->text;
    if (const auto& c = e.claim) what = fmt::format("claim {}: {}", name_of(c->status), c->text);
    if (const auto& a = e.artifact)
      what = fmt::format("artifact {} version {}", a->path, a->version);
    if (const auto& r = e.revision) {
      what = fmt::format("{} revisited, {}", step(r->origin.step), name_of(r->impact));
    }
    if (const auto& c = e.checkpoint) what = "checkpoint " + c->name + colon(c->note);
    if (const auto& i = e.instruction) what = "asked for: " + i->text;
    return fmt::format("fact {} {}", e.fact.number, what);
  }
  std::string operator()(const TailMoved& e) const {
    const auto conflicts = std::count_if(
        e.commands.begin(), e.commands.end(),
        [](const MovedCommand& each) { return each.outcome == MergeOutcome::kConflict; });
    return fmt::format("merged with events {} to {} of {}{}", e.first.number, e.last.number,
                       e.device, conflicts == 0 ? "" : fmt::format(", {} in conflict", conflicts));
  }
  std::string operator()(const SessionHandedOff& e) const {
    return fmt::format("handed to {}{}", e.device, e.from.empty() ? "" : " by " + e.from);
  }
  std::string operator()(const SessionForked& e) const {
    return fmt::format("forked from {}@{}{}", e.parent.text, e.parent_seq.number, colon(e.reason));
  }
};

}  // namespace

std::string event_words(const EventData& data, const Session* plan) {
  return visit(WordsOf{plan}, data);
}

Value event_fields_of(const StoredEvent& stored) {
  const EventHeader& header = stored.event.header;
  Value out = Value::object();
  out.set("seq", header.seq.number);
  out.set("type", name_of(stored.event.data));
  out.set("at", to_iso(header.at));
  out.set("actor", header.actor.text);
  out.set("via", name_of(header.via));
  if (header.part > 0) out.set("part", header.part);
  if (header.repairs.number > 0) out.set("repairs", header.repairs.number);
  if (stored.redacted) out.set("redacted", true);
  out.set("hash", stored.hash.hex());
  out.set("data", data_to_value(stored.event.data));
  return out;
}

// Fixed columns: number, minute in UTC, actor, words. Everything is made one line and cut, because
// the words may be any text.
std::string event_line(const StoredEvent& stored, const Session* plan) {
  const EventHeader& header = stored.event.header;
  return fmt::format("{:>4}  {}  {}  {}{}", header.seq.number, to_iso_minutes(header.at),
                     one_line(header.actor.text),
                     cut(one_line(event_words(stored.event.data, plan)), 160),
                     stored.redacted ? "  [redacted]" : "");
}

}  // namespace clew

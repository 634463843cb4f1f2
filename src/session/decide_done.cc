// A step is done: its gate judges the evidence, and what follows from a pass follows here.

#include <fmt/format.h>

#include <algorithm>

#include "session/decide_internal.h"
#include "session/progress.h"
#include "session/side_steps.h"

namespace clew::deciding {
namespace {

// Complete, or of no account: gone, or only an aid.
bool is_out_of_the_way(const Step* part) {
  return part == nullptr || is_complete(*part) || part->quarantined.value_or(false);
}

bool all_parts_complete(const Session& session, const Step& step) {
  return std::all_of(step.children.begin(), step.children.end(),
                     [&](StepId child) { return is_out_of_the_way(session.find(child)); });
}

// A step with open parts is not done, and neither is the session while steps of a fixed total are
// still to be added.
Status check_parts(const Session& session, const Step& step) {
  for (const StepId child : step.children) {
    const Step* part = session.find(child);
    if (is_out_of_the_way(part)) continue;
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("step {} is not done{}", label_of(session, child), why_not_done(*part)),
        label_of(session, step.id), way_on(session, *part));
  }
  const size_t missing = step.id == kRoot ? steps_to_come(session) : 0;
  if (missing == 0) return success();
  return make_error(ErrorCode::kInvalid,
                    fmt::format("the plan has {} steps, and {} of them are still to be added",
                                *session.structure.total, missing),
                    session.identity.id.text, "clew step add \"…\"   or  clew close");
}

bool asks_for(const Gate& gate, const std::string& name) {
  return std::any_of(gate.required.begin(), gate.required.end(),
                     [&](const GateField& f) { return f.name == name; });
}

// What keeps the step from being done: its gate, and a measuring command that failed.
// A gate that asks for exit_code judges it itself; without that, any exit code but 0 is a finding,
// and a signal always is one.
std::vector<GateFinding> judge_step(const Step& step, const Evidence& evidence) {
  std::vector<GateFinding> findings;
  if (step.gate) findings = judge(*step.gate, evidence);
  const auto& run = evidence.measurement;
  if (!run) return findings;
  const std::string command = run->command.empty() ? "the command" : run->command.front();
  if (!run->signal.empty()) {
    findings.push_back({"signal", fmt::format("{} was ended by {}", command, run->signal),
                        "let it run to its end"});
  } else if (run->exit_code != 0 && !(step.gate && asks_for(*step.gate, "exit_code"))) {
    findings.push_back(
        {"exit_code", fmt::format("{} exited {}", command, run->exit_code), "make it exit 0"});
  }
  return findings;
}

// A gate that forbids overriding may still be passed: the refusal holds only while there are
// findings.
Status check_override(const Session& session, const Step& step, const CompleteStep& intent,
                      const std::vector<GateFinding>& findings) {
  const std::string label = label_of(session, step.id);
  if (step.gate && step.gate->overriding == Overriding::kForbidden && !findings.empty()) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("the gate of step {} cannot be overridden: {}", label, to_text(findings)),
        label, way_on(session, step));
  }
  if (intent.override_reason.empty()) {
    const std::string number = step.id == kRoot ? "" : " " + number_of(session, step.id);
    return make_error(ErrorCode::kUsage, "an override needs a reason", label,
                      fmt::format("clew done{} --override --reason \"…\"", number));
  }
  return check_text(intent.override_reason, "the reason", 8 * 1024);
}

// Only what somebody put beside its work, such as an agent's own list.
bool has_only_aids(const Session& session, const Step& step) {
  return std::all_of(step.children.begin(), step.children.end(), [&](StepId child) {
    const Step* part = session.find(child);
    return part == nullptr || part->quarantined.value_or(false);
  });
}

// With the last of its parts a step is complete, unless it has a gate of its own, or somebody has
// to see to it first, or its parts only were an aid. The session is, unless more steps are to come
// or nobody said how many there are.
bool completes_itself(const Session& session, const Step& step) {
  if (step.gate || !next_status(step.status, StepVerb::kDone)) return false;
  if (!all_parts_complete(session, step) || has_only_aids(session, step)) return false;
  return step.id != kRoot || (session.structure.total && steps_to_come(session) == 0);
}

// All that is inside of it is complete, and it is not: what it waits for comes before other steps.
bool is_left_for_its_gate(const Session& session, StepId id) {
  const Step* step = id == kRoot ? nullptr : session.find(id);
  return step != nullptr && step->gate && step->status == StepStatus::kActive &&
         all_parts_complete(session, *step);
}

}  // namespace

// Aids are open steps beside the work, such as an agent's own list. They never hold a step back, so
// they are skipped with a reason when it is done.
void skip_aids(const Session& session, const Step& step, Drafts& drafts) {
  std::vector<StepId> open;
  for (auto child = step.children.rbegin(); child != step.children.rend(); ++child) {
    const Step* part = session.find(*child);
    if (part != nullptr && part->quarantined.value_or(false)) open.push_back(*child);
  }
  const std::string why = step.id == kRoot
                              ? "the session is done"
                              : fmt::format("step {} is done", label_of(session, step.id));
  while (!open.empty()) {
    const Step* aid = session.find(open.back());
    open.pop_back();
    if (aid == nullptr || is_complete(*aid)) continue;
    drafts.push_back({
        StepStatusChanged{aid->id, StepStatus::kSkipped, why},
        {}
    });
    open.insert(open.end(), aid->children.rbegin(), aid->children.rend());
  }
}

// What a completed step brings about, in the same command: parents that are complete with it, up to
// the session itself, and then the next step, begun for the actor. The next one is not begun when
// the intent says that it waits, for whoever claims steps, for an actor who is at another step
// already, and when a gate around it is to be shown first.
void follow_up(const Session& session, const Proposal& proposal, StepId completed, NextStep next,
               Drafts& drafts) {
  Session now = preview(session, drafts, proposal.now, proposal.actor);
  const auto push = [&](EventData data) {
    drafts.push_back({std::move(data), {}});
    now = preview(std::move(now), std::span(drafts).last(1), proposal.now, proposal.actor);
  };
  for (StepId at = completed; at != kRoot && !now.find(at)->quarantined.value_or(false);) {
    const Step* parent = now.find(now.find(at)->parent);
    if (parent == nullptr || !completes_itself(now, *parent)) break;
    at = parent->id;
    const uint32_t attempt = parent->attempt_count + (parent->open_attempt() == nullptr ? 1 : 0);
    Drafts aids;
    skip_aids(now, *parent, aids);
    for (auto& skipped : aids) push(std::move(skipped.data));
    push(StepCompleted{at, attempt, {}, "", {}, {}});
  }
  if (is_complete(now.root())) {
    push(SessionEnded{Lifecycle::kCompleted, ""});
    return;
  }
  if (next == NextStep::kWaits) return;
  if (PlanParts(now).leaves_out_all_of(completed)) return;  // the plan stands where it stood
  if (session.find(completed)->lease) return;  // whoever claims steps claims the next one too
  if (own_step(now, proposal.actor)) return;
  if (is_left_for_its_gate(now, now.find(completed)->parent)) return;
  std::vector<StepId> ready = ready_steps(now, proposal.actor, proposal.now);
  // Whoever goes through a list goes on in that list.
  const auto list = list_around(now, completed);
  if (list) std::erase_if(ready, [&](StepId id) { return list_around(now, id) != list; });
  // What is somebody else's to do begins when they begin it. Whose step was done goes on.
  const std::string& worker = now.find(completed)->assignee;
  std::erase_if(ready, [&](StepId id) {
    const Step& step = *now.find(id);
    return is_assigned_to_other(step, proposal.actor) && step.assignee != worker;
  });
  if (ready.empty() || now.find(ready.front())->status != StepStatus::kPending) return;
  start_with_parents(now, *now.find(ready.front()), drafts);
}

// Checks first, then the gate. A gate that fails is no error: the attempt is recorded as failed
// with its findings, and the next attempt begins. So nothing that was shown is lost, and the step
// stays current.
Result<Drafts> complete_step(const Session& session, const Proposal& proposal,
                             const CompleteStep& intent) {
  const StepId id = intent.step.value_or(current_step(session, proposal.actor));
  CLEW_ASSIGN(const Step* step, existing(session, id));
  if (!next_status(step->status, StepVerb::kDone)) {
    return refuse_transition(session, *step, StepVerb::kDone);
  }
  CLEW_TRY(check_around(session, *step));
  CLEW_TRY(check_lease(session, proposal, *step, intent.fence));
  CLEW_TRY(check_ready(session, *step));
  CLEW_TRY(check_parts(session, *step));
  Drafts drafts;
  const bool begins = step->open_attempt() == nullptr;
  if (begins && id != kRoot) start_with_parents(session, *step, drafts);
  const uint32_t attempt = step->attempt_count + (begins ? 1 : 0);
  const std::vector<GateFinding> findings = judge_step(*step, intent.evidence);
  if (intent.gate == GateHandling::kOverride) {
    CLEW_TRY(check_override(session, *step, intent, findings));
  } else if (!findings.empty()) {
    // The next try begins at once: the time it takes to mend things is its own.
    drafts.push_back({
        AttemptFailed{id, attempt, intent.evidence, findings, ""},
        {}
    });
    drafts.push_back({
        StepStarted{id, attempt + 1},
        {}
    });
    return drafts;
  }
  skip_aids(session, *step, drafts);
  const std::string overridden = findings.empty() ? "" : intent.override_reason;
  drafts.push_back({
      StepCompleted{id, attempt, intent.evidence, overridden, findings, intent.outputs},
      {}
  });
  if (id == kRoot) {
    drafts.push_back({
        SessionEnded{Lifecycle::kCompleted, ""},
        {}
    });
  } else {
    follow_up(session, proposal, id, intent.next, drafts);
  }
  return drafts;
}

// The verdict is attached to the very attempt that passed. If that is no longer the latest, the
// step was revisited while its command ran, and the new verdict would be about something else.
Result<Drafts> recheck_step(const Session& session, const RecheckStep& intent) {
  CLEW_ASSIGN(const Step* step, existing(session, intent.step));
  const Attempt* passed = step->status == StepStatus::kDone ? step->passed_attempt() : nullptr;
  const bool is_same = passed != nullptr && passed->number == intent.attempt;
  if (!is_same || !passed->evidence.measurement || !intent.evidence.measurement) {
    const std::string label = label_of(session, intent.step);
    return make_error(ErrorCode::kConflict,
                      fmt::format("step {} was changed while its command ran", label), label,
                      "clew recheck");
  }
  return Drafts{
      {EvidenceRechecked{intent.step, intent.attempt, intent.evidence,
                         judge_step(*step, intent.evidence)},
       {}}
  };
}

}  // namespace clew::deciding

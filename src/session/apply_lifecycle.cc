// How the life of a session changes it: its start, pauses, ends, and what it says about itself.

#include "base/text.h"
#include "session/applier.h"

namespace clew {

// The root stands for the goal: its title, gate and order are those of the session, and its first
// attempt begins with it.
void Applier::operator()(const SessionStarted& e) {
  s_.identity.goal = e.goal;
  s_.identity.constraints = e.constraints;
  s_.identity.project = e.project;
  s_.identity.project_path = e.project_path;
  s_.identity.device = e.device;
  s_.identity.mode = e.mode;
  s_.identity.model = e.model;
  s_.identity.branch = e.branch;
  s_.identity.commit = e.commit;
  s_.identity.automatic = e.automatic;
  s_.identity.previous = e.previous;
  s_.identity.created_at = h_.at;
  s_.structure = e.structure;
  root().title = e.goal;
  root().gate = e.gate;
  root().order = e.order;
  root().status = StepStatus::kActive;
  close_attempt(root(), AttemptOutcome::kAbandoned);
  open_attempt(root(), 1);
}

// A fork is a session of its own: open, held by nobody, unknown to any dialect. What passed between
// the parent's last work and now is nobody's working time.
void Applier::operator()(const SessionForked& e) {
  s_.identity.parent = e.parent;
  s_.identity.parent_seq = e.parent_seq;
  s_.locations.clear();
  for (auto& each : s_.steps) {
    each.lease.reset();
    each.external.clear();
    if (s_.lifecycle.paused_at || each.open_attempt() == nullptr) continue;
    Attempt& attempt = each.attempts.back();
    attempt.paused += since(std::max(s_.last_activity, attempt.started_at));
  }
  s_.lifecycle.archived = false;
  s_.handoff.reset();
  if (!is_closed(s_.lifecycle.status)) return;
  s_.lifecycle.reason.clear();
  reopen();
}

// A second pause changes the reason and the context; the time runs from the first.
void Applier::operator()(const SessionPaused& e) {
  if (is_closed(s_.lifecycle.status)) return;
  s_.lifecycle.status = Lifecycle::kPaused;
  s_.lifecycle.reason = e.reason;
  s_.lifecycle.context = e.context;
  if (!s_.lifecycle.paused_at) s_.lifecycle.paused_at = h_.at;
}

void Applier::operator()(const SessionResumed&) {
  if (is_closed(s_.lifecycle.status)) return;
  end_pause();
  s_.lifecycle.status = Lifecycle::kActive;
  s_.lifecycle.reason.clear();
  s_.lifecycle.resumed_at = h_.at;
  ++s_.lifecycle.resume_count;
}

// No time runs in a session that has ended.
void Applier::operator()(const SessionEnded& e) {
  if (!is_closed(e.status)) return;
  end_pause();
  s_.lifecycle.status = e.status;
  s_.lifecycle.reason = e.reason;
  s_.lifecycle.ended_at = h_.at;
  if (e.status == Lifecycle::kCompleted) {
    root().status = StepStatus::kDone;
    close_attempt(root(), AttemptOutcome::kPassed);
  }
  // What is still open is given up, and nobody holds a step any longer.
  for (auto& each : s_.steps) {
    each.lease.reset();
    close_attempt(each, AttemptOutcome::kAbandoned);
  }
  clear_next_action();
}

void Applier::operator()(const SessionReopened& e) {
  end_pause();
  s_.lifecycle.reason = e.reason;
  reopen();
}

void Applier::operator()(const SessionArchived& e) { s_.lifecycle.archived = e.archived; }

void Applier::operator()(const SessionHandedOff& e) {
  s_.handoff = Handoff{origin(kRoot), e.device, e.signing_key, e.remote, e.from};
}

void Applier::operator()(const IdentityChanged& e) {
  if (e.goal) {
    root().title = s_.identity.goal = *e.goal;
    s_.identity.goal_by = file_author();
  }
  if (e.constraints) {
    s_.identity.constraints = *e.constraints;
    s_.identity.constraints_by = file_author();
  }
  if (e.mode) s_.identity.mode = *e.mode;
  if (e.model) s_.identity.model = *e.model;
  if (e.device) s_.identity.device = *e.device;
  if (e.branch) s_.identity.branch = *e.branch;
  if (e.commit) s_.identity.commit = *e.commit;
  if (e.project_path) s_.identity.project_path = *e.project_path;
  if (e.project) s_.identity.project = *e.project;
}

// Kept twice: as the latest, and, cut to another length, in the list of all.
void Applier::operator()(const InstructionGiven& e) {
  s_.instruction = Instruction{origin(kRoot), cut(e.text, kKeptLatest)};
  add(s_.instructions, Instruction{origin(kRoot), cut(e.text, kKeptText)});
}

void Applier::operator()(const NextActionSet& e) {
  s_.next_action = e.text;
  s_.next_action_by = e.text.empty() ? ActorId() : h_.actor;
}

void Applier::operator()(const StructureSettled& e) { s_.structure.total = e.total; }

// A pause counts for the session and for every attempt that is open; for one that began during the
// pause, from its beginning.
void Applier::end_pause() {
  if (!s_.lifecycle.paused_at) return;
  const Time paused_at = *s_.lifecycle.paused_at;
  s_.lifecycle.paused_total += since(paused_at);
  for (auto& each : s_.steps) {
    if (each.open_attempt() == nullptr) continue;
    Attempt& attempt = each.attempts.back();
    attempt.paused += since(std::max(paused_at, attempt.started_at));
  }
  s_.lifecycle.paused_at.reset();
  s_.lifecycle.context.clear();
}

void Applier::reopen() {
  s_.lifecycle.status = Lifecycle::kActive;
  s_.lifecycle.ended_at.reset();
  root().status = StepStatus::kActive;
  // What the end cut short is worked on again, by whoever comes.
  for (auto& each : s_.steps) {
    if (each.removed || each.status != StepStatus::kActive) continue;
    if (each.open_attempt() == nullptr) open_attempt(each, 0);
  }
}

void Applier::clear_next_action() {
  s_.next_action.clear();
  s_.next_action_by = ActorId();
}

}  // namespace clew

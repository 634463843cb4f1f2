#pragma once
// Events about the steps of a plan: added, started, completed, failed, revisited, claimed. See
// event.h for what all events promise.

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// A step joined the plan. Its number is given once and never used again.
struct StepAdded {
  StepId step;
  StepId parent;
  std::optional<uint32_t> position;  // among its siblings, from 0; unset: last
  std::string key;
  std::string title;
  std::string description;
  ChildOrder order = ChildOrder::kInOrder;
  std::vector<StepId> needs;
  std::string assignee;
  std::string subject;
  std::vector<ExternalId> external;
  std::optional<Gate> gate;
  std::optional<bool> quarantined;
  std::vector<Tie> ties = {};
  bool operator==(const StepAdded&) const = default;
  static constexpr int kind = 2;
  static constexpr const char* name = "step_added";
  static constexpr auto fields() {
    using T = StepAdded;
    return field_list(field(1, "step", &T::step, "its number"),
                      field(2, "parent", &T::parent, "the step it is part of"),
                      field(3, "position", &T::position, "among its siblings, from 0"),
                      field(4, "key", &T::key, "a name of its own"),
                      field(5, "title", &T::title, "what it is called"),
                      field(6, "description", &T::description, "in words"),
                      field(7, "order", &T::order, "how its children run"),
                      field(8, "needs", &T::needs, "steps that must be done first"),
                      field(9, "assignee", &T::assignee, "who is to do it"),
                      field(10, "subject", &T::subject, "what it is about"),
                      field(11, "external", &T::external, "its ids in dialects"),
                      field(12, "gate", &T::gate, "what it must show"),
                      field(13, "aside", &T::quarantined,
                            "an aid: completing it does not complete its parent step"),
                      field(14, "ties", &T::ties, "files and definitions it rests on"));
  }
};

// A new attempt at the step began, and its actor stands there now.
struct StepStarted {
  StepId step;
  uint32_t attempt = 1;
  bool operator==(const StepStarted&) const = default;
  static constexpr int kind = 3;
  static constexpr const char* name = "step_started";
  static constexpr auto fields() {
    return field_list(field(1, "step", &StepStarted::step, "the step"),
                      field(2, "attempt", &StepStarted::attempt, "which attempt"));
  }
};

// The attempt passed its gate, or the gate was overridden with a reason.
struct StepCompleted {
  StepId step;
  uint32_t attempt = 1;
  Evidence evidence;
  std::string overridden;
  std::vector<GateFinding> findings;  // what the override overrode
  std::vector<std::string> outputs;
  bool operator==(const StepCompleted&) const = default;
  static constexpr int kind = 4;
  static constexpr const char* name = "step_completed";
  static constexpr auto fields() {
    using T = StepCompleted;
    return field_list(
        field(1, "step", &T::step, "the step"),
        field(2, "attempt", &T::attempt, "the attempt that passed"),
        field(3, "evidence", &T::evidence, "what it showed"),
        field(4, "overridden", &T::overridden, "reason, when its gate was overridden"),
        field(5, "findings", &T::findings, "what was overridden"),
        field(6, "outputs", &T::outputs, "what it produced"));
  }
};

// The gate stayed shut: what was missing. The next attempt begins with it.
struct AttemptFailed {
  StepId step;
  uint32_t attempt = 1;
  Evidence evidence;
  std::vector<GateFinding> findings;
  std::string reason;
  bool operator==(const AttemptFailed&) const = default;
  static constexpr int kind = 5;
  static constexpr const char* name = "attempt_failed";
  static constexpr auto fields() {
    using T = AttemptFailed;
    return field_list(field(1, "step", &T::step, "the step, which stays current"),
                      field(2, "attempt", &T::attempt, "the attempt that failed its gate"),
                      field(3, "evidence", &T::evidence, "what it showed"),
                      field(4, "findings", &T::findings, "why the gate failed"),
                      field(5, "reason", &T::reason, "in words"));
  }
};

// The measuring command of a step that is done was run again. The step stays what it is.
struct EvidenceRechecked {
  StepId step;
  uint32_t attempt = 1;
  Evidence evidence;
  std::vector<GateFinding> findings;
  bool operator==(const EvidenceRechecked&) const = default;
  static constexpr int kind = 43;
  static constexpr const char* name = "evidence_rechecked";
  static constexpr auto fields() {
    using T = EvidenceRechecked;
    return field_list(
        field(1, "step", &T::step, "the step"),
        field(2, "attempt", &T::attempt, "the attempt that passed"),
        field(3, "evidence", &T::evidence, "what it shows now"),
        field(4, "findings", &T::findings, "why its gate would fail now; none: it still holds"));
  }
};

// Failed, blocked, unblocked, put up for review, skipped, reset: a new status and why.
struct StepStatusChanged {
  StepId step;
  StepStatus status = StepStatus::kPending;
  std::string reason;
  bool operator==(const StepStatusChanged&) const = default;
  static constexpr int kind = 6;
  static constexpr const char* name = "step_status_changed";
  static constexpr auto fields() {
    using T = StepStatusChanged;
    return field_list(field(1, "step", &T::step, "the step"),
                      field(2, "status", &T::status, "its new status"),
                      field(3, "reason", &T::reason, "why"));
  }
};

// Work goes back to a step that was complete; steps that depend on it are affected.
struct StepRevisited {
  StepId step;
  Impact impact = Impact::kMinor;
  std::string reason;
  std::vector<StepId> affected;
  std::vector<std::string> archived;
  bool operator==(const StepRevisited&) const = default;
  static constexpr int kind = 27;
  static constexpr const char* name = "step_revisited";
  static constexpr auto fields() {
    using T = StepRevisited;
    return field_list(field(1, "step", &T::step, "the step that was revisited"),
                      field(2, "impact", &T::impact, "how much follows from it"),
                      field(3, "reason", &T::reason, "why"),
                      field(4, "affected", &T::affected, "later steps it touches"),
                      field(5, "archived", &T::archived, "archived artifacts"));
  }
};

// An actor claimed the step for a while (or renewed the claim); the fence grows.
struct LeaseTaken {
  StepId step;
  uint32_t fence = 0;
  Time expires_at;
  Duration ttl;
  bool operator==(const LeaseTaken&) const = default;
  static constexpr int kind = 28;
  static constexpr const char* name = "lease_taken";
  static constexpr auto fields() {
    using T = LeaseTaken;
    return field_list(field(1, "step", &T::step, "the step claimed"),
                      field(2, "fence", &T::fence, "a number that only increases"),
                      field(3, "expires_at", &T::expires_at, "until when, without further work"),
                      field(4, "ttl_ms", &T::ttl, "how long each piece of work renews it"));
  }
};

// The claim was given back before it ran out.
struct LeaseReleased {
  StepId step;
  uint32_t fence = 0;
  bool operator==(const LeaseReleased&) const = default;
  static constexpr int kind = 29;
  static constexpr const char* name = "lease_released";
  static constexpr auto fields() {
    return field_list(field(1, "step", &LeaseReleased::step, "the step"),
                      field(2, "fence", &LeaseReleased::fence, "the claim's fence"));
  }
};

}  // namespace clew

#pragma once
// Step: a node of the plan, with its attempts. Step 0 is the root, which stands for the session
// itself. An attempt is one try at a step: attempts are added and never overwritten. Which status
// may follow which is one table (transitions.cc).

#include <optional>
#include <string>
#include <vector>

#include "session/gate.h"
#include "session/tie.h"

namespace clew {

enum class StepStatus { kPending, kActive, kDone, kFailed, kBlocked, kNeedsReview, kSkipped };
enum class StepVerb { kStart, kDone, kFail, kBlock, kUnblock, kReview, kSkip, kRetry, kPutBack };
enum class ChildOrder { kInOrder, kAnyOrder };
enum class AttemptOutcome { kOpen, kPassed, kFailed, kAbandoned };

template <>
struct EnumNames<StepStatus> {
  static constexpr const char* names[] = {"pending", "active",       "done",   "failed",
                                          "blocked", "needs_review", "skipped"};
};
template <>
struct EnumNames<StepVerb> {
  static constexpr const char* names[] = {"start",  "done", "fail",  "block",   "unblock",
                                          "review", "skip", "retry", "put_back"};
};
template <>
struct EnumNames<ChildOrder> {
  static constexpr const char* names[] = {"in_order", "any_order"};
};
template <>
struct EnumNames<AttemptOutcome> {
  static constexpr const char* names[] = {"open", "passed", "failed", "abandoned"};
};

// The step table. Empty: refused. `kUnblock` goes back to active when an attempt is open, else to
// pending; `done` leaves only by revisit or undo, so that progress never slips back by itself.
std::optional<StepStatus> next_status(StepStatus from, StepVerb verb);

// A value that a dialect declares and the core has no word for.
struct Attribute {
  std::string key;
  Value value;
  bool operator==(const Attribute&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "key", &Attribute::key, "its name"),
                      field(2, "value", &Attribute::value, "its value"));
  }
};

// The command of a passed attempt was run again: what it showed then. Without findings the gate
// still holds.
struct Recheck {
  Time at;
  ActorId actor;
  Evidence evidence;
  std::vector<GateFinding> findings;
  bool operator==(const Recheck&) const = default;
  static constexpr auto fields() {
    using T = Recheck;
    return field_list(field(1, "at", &T::at), field(2, "actor", &T::actor),
                      field(3, "evidence", &T::evidence), field(4, "findings", &T::findings));
  }
};

// One try at a step: from its start to a pass, a failure or being abandoned.
struct Attempt {
  uint32_t number = 1;
  Time started_at;
  std::optional<Time> ended_at;
  Duration paused;  // time of this attempt during which the session was paused
  AttemptOutcome outcome = AttemptOutcome::kOpen;
  ActorId actor;
  Evidence evidence;
  std::vector<GateFinding> findings;  // why its gate stayed shut
  std::string overridden;             // the reason given, when the gate was overridden
  std::string reason;                 // why it failed or was abandoned
  std::vector<std::string> outputs;
  std::vector<Attribute> attributes;
  std::optional<Recheck> recheck = {};  // the latest
  CLEW_COPIED_ONCE(Attempt);
  static constexpr auto fields() {
    return field_list(
        field(1, "number", &Attempt::number), field(2, "started_at", &Attempt::started_at),
        field(3, "ended_at", &Attempt::ended_at), field(4, "paused_ms", &Attempt::paused),
        field(5, "outcome", &Attempt::outcome), field(6, "actor", &Attempt::actor),
        field(7, "evidence", &Attempt::evidence), field(8, "findings", &Attempt::findings),
        field(9, "overridden", &Attempt::overridden), field(10, "reason", &Attempt::reason),
        field(11, "outputs", &Attempt::outputs), field(12, "attributes", &Attempt::attributes),
        field(13, "recheck", &Attempt::recheck));
  }
};

// A claim on a step, with an expiry and a fence: a number that only grows.
struct Lease {
  ActorId holder;
  uint32_t fence = 0;
  Time expires_at;
  Duration ttl;
  bool operator==(const Lease&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "holder", &Lease::holder), field(2, "fence", &Lease::fence),
                      field(3, "expires_at", &Lease::expires_at), field(4, "ttl_ms", &Lease::ttl));
  }
};

// What a dialect calls this step.
struct ExternalId {
  std::string dialect;
  std::string id;
  bool operator==(const ExternalId&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "dialect", &ExternalId::dialect, "the dialect"),
                      field(2, "id", &ExternalId::id, "its id there"));
  }
};

// A node of the plan, with its attempts and whoever holds it.
struct Step {
  StepId id;
  StepId parent;
  std::string key;  // a name given by the plan, unique in the session; may be empty
  std::string title;
  std::string description;
  ChildOrder order = ChildOrder::kInOrder;
  std::vector<StepId> children;
  std::optional<StepId> current_child;
  std::vector<StepId> needs;
  std::string assignee;
  std::string subject;  // links steps that are about the same thing
  std::vector<ExternalId> external;
  StepStatus status = StepStatus::kPending;
  std::string status_reason;  // why blocked, failed, skipped or in need of review
  std::optional<Gate> gate;
  uint32_t attempt_count = 0;
  std::vector<Attempt> attempts;  // the latest kKeptAttempts
  std::optional<Lease> lease;
  std::vector<Attribute> attributes;
  bool removed = false;             // taken back by undo; its number is not used again
  std::optional<bool> quarantined;  // an aid to the step around it, which is not done with it
  ActorId words_by;  // the view in whose files title or description were last changed; may be empty
  std::vector<Tie> ties = {};
  CLEW_COPIED_ONCE(Step);

  const Attempt* open_attempt() const;
  const Attempt* passed_attempt() const;  // the latest
  const Attempt* last_attempt() const { return attempts.empty() ? nullptr : &attempts.back(); }
  // The last try whose gate stayed shut, unless something has come of the step since.
  const Attempt* shut_attempt() const;

  static constexpr auto fields() {
    return field_list(
        field(1, "id", &Step::id), field(2, "parent", &Step::parent), field(3, "key", &Step::key),
        field(4, "title", &Step::title), field(5, "description", &Step::description),
        field(6, "order", &Step::order), field(7, "children", &Step::children),
        field(8, "current_child", &Step::current_child), field(9, "needs", &Step::needs),
        field(10, "assignee", &Step::assignee), field(11, "subject", &Step::subject),
        field(12, "external", &Step::external), field(13, "status", &Step::status),
        field(14, "status_reason", &Step::status_reason), field(15, "gate", &Step::gate),
        field(16, "attempt_count", &Step::attempt_count), field(17, "attempts", &Step::attempts),
        field(18, "lease", &Step::lease), field(19, "attributes", &Step::attributes),
        field(20, "removed", &Step::removed), field(21, "aside", &Step::quarantined),
        field(22, "words_by", &Step::words_by), field(23, "ties", &Step::ties));
  }
};

inline constexpr size_t kKeptAttempts = 8;

// Time at work: end (or `now`) minus start, without pauses.
Duration active_time(const Attempt& attempt, Time now);

extern template struct StructInfoOf<Step>;

// The id that a dialect has for the step; null: it has none.
const std::string* external_id(const Step& step, std::string_view dialect);
void set_external_id(Step& step, std::string_view dialect, std::string id);

}  // namespace clew

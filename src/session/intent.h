#pragma once
// Intents: what somebody asks of a session, before anybody has decided whether it may happen. One
// struct for each thing that can be asked. `decide` (decide.h) turns an intent into events or
// refuses it. Time, ids and randomness arrive here, so that deciding is pure.

#include <optional>
#include <string>
#include <vector>

#include "session/event.h"

namespace clew {

// One step of a plan on its way in; `parent` and `needs` point into the same list.
struct PlannedStep {
  std::optional<size_t> parent;  // index in the list; unset: top level
  std::string key;
  std::string title;
  std::string description;
  ChildOrder order = ChildOrder::kInOrder;
  std::vector<std::string> needs;  // keys or titles of steps in the list, or already in the plan
  std::string assignee;
  std::string subject;
  std::vector<ExternalId> external;
  std::optional<Gate> gate;
  bool quarantined = false;  // an aid to the step around it, which is not done with it
  std::vector<Tie> ties = {};
};

// How far a plan reaches that does not say how many top-level steps it has.
enum class PlanEnd {
  kLast,  // with the last step there is
  kOpen,  // more will come, nobody knows yet how many
};
// A new session, with its opening and, if there is one, its plan.
struct StartSession {
  SessionStarted opening;
  std::vector<PlannedStep> plan;
  PlanEnd end = PlanEnd::kLast;
  std::optional<Time> at = {};  // when it began, if that is earlier than now
};
// More steps for a plan that exists.
struct AddSteps {
  StepId parent;
  std::optional<StepId> after;
  std::vector<PlannedStep> plan;
};
// Only what it is called: its work, its key and its ids stay.
struct NameStep {
  StepId step;
  std::string title;
};
// A step that is not to be: with its parts, none of which is being worked on or done.
struct RemoveStep {
  StepId step;
};
// Work on a step begins.
struct StartStep {
  StepId step;
};
enum class GateHandling { kJudge, kOverride };
// Whether the next step of the plan begins by itself when one is complete.
enum class NextStep { kBegins, kWaits };
// A step is done: its gate judges the evidence that is shown.
struct CompleteStep {
  std::optional<StepId> step;  // unset: the actor's current one
  Evidence evidence;
  GateHandling gate = GateHandling::kJudge;
  std::string override_reason;
  std::vector<std::string> outputs;
  std::optional<uint32_t> fence;
  NextStep next = NextStep::kBegins;
};
// The measuring command of the step's passed attempt was run again, and this is what it showed.
struct RecheckStep {
  StepId step;
  uint32_t attempt = 1;
  Evidence evidence;
};
// fail, block, unblock, review, skip, retry, put back
struct ChangeStep {
  std::optional<StepId> step;
  StepVerb verb = StepVerb::kFail;
  std::string reason;
  std::optional<uint32_t> fence;
  NextStep next = NextStep::kBegins;
};
// Going back to a complete step, with the impact on those that build on it.
struct RevisitStep {
  StepId step;
  Impact impact = Impact::kMinor;
  std::string reason;
  std::vector<StepId> affects;  // moderate: the named ones; empty: those with the same subject
  std::vector<std::string> taken = {};  // paths that others have; nothing is archived under these
};
// Work stops for now.
struct PauseSession {
  std::string reason;
  std::string context;
};
struct ResumeSession {};
// The end: completed, failed, aborted or abandoned.
struct CloseSession {
  Lifecycle status = Lifecycle::kCompleted;
  std::string reason;
};
struct ArchiveSession {
  bool archived = true;
};
// Another device goes on with the session, or this one again.
struct HandOff {
  SessionHandedOff to;
};
// A step for this actor alone, for a while; without a step the next that is ready.
struct ClaimStep {
  std::optional<StepId> step;  // unset: the first ready one
  Duration ttl = minutes(30);
};
// The claim is given back; with a fence, only when it is still that claim.
struct ReleaseStep {
  StepId step;
  std::optional<uint32_t> fence;
};
// Anything that is recorded rather than decided. Steps default to the actor's current one.
struct RecordFact {
  using AnyFact = OneOf<DecisionMade, QuestionAsked, QuestionAnswered, ApproachFailed, NoteAdded,
                        FileChanged, CommandRan, ErrorRecorded, ClaimMade, ClaimChanged,
                        AgentChanged, AttributeSet, IdentityChanged, ArtifactAdded, CheckpointMade,
                        ContextReported, InstructionGiven, NextActionSet, StructureSettled>;
  struct Fact : AnyFact {  // copied and moved in intent.cc, like events
    template <class T>
      requires(AnyFact::kIndexOf<std::remove_cvref_t<T>> < AnyFact::kCount)
    Fact(T&& fact) : AnyFact(std::forward<T>(fact)) {}  // NOLINT: implicit on purpose
    Fact();
    Fact(const Fact&);
    Fact(Fact&&) noexcept;
    Fact& operator=(const Fact&);
    Fact& operator=(Fact&&) noexcept;
    ~Fact();
  };
  Fact fact;
  std::optional<StepId> step;
};
// The content of one event is to be taken out of the log; its place in the chain stays.
struct RedactEvent {
  Seq target;
  Hash replacement;
  std::string reason;
};
// A new session that begins with the events of another.
struct ForkSession {
  SessionId parent;
  Seq parent_seq;
  std::string reason;
};

using AnyIntent =
    OneOf<StartSession, AddSteps, StartStep, CompleteStep, ChangeStep, RevisitStep, PauseSession,
          ResumeSession, CloseSession, ArchiveSession, ClaimStep, ReleaseStep, RecordFact,
          RedactEvent, ForkSession, NameStep, RemoveStep, RecheckStep, HandOff>;

// One of the above. Copied and moved in intent.cc, like events.
struct Intent {
  AnyIntent any;
  std::optional<Time> at = {};  // when it was, if that is earlier than now

  template <class W>
    requires(AnyIntent::kIndexOf<std::remove_cvref_t<W>> < AnyIntent::kCount)
  Intent(W&& intent) : any(std::forward<W>(intent)) {}  // NOLINT: implicit on purpose
  Intent(const Intent&);
  Intent(Intent&&) noexcept;
  Intent& operator=(const Intent&);
  Intent& operator=(Intent&&) noexcept;
  ~Intent();
};

// Who wants it, and when.
struct Proposal {
  Time now;
  ActorId actor;
  Intent intent;
};

}  // namespace clew

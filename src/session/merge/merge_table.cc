#include "session/merge/merge_table.h"

#include <array>

namespace clew {
namespace {

using R = MergeRule;

constexpr const char* kOpenAndThere = "the session is open, the step is there";
constexpr const char* kClosedOrGone = "the session is closed, the step is gone";
constexpr const char* kOpen = "the session is open";
constexpr const char* kClosed = "the session is closed";
constexpr const char* kUntouched = "nobody else changed it";
constexpr const char* kOthersValue = "it has another value there";
constexpr const char* kTable = "the table of steps allows it, nobody else holds the step";
constexpr const char* kThreeWay = "only this side changed it";
constexpr const char* kClash = "both sides changed it";

// clang-format off
constexpr MergeRow kRows[] = {
    {SessionStarted::kind,    R::kNever,      "", "", "", "it begins a session"},
    {StepAdded::kind,         R::kAddStep,    "number, parent, needs, place", "the step around it is open", "the other side added the same key, parent and title", "the key is taken, the step around it is complete or gone"},
    {StepStarted::kind,       R::kStart,      "step, attempt", "it may be started", "it is active already", "it is complete, or waits for another"},
    {StepCompleted::kind,     R::kFinish,     "step, attempt", kTable, "it is done already; the evidence stays in the fork", "the table refuses"},
    {AttemptFailed::kind,     R::kFinish,     "step, attempt", kTable, "", "the table refuses"},
    {StepStatusChanged::kind, R::kFinish,     "step", kTable, "it has that status already", "the table refuses"},
    {SessionPaused::kind,     R::kLifecycle,  "", "the session's table allows it", "it is paused already", "the session is closed"},
    {SessionResumed::kind,    R::kLifecycle,  "", "the session's table allows it", "it is active already", "the session is closed"},
    {SessionEnded::kind,      R::kLifecycle,  "", "the other side did no work meanwhile", "it ended so there as well", "it ended over work of the other side, or differently there"},
    {SessionReopened::kind,   R::kRevisit,    "", "as part of the revisit", "", "the revisit is refused"},
    {SessionArchived::kind,   R::kLifecycle,  "", "it is not in that state", "it is in that state already", ""},
    {DecisionMade::kind,      R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {QuestionAsked::kind,     R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {QuestionAnswered::kind,  R::kAnswer,     "question", "the question is open", "the same answer was given", "another answer was given"},
    {ApproachFailed::kind,    R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {NoteAdded::kind,         R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {FileChanged::kind,       R::kFact,       "step, agent", kOpenAndThere, "", kClosedOrGone},
    {CommandRan::kind,        R::kFact,       "step, agent", kOpenAndThere, "", kClosedOrGone},
    {ErrorRecorded::kind,     R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {ClaimMade::kind,         R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {ClaimChanged::kind,      R::kClaim,      "claim", "the table of claims allows it", "the claim has that status already", "the table of claims refuses"},
    {AgentChanged::kind,      R::kAgent,      "agent (its id and the device, when both sides began one), step", "the table of agents allows it", "it has that status already", "the table of agents refuses"},
    {AttributeSet::kind,      R::kAttribute,  "step, attempt, fact, agent", kUntouched, "it has the same value there", kOthersValue},
    {IdentityChanged::kind,   R::kIdentity,   "", kUntouched, "it has the same value there; device, path, branch and commit", kOthersValue},
    {ArtifactAdded::kind,     R::kArtifact,   "step, version, the name of what it replaces", "always, as the next version", "it has the same content there", kClosed},
    {ArtifactArchived::kind,  R::kNever,      "", "", "", "it cannot be decided alone"},
    {StepRevisited::kind,     R::kRevisit,    "step, affected steps", "as a new revisit", "", "the revisit is refused"},
    {LeaseTaken::kind,        R::kLease,      "step, fence", "the step is free and the claim has not run out", "otherwise it is dropped", ""},
    {LeaseReleased::kind,     R::kRelease,    "step, fence", "the claim was taken over", "otherwise it is dropped", ""},
    {CheckpointMade::kind,    R::kFact,       "step", kOpenAndThere, "", kClosedOrGone},
    {ContextReported::kind,   R::kFact,       "agent", kOpen, "", kClosed},
    {InstructionGiven::kind,  R::kFact,       "", kOpen, "", kClosed},
    {NextActionSet::kind,     R::kNextAction, "", kUntouched, "it has the same value there", kOthersValue},
    {StructureSettled::kind,  R::kSettle,     "counted again", "the number of steps is not settled", "it is settled so, or steps were added", "it is settled otherwise"},
    {ClockCorrected::kind,    R::kFact,       "", kOpen, "", kClosed},
    {EventRedacted::kind,     R::kRedact,     "event; a redacted one is hashed again from its inner digest", "always", "the other side redacted it, or it was not taken over", ""},
    {CommandUndone::kind,     R::kUndo,       "range", "nothing later touched what it takes back", "what it takes back was not appended", "something later touched it"},
    {StepRestored::kind,      R::kRestore,    "all numbers in it", kThreeWay, "nothing differs", kClash},
    {AgentRestored::kind,     R::kRestore,    "all numbers in it", kThreeWay, "nothing differs", kClash},
    {OverviewRestored::kind,  R::kRestore,    "all numbers in it", kThreeWay, "nothing differs", kClash},
    {FactRestored::kind,      R::kRestore,    "all numbers in it", kThreeWay, "nothing differs", kClash},
    {SessionForked::kind,     R::kNever,      "", "", "", "it begins a session"},
    {EvidenceRechecked::kind, R::kRecheck,    "step, attempt", "the step is done, and was measured", "", "the step is not done"},
    {TailMoved::kind,         R::kMove,       "the numbers it moved to", "always", "", ""},
    {SessionHandedOff::kind,  R::kHandOff,    "", "nobody else handed it off", "the same device has it there", "another device has it there; the session is closed"},
};
// clang-format on

// The rows are in the order of the kinds' numbers, so that merge_row is an index. A new kind of
// event does not compile without a row.
constexpr bool rows_count_from_one() {
  int kind = 0;
  for (const MergeRow& row : kRows) {
    if (row.kind != ++kind) return false;
  }
  return kind == static_cast<int>(kEventKinds);
}
static_assert(rows_count_from_one());

}  // namespace

std::span<const MergeRow> merge_table() { return kRows; }
const MergeRow& merge_row(int kind) { return kRows[kind - 1]; }

}  // namespace clew

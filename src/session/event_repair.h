#pragma once
// Events that correct the record itself: clocks that went backwards, redaction, and what an undo
// puts back as it was. The log is only ever added to, so taking something back is an event too. See
// event.h for what all events promise.

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// The clock stood before an event already recorded; the event was given that event's time.
struct ClockCorrected {
  Time observed;
  bool operator==(const ClockCorrected&) const = default;
  static constexpr int kind = 35;
  static constexpr const char* name = "clock_corrected";
  static constexpr auto fields() {
    return field_list(field(1, "observed", &ClockCorrected::observed, "what the clock said"));
  }
};

// The payload of an earlier event was replaced; the chain still verifies.
struct EventRedacted {
  Seq target;
  Hash replacement;  // SHA-256 of the payload that now stands there
  std::string reason;
  bool operator==(const EventRedacted&) const = default;
  static constexpr int kind = 36;
  static constexpr const char* name = "event_redacted";
  static constexpr auto fields() {
    return field_list(field(1, "target", &EventRedacted::target, "seq of the event"),
                      field(2, "replacement", &EventRedacted::replacement,
                            "hash of the payload that replaced it"),
                      field(3, "reason", &EventRedacted::reason, "why"));
  }
};

// The first event of an undo; the restoring events follow it.
struct CommandUndone {
  Seq first;
  Seq last;
  std::string reason;
  bool operator==(const CommandUndone&) const = default;
  static constexpr int kind = 37;
  static constexpr const char* name = "command_undone";
  static constexpr auto fields() {
    return field_list(field(1, "first", &CommandUndone::first, "first event undone"),
                      field(2, "last", &CommandUndone::last, "last event undone"),
                      field(3, "reason", &CommandUndone::reason, "why"));
  }
};

// Restoring events: one record as it was. An unset record was not there.
struct StepRestored {
  StepId step;
  std::optional<Step> record;
  bool operator==(const StepRestored&) const = default;
  static constexpr int kind = 38;
  static constexpr const char* name = "step_restored";
  static constexpr auto fields() {
    return field_list(field(1, "step", &StepRestored::step, "the step"),
                      field(2, "record", &StepRestored::record, "as it was; unset: removed"));
  }
};

// An agent as it was.
struct AgentRestored {
  AgentId agent;
  std::optional<Agent> record;
  bool operator==(const AgentRestored&) const = default;
  static constexpr int kind = 39;
  static constexpr const char* name = "agent_restored";
  static constexpr auto fields() {
    return field_list(field(1, "agent", &AgentRestored::agent, "the agent"),
                      field(2, "record", &AgentRestored::record, "as it was; unset: removed"));
  }
};

// Everything of a session that is neither a step, an agent nor a fact, as it was.
struct OverviewRestored {
  std::optional<Identity> identity;
  std::optional<Structure> structure;
  std::optional<LifecycleState> lifecycle;
  std::optional<ContextUsage> context;
  std::optional<std::string> next_action;
  ActorId next_action_by;
  std::optional<Instruction> instruction;
  CLEW_COPIED_ONCE(OverviewRestored);
  static constexpr int kind = 40;
  static constexpr const char* name = "overview_restored";
  static constexpr auto fields() {
    using T = OverviewRestored;
    return field_list(field(1, "identity", &T::identity, "as it was"),
                      field(2, "structure", &T::structure, "as it was"),
                      field(3, "lifecycle", &T::lifecycle, "as it was"),
                      field(4, "context", &T::context, "as it was"),
                      field(5, "next_action", &T::next_action, "as it was"),
                      field(6, "next_action_by", &T::next_action_by, "who had set it"),
                      field(7, "instruction", &T::instruction, "as it was; without text: none"));
  }
};

// A fact taken back, or put back as it was; exactly one of the records is set, or none.
struct FactRestored {
  Seq fact;
  std::optional<Decision> decision;
  std::optional<Question> question;
  std::optional<FailedApproach> approach;
  std::optional<Note> note;
  std::optional<FileChange> file;
  std::optional<CommandRun> run;
  std::optional<ErrorFact> error;
  std::optional<Claim> claim;
  std::optional<Artifact> artifact;
  std::optional<Revision> revision;
  std::optional<Checkpoint> checkpoint;
  std::optional<Instruction> instruction;
  CLEW_COPIED_ONCE(FactRestored);
  static constexpr int kind = 41;
  static constexpr const char* name = "fact_restored";
  static constexpr auto fields() {
    using T = FactRestored;
    return field_list(
        field(1, "fact", &T::fact, "seq of the fact; without a record: removed"),
        field(2, "decision", &T::decision), field(3, "question", &T::question),
        field(4, "approach", &T::approach), field(5, "note", &T::note), field(6, "file", &T::file),
        field(7, "run", &T::run), field(8, "error", &T::error), field(9, "claim", &T::claim),
        field(10, "artifact", &T::artifact), field(11, "revision", &T::revision),
        field(12, "checkpoint", &T::checkpoint), field(13, "instruction", &T::instruction));
  }
};

// What became of one command of a tail: commands that one machine appended while another was first.
enum class MergeOutcome {
  kAppended,  // decided again, and appended
  kAbsorbed,  // it was so already
  kConflict,  // it contradicts what the other machine did
};
template <>
struct EnumNames<MergeOutcome> {
  static constexpr const char* names[] = {"appended", "absorbed", "conflict"};
};

struct MovedCommand {
  Seq first;
  Seq last;
  MergeOutcome outcome = MergeOutcome::kAppended;
  Seq now_first;  // 0: nothing was appended for it
  Seq now_last;
  std::string why;  // of a conflict
  bool operator==(const MovedCommand&) const = default;
  static constexpr auto fields() {
    using T = MovedCommand;
    return field_list(field(1, "first", &T::first, "its first event, as it was numbered"),
                      field(2, "last", &T::last, "its last"),
                      field(3, "outcome", &T::outcome, "appended, absorbed or conflict"),
                      field(4, "now_first", &T::now_first, "the first event appended for it"),
                      field(5, "now_last", &T::now_last, "the last"),
                      field(6, "why", &T::why, "why it is a conflict"));
  }
};

// A step that was added in a tail: the other machine may have given its number to another.
struct MovedStep {
  StepId was;
  StepId now;
  bool operator==(const MovedStep&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "was", &MovedStep::was, "its number before"),
                      field(2, "now", &MovedStep::now, "its number now"));
  }
};

// Two machines went on with the session. The events of the one that was later were moved, as they
// are, to a session of their own; what could be appended of them follows.
struct TailMoved {
  Hash tail;           // of the first event moved: what the session with them is known by
  std::string device;  // that had appended them
  Seq first;
  Seq last;
  Hash head;  // of the last event moved
  std::vector<MovedCommand> commands;
  std::vector<MovedStep> steps;
  bool operator==(const TailMoved&) const = default;
  static constexpr int kind = 44;
  static constexpr const char* name = "tail_moved";
  static constexpr auto fields() {
    using T = TailMoved;
    return field_list(
        field(1, "tail", &T::tail, "hash of the first event moved"),
        field(2, "device", &T::device, "the machine that had appended them"),
        field(3, "first", &T::first, "the first event moved"),
        field(4, "last", &T::last, "the last"), field(5, "head", &T::head, "hash of the last"),
        field(6, "commands", &T::commands, "what became of each command"),
        field(7, "steps", &T::steps, "the steps added in them, with their numbers now"));
  }
};

}  // namespace clew

#pragma once
// Everything that can ever have happened. Kinds and field numbers are never reused: every event
// ever written still applies. Events carry what happened, not what follows from it; what follows is
// `apply`. docs/format-event-log.md has the table made from this file.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "session/session.h"

namespace clew {

enum class Via { kCli, kMcp, kHook, kView, kImport, kHttp };
template <>
struct EnumNames<Via> {
  static constexpr const char* names[] = {"cli", "mcp", "hook", "view", "import", "http"};
};

enum class AttributeOwner { kSession, kStep, kAttempt, kAgent, kFact };
template <>
struct EnumNames<AttributeOwner> {
  static constexpr const char* names[] = {"session", "step", "attempt", "agent", "fact"};
};

struct SessionStarted {
  std::string goal;
  std::vector<std::string> constraints;
  std::string project;
  std::string project_path;
  std::string device;
  std::string mode;
  std::string model;
  std::string branch;
  std::string commit;
  bool automatic = false;
  Structure structure;
  std::optional<Gate> gate;
  ChildOrder order = ChildOrder::kInOrder;
  bool operator==(const SessionStarted&) const = default;
  static constexpr int kind = 1;
  static constexpr const char* name = "session_started";
  static constexpr auto fields() {
    using T = SessionStarted;
    return field_list(field(1, "goal", &T::goal, "what the work is for"),
                      field(2, "constraints", &T::constraints, "what must hold throughout"),
                      field(3, "project", &T::project, "stable id of the project"),
                      field(4, "project_path", &T::project_path, "where it was"),
                      field(5, "device", &T::device, "the machine it began on"),
                      field(6, "mode", &T::mode, "mode of execution"),
                      field(7, "model", &T::model, "model in use"),
                      field(8, "branch", &T::branch, "git branch"),
                      field(9, "commit", &T::commit, "git HEAD"),
                      field(10, "automatic", &T::automatic, "begun by a hook"),
                      field(11, "structure", &T::structure, "snapshot of the plan's numbering"),
                      field(12, "gate", &T::gate, "gate of the whole session"),
                      field(13, "order", &T::order, "how the top-level steps run"));
  }
};

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
                      field(12, "gate", &T::gate, "what it must show"));
  }
};

struct StepStarted {
  StepId step;
  uint32_t attempt = 1;
  bool operator==(const StepStarted&) const = default;
  static constexpr int kind = 3;
  static constexpr const char* name = "step_started";
  static constexpr auto fields() {
    return field_list(field(1, "step", &StepStarted::step, "the step"),
                      field(2, "attempt", &StepStarted::attempt, "which try"));
  }
};

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
        field(2, "attempt", &T::attempt, "the try that passed"),
        field(3, "evidence", &T::evidence, "what it showed"),
        field(4, "overridden", &T::overridden, "reason, when its gate was overridden"),
        field(5, "findings", &T::findings, "what was overridden"),
        field(6, "outputs", &T::outputs, "what it produced"));
  }
};

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
                      field(2, "attempt", &T::attempt, "the try that failed its gate"),
                      field(3, "evidence", &T::evidence, "what it showed"),
                      field(4, "findings", &T::findings, "what kept the gate shut"),
                      field(5, "reason", &T::reason, "in words"));
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

struct SessionPaused {
  std::string reason;
  std::string context;
  bool operator==(const SessionPaused&) const = default;
  static constexpr int kind = 7;
  static constexpr const char* name = "session_paused";
  static constexpr auto fields() {
    return field_list(field(1, "reason", &SessionPaused::reason, "why"),
                      field(2, "context", &SessionPaused::context, "what was being worked on"));
  }
};

struct SessionResumed {
  bool automatic = false;
  bool operator==(const SessionResumed&) const = default;
  static constexpr int kind = 8;
  static constexpr const char* name = "session_resumed";
  static constexpr auto fields() {
    return field_list(
        field(1, "automatic", &SessionResumed::automatic, "by the first work after inactivity"));
  }
};

struct SessionEnded {
  Lifecycle status = Lifecycle::kCompleted;
  std::string reason;
  bool operator==(const SessionEnded&) const = default;
  static constexpr int kind = 9;
  static constexpr const char* name = "session_ended";
  static constexpr auto fields() {
    return field_list(field(1, "status", &SessionEnded::status, "how"),
                      field(2, "reason", &SessionEnded::reason, "why"));
  }
};

struct SessionReopened {
  std::string reason;
  bool operator==(const SessionReopened&) const = default;
  static constexpr int kind = 10;
  static constexpr const char* name = "session_reopened";
  static constexpr auto fields() {
    return field_list(field(1, "reason", &SessionReopened::reason, "why"));
  }
};

struct SessionArchived {
  bool archived = true;
  bool operator==(const SessionArchived&) const = default;
  static constexpr int kind = 11;
  static constexpr const char* name = "session_archived";
  static constexpr auto fields() {
    return field_list(field(1, "archived", &SessionArchived::archived, "put away or taken back"));
  }
};

struct DecisionMade {
  StepId step;
  std::string topic;
  std::vector<std::string> options;
  std::string choice;
  std::string reason;
  bool operator==(const DecisionMade&) const = default;
  static constexpr int kind = 12;
  static constexpr const char* name = "decision_made";
  static constexpr auto fields() {
    using T = DecisionMade;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "topic", &T::topic, "what it was about"),
                      field(3, "options", &T::options, "what there was to choose from"),
                      field(4, "choice", &T::choice, "what was chosen"),
                      field(5, "reason", &T::reason, "why"));
  }
};

struct QuestionAsked {
  StepId step;
  std::string text;
  bool operator==(const QuestionAsked&) const = default;
  static constexpr int kind = 13;
  static constexpr const char* name = "question_asked";
  static constexpr auto fields() {
    return field_list(field(1, "step", &QuestionAsked::step, "the step it belongs to"),
                      field(2, "text", &QuestionAsked::text, "the question"));
  }
};

struct QuestionAnswered {
  Seq question;
  std::string answer;
  bool operator==(const QuestionAnswered&) const = default;
  static constexpr int kind = 14;
  static constexpr const char* name = "question_answered";
  static constexpr auto fields() {
    return field_list(field(1, "question", &QuestionAnswered::question, "seq of the question"),
                      field(2, "answer", &QuestionAnswered::answer, "the answer"));
  }
};

struct ApproachFailed {
  StepId step;
  std::string what;
  std::string why;
  std::vector<std::string> paths;
  bool operator==(const ApproachFailed&) const = default;
  static constexpr int kind = 15;
  static constexpr const char* name = "approach_failed";
  static constexpr auto fields() {
    using T = ApproachFailed;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "what", &T::what, "what was tried"),
                      field(3, "why", &T::why, "why it failed"),
                      field(4, "paths", &T::paths, "files the reason rests on"));
  }
};

struct NoteAdded {
  StepId step;
  std::string text;
  std::string log;
  bool operator==(const NoteAdded&) const = default;
  static constexpr int kind = 16;
  static constexpr const char* name = "note_added";
  static constexpr auto fields() {
    return field_list(field(1, "step", &NoteAdded::step, "the step it belongs to"),
                      field(2, "text", &NoteAdded::text, "the note"),
                      field(3, "log", &NoteAdded::log, "a named log it belongs to"));
  }
};

struct FileChanged {
  StepId step;
  std::string path;
  FileAction action = FileAction::kModified;
  int64_t lines_added = 0;
  int64_t lines_removed = 0;
  Hash hash_before;
  Hash hash_after;
  AgentId agent;
  bool operator==(const FileChanged&) const = default;
  static constexpr int kind = 17;
  static constexpr const char* name = "file_changed";
  static constexpr auto fields() {
    using T = FileChanged;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "path", &T::path, "relative to the project"),
                      field(3, "action", &T::action, "what happened to it"),
                      field(4, "lines_added", &T::lines_added, "lines added"),
                      field(5, "lines_removed", &T::lines_removed, "lines removed"),
                      field(6, "hash_before", &T::hash_before, "SHA-256 before"),
                      field(7, "hash_after", &T::hash_after, "SHA-256 after"),
                      field(8, "agent", &T::agent, "the agent that did it"));
  }
};

struct CommandRan {
  StepId step;
  std::string command;
  std::string arguments;
  std::string model;
  AgentId agent;
  RunOutcome outcome = RunOutcome::kSuccess;
  std::optional<int> exit_code;
  std::optional<Duration> duration;
  std::string error;
  bool operator==(const CommandRan&) const = default;
  static constexpr int kind = 18;
  static constexpr const char* name = "command_ran";
  static constexpr auto fields() {
    using T = CommandRan;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "command", &T::command, "the command"),
                      field(3, "arguments", &T::arguments, "its arguments"),
                      field(4, "model", &T::model, "the model in use"),
                      field(5, "agent", &T::agent, "the agent that ran it"),
                      field(6, "outcome", &T::outcome, "success or failure"),
                      field(7, "exit_code", &T::exit_code, "its exit code"),
                      field(8, "duration_ms", &T::duration, "how long it ran"),
                      field(9, "error", &T::error, "what it said when it failed"));
  }
};

struct ErrorRecorded {
  StepId step;
  std::string text;
  ErrorCategory category = ErrorCategory::kUnknown;
  bool operator==(const ErrorRecorded&) const = default;
  static constexpr int kind = 19;
  static constexpr const char* name = "error_recorded";
  static constexpr auto fields() {
    return field_list(field(1, "step", &ErrorRecorded::step, "the step it belongs to"),
                      field(2, "text", &ErrorRecorded::text, "what went wrong"),
                      field(3, "category", &ErrorRecorded::category, "what kind"));
  }
};

struct ClaimMade {
  StepId step;
  std::string text;
  ClaimStatus status = ClaimStatus::kVerified;
  std::string reason;
  std::string result;
  std::string rationale;
  bool operator==(const ClaimMade&) const = default;
  static constexpr int kind = 20;
  static constexpr const char* name = "claim_made";
  static constexpr auto fields() {
    using T = ClaimMade;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "text", &T::text, "what is claimed"),
                      field(3, "status", &T::status, "verified, deferred or overridden"),
                      field(4, "reason", &T::reason, "why deferred, or the source"),
                      field(5, "result", &T::result, "what a checker said"),
                      field(6, "rationale", &T::rationale, "why it was overridden"));
  }
};

struct ClaimChanged {
  Seq claim;
  ClaimStatus status = ClaimStatus::kResolved;
  std::string reason;
  bool operator==(const ClaimChanged&) const = default;
  static constexpr int kind = 21;
  static constexpr const char* name = "claim_changed";
  static constexpr auto fields() {
    return field_list(field(1, "claim", &ClaimChanged::claim, "seq of the claim"),
                      field(2, "status", &ClaimChanged::status, "its new status"),
                      field(3, "reason", &ClaimChanged::reason, "why, or the source"));
  }
};

// An agent began, moved on, ended or was retried. Unset fields stay as they were.
struct AgentChanged {
  AgentId agent;
  AgentVerb verb = AgentVerb::kStart;
  std::string type;
  StepId step;
  std::optional<double> progress;
  AgentResult result = AgentResult::kNone;
  AgentId blocking_on;
  std::optional<AgentError> error;
  std::string summary;
  AgentFiles files;
  bool operator==(const AgentChanged&) const = default;
  static constexpr int kind = 22;
  static constexpr const char* name = "agent_changed";
  static constexpr auto fields() {
    using T = AgentChanged;
    return field_list(field(1, "agent", &T::agent, "the agent"),
                      field(2, "verb", &T::verb, "what it did"),
                      field(3, "type", &T::type, "what kind of agent"),
                      field(4, "step", &T::step, "the step it works on"),
                      field(5, "progress", &T::progress, "0 to 1"),
                      field(6, "result", &T::result, "how it ended"),
                      field(7, "blocking_on", &T::blocking_on, "the agent it waits for"),
                      field(8, "error", &T::error, "what went wrong"),
                      field(9, "summary", &T::summary, "what came out, in short"),
                      field(10, "files", &T::files, "files it touched"));
  }
};

struct AttributeSet {
  AttributeOwner owner = AttributeOwner::kSession;
  StepId step;
  uint32_t attempt = 0;
  AgentId agent;
  Seq fact;
  std::string key;
  Value value;  // null takes the attribute away
  bool operator==(const AttributeSet&) const = default;
  static constexpr int kind = 23;
  static constexpr const char* name = "attribute_set";
  static constexpr auto fields() {
    using T = AttributeSet;
    return field_list(field(1, "owner", &T::owner, "what it is an attribute of"),
                      field(2, "step", &T::step, "the step, for a step or attempt"),
                      field(3, "attempt", &T::attempt, "the attempt"),
                      field(4, "agent", &T::agent, "the agent"),
                      field(5, "fact", &T::fact, "the fact"), field(6, "key", &T::key, "its name"),
                      field(7, "value", &T::value, "its value"));
  }
};

// A change of what the session says about itself. Unset fields stay as they were.
struct IdentityChanged {
  std::optional<std::string> goal;
  std::optional<std::vector<std::string>> constraints;
  std::optional<std::string> mode;
  std::optional<std::string> model;
  std::optional<std::string> device;
  std::optional<std::string> branch;
  std::optional<std::string> commit;
  std::optional<std::string> project_path;
  bool operator==(const IdentityChanged&) const = default;
  static constexpr int kind = 24;
  static constexpr const char* name = "identity_changed";
  static constexpr auto fields() {
    using T = IdentityChanged;
    return field_list(
        field(1, "goal", &T::goal, "the goal"),
        field(2, "constraints", &T::constraints, "the constraints"),
        field(3, "mode", &T::mode, "mode of execution"),
        field(4, "model", &T::model, "model in use"), field(5, "device", &T::device, "the machine"),
        field(6, "branch", &T::branch, "git branch"), field(7, "commit", &T::commit, "git HEAD"),
        field(8, "project_path", &T::project_path, "where the project is"));
  }
};

struct ArtifactAdded {
  StepId step;
  std::string path;
  Hash content;
  int64_t size = 0;
  uint32_t version = 1;
  bool operator==(const ArtifactAdded&) const = default;
  static constexpr int kind = 25;
  static constexpr const char* name = "artifact_added";
  static constexpr auto fields() {
    using T = ArtifactAdded;
    return field_list(field(1, "step", &T::step, "the step it belongs to"),
                      field(2, "path", &T::path, "where it stands"),
                      field(3, "content", &T::content, "blob with its content"),
                      field(4, "size", &T::size, "in bytes"),
                      field(5, "version", &T::version, "1, 2, …; only grows"));
  }
};

struct ArtifactArchived {
  std::string path;
  std::string archived_as;
  bool operator==(const ArtifactArchived&) const = default;
  static constexpr int kind = 26;
  static constexpr const char* name = "artifact_archived";
  static constexpr auto fields() {
    return field_list(field(1, "path", &ArtifactArchived::path, "where it stood"),
                      field(2, "archived_as", &ArtifactArchived::archived_as, "its archived name"));
  }
};

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
    return field_list(field(1, "step", &T::step, "the step gone back to"),
                      field(2, "impact", &T::impact, "how much follows from it"),
                      field(3, "reason", &T::reason, "why"),
                      field(4, "affected", &T::affected, "later steps it touches"),
                      field(5, "archived", &T::archived, "artifacts put aside"));
  }
};

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
                      field(2, "fence", &T::fence, "a number that only grows"),
                      field(3, "expires_at", &T::expires_at, "until when, without further work"),
                      field(4, "ttl_ms", &T::ttl, "how long each piece of work renews it"));
  }
};

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

struct CheckpointMade {
  StepId step;
  std::string label;
  std::string note;
  bool operator==(const CheckpointMade&) const = default;
  static constexpr int kind = 30;
  static constexpr const char* name = "checkpoint_made";
  static constexpr auto fields() {
    return field_list(field(1, "step", &CheckpointMade::step, "where the work stood"),
                      field(2, "label", &CheckpointMade::label, "its name"),
                      field(3, "note", &CheckpointMade::note, "a remark"));
  }
};

struct ContextReported {
  AgentId agent;
  std::optional<int64_t> tokens;
  bool compressed = false;
  bool operator==(const ContextReported&) const = default;
  static constexpr int kind = 31;
  static constexpr const char* name = "context_reported";
  static constexpr auto fields() {
    return field_list(field(1, "agent", &ContextReported::agent, "whose; empty: in all"),
                      field(2, "tokens", &ContextReported::tokens, "tokens used"),
                      field(3, "compressed", &ContextReported::compressed, "it was compressed"));
  }
};

struct InstructionGiven {
  std::string text;
  bool operator==(const InstructionGiven&) const = default;
  static constexpr int kind = 32;
  static constexpr const char* name = "instruction_given";
  static constexpr auto fields() {
    return field_list(field(1, "text", &InstructionGiven::text, "what the person asked for"));
  }
};

struct NextActionSet {
  std::string text;
  bool operator==(const NextActionSet&) const = default;
  static constexpr int kind = 33;
  static constexpr const char* name = "next_action_set";
  static constexpr auto fields() {
    return field_list(
        field(1, "text", &NextActionSet::text, "what to do next; empty: by the plan"));
  }
};

struct StructureSettled {
  uint32_t total = 0;
  std::string reason;
  bool operator==(const StructureSettled&) const = default;
  static constexpr int kind = 34;
  static constexpr const char* name = "structure_settled";
  static constexpr auto fields() {
    return field_list(field(1, "total", &StructureSettled::total, "number of top-level steps"),
                      field(2, "reason", &StructureSettled::reason, "how it became known"));
  }
};

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
    return field_list(
        field(1, "target", &EventRedacted::target, "seq of the event"),
        field(2, "replacement", &EventRedacted::replacement, "hash of what stands there"),
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
    return field_list(field(1, "first", &CommandUndone::first, "first event taken back"),
                      field(2, "last", &CommandUndone::last, "last event taken back"),
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

struct OverviewRestored {
  std::optional<Identity> identity;
  std::optional<Structure> structure;
  std::optional<LifecycleState> lifecycle;
  std::optional<ContextUsage> context;
  std::optional<std::string> next_action;
  ActorId next_action_by;
  std::optional<Instruction> instruction;
  bool operator==(const OverviewRestored&) const = default;
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
  bool operator==(const FactRestored&) const = default;
  static constexpr int kind = 41;
  static constexpr const char* name = "fact_restored";
  static constexpr auto fields() {
    using T = FactRestored;
    return field_list(
        field(1, "fact", &T::fact, "seq of the fact; none of the records: taken back"),
        field(2, "decision", &T::decision), field(3, "question", &T::question),
        field(4, "approach", &T::approach), field(5, "note", &T::note), field(6, "file", &T::file),
        field(7, "run", &T::run), field(8, "error", &T::error), field(9, "claim", &T::claim),
        field(10, "artifact", &T::artifact), field(11, "revision", &T::revision),
        field(12, "checkpoint", &T::checkpoint));
  }
};

// The first event of a fork: what came before belongs to the parent.
struct SessionForked {
  SessionId parent;
  Seq parent_seq;
  std::string reason;
  bool operator==(const SessionForked&) const = default;
  static constexpr int kind = 42;
  static constexpr const char* name = "session_forked";
  static constexpr auto fields() {
    return field_list(field(1, "parent", &SessionForked::parent, "the session it leaves"),
                      field(2, "parent_seq", &SessionForked::parent_seq, "after which event"),
                      field(3, "reason", &SessionForked::reason, "why"));
  }
};

using AnyEventData =
    std::variant<SessionStarted, StepAdded, StepStarted, StepCompleted, AttemptFailed,
                 StepStatusChanged, SessionPaused, SessionResumed, SessionEnded, SessionReopened,
                 SessionArchived, DecisionMade, QuestionAsked, QuestionAnswered, ApproachFailed,
                 NoteAdded, FileChanged, CommandRan, ErrorRecorded, ClaimMade, ClaimChanged,
                 AgentChanged, AttributeSet, IdentityChanged, ArtifactAdded, ArtifactArchived,
                 StepRevisited, LeaseTaken, LeaseReleased, CheckpointMade, ContextReported,
                 InstructionGiven, NextActionSet, StructureSettled, ClockCorrected, EventRedacted,
                 CommandUndone, StepRestored, AgentRestored, OverviewRestored, FactRestored,
                 SessionForked>;

// One of the above. A variant of this many structs is not compiled in every file: it is copied,
// moved and compared in event.cc.
struct EventData : AnyEventData {
  template <class T>
    requires(!std::is_base_of_v<AnyEventData, std::decay_t<T>>) &&
            std::is_constructible_v<AnyEventData, T>
  EventData(T&& data) : AnyEventData(std::forward<T>(data)) {}  // NOLINT: implicit on purpose
  CLEW_COPIED_ONCE(EventData);
};
inline constexpr size_t kEventKinds = std::variant_size_v<AnyEventData>;
template <size_t I>
using EventKind = std::variant_alternative_t<I, AnyEventData>;

// Who, how and when. `part` counts the events of one command from 0, so that a command can be taken
// back whole; `repairs` names an event this one mends.
struct EventHeader {
  Seq seq;
  Time at;
  ActorId actor;
  Via via = Via::kCli;
  uint32_t part = 0;
  Seq repairs;
  bool operator==(const EventHeader&) const = default;
};

struct Event {
  EventHeader header;
  EventData data;

  Event(EventHeader h, EventData d);
  CLEW_COPIED_ONCE(Event);
};

int kind_of(const EventData& data);
const char* name_of(const EventData& data);
// Null for a number or name nobody has used.
const char* event_name(int kind);
std::optional<int> event_kind(std::string_view name);
// The event's own fields, as a tree and back; the error names the field.
Value data_to_value(const EventData& data);
Result<EventData> data_from_value(int kind, const Value& value);

// One row per kind and field, in order: what docs and `clew log --json` are made from.
struct EventFieldRow {
  int kind;
  const char* event;
  int number;
  const char* field;
  const char* doc;
};
std::vector<EventFieldRow> event_fields();

}  // namespace clew

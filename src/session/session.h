#pragma once
// Session: the state of one piece of long work, folded from its events and bounded: the plan,
// everything open, one record per touched path, and per kind of closed fact a count and the latest
// few. Loading it therefore costs the same at 1,000 and at 1,000,000 events.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/agent.h"

namespace clew {

// Where a session is in its life; everything after kPaused is an end.
enum class Lifecycle { kActive, kPaused, kCompleted, kFailed, kAborted, kAbandoned };
enum class LifecycleVerb {
  kPause,
  kResume,
  kComplete,
  kFail,
  kAbort,
  kAbandon,
  kReopen,
  kWork,
  kFact
};
// How much a revisit upsets the steps that build on the one revisited.
enum class Impact { kMinor, kModerate, kMajor };
// What the path of an artifact is relative to: the folder of the session's own files, or the
// project.
enum class SeenFrom { kSession, kProject };

template <>
struct EnumNames<Lifecycle> {
  static constexpr const char* names[] = {"active", "paused",  "completed",
                                          "failed", "aborted", "abandoned"};
};
template <>
struct EnumNames<LifecycleVerb> {
  static constexpr const char* names[] = {"pause",   "resume", "complete", "fail", "abort",
                                          "abandon", "reopen", "work",     "fact"};
};
template <>
struct EnumNames<Impact> {
  static constexpr const char* names[] = {"minor", "moderate", "major"};
};

template <>
struct EnumNames<SeenFrom> {
  static constexpr const char* names[] = {"session", "project"};
};

// The session table. Empty: refused. Work keeps an active session active; facts may also be told
// to a paused one; a closed one takes neither, only a revisit reopens a completed one.
std::optional<Lifecycle> next_status(Lifecycle from, LifecycleVerb verb);
inline bool is_closed(Lifecycle lifecycle) { return lifecycle > Lifecycle::kPaused; }

// How the plan was numbered when the session began; the session finishes by it.
struct Structure {
  std::string workflow;  // the kind of plan, such as "spec_execution_v1"; may be empty
  std::string version;
  uint32_t first_index = 1;       // 0 or 1
  std::optional<uint32_t> total;  // top-level steps; unset while dynamic
  bool operator==(const Structure&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "workflow", &Structure::workflow, "the kind of plan"),
                      field(2, "version", &Structure::version, "its version"),
                      field(3, "first_index", &Structure::first_index, "0 or 1"),
                      field(4, "total", &Structure::total, "top-level steps; unset while dynamic"));
  }
};

// The status, why, and how long it was paused in all.
struct LifecycleState {
  Lifecycle status = Lifecycle::kActive;
  std::string reason;   // why paused or closed
  std::string context;  // what was being worked on when paused
  std::optional<Time> paused_at;
  std::optional<Time> resumed_at;
  uint32_t resume_count = 0;
  Duration paused_total;
  std::optional<Time> ended_at;
  std::string last_error;
  std::optional<Time> last_error_at;
  bool archived = false;
  bool operator==(const LifecycleState&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "status", &LifecycleState::status),
                      field(2, "reason", &LifecycleState::reason),
                      field(3, "context", &LifecycleState::context),
                      field(4, "paused_at", &LifecycleState::paused_at),
                      field(5, "resumed_at", &LifecycleState::resumed_at),
                      field(6, "resume_count", &LifecycleState::resume_count),
                      field(7, "paused_total_ms", &LifecycleState::paused_total),
                      field(8, "ended_at", &LifecycleState::ended_at),
                      field(9, "last_error", &LifecycleState::last_error),
                      field(10, "last_error_at", &LifecycleState::last_error_at),
                      field(11, "archived", &LifecycleState::archived));
  }
};

// What the session says about itself: its id and goal, the project, branch and commit it is about,
// and what it was forked from.
struct Identity {
  SessionId id;
  std::string goal;
  std::vector<std::string> constraints;
  std::string project;       // stable id of the project
  std::string project_path;  // where it was on the device it began on
  std::string device;
  std::string mode;
  std::string model;
  std::string branch;
  std::string commit;      // HEAD when last recorded
  bool automatic = false;  // begun by a hook, nothing typed
  SessionId parent;        // forked from
  Seq parent_seq;
  Time created_at;
  SessionId previous;  // the work before it in the same project, by the same agents or others
  // The view in whose files the words were last changed by hand; empty: they came by a command.
  ActorId goal_by;
  ActorId constraints_by;
  CLEW_COPIED_ONCE(Identity);
  static constexpr auto fields() {
    return field_list(
        field(1, "id", &Identity::id), field(2, "goal", &Identity::goal),
        field(3, "constraints", &Identity::constraints), field(4, "project", &Identity::project),
        field(5, "project_path", &Identity::project_path), field(6, "device", &Identity::device),
        field(7, "mode", &Identity::mode), field(8, "model", &Identity::model),
        field(9, "branch", &Identity::branch), field(10, "commit", &Identity::commit),
        field(11, "automatic", &Identity::automatic), field(12, "parent", &Identity::parent),
        field(13, "parent_seq", &Identity::parent_seq),
        field(14, "created_at", &Identity::created_at), field(15, "previous", &Identity::previous),
        field(16, "goal_by", &Identity::goal_by),
        field(17, "constraints_by", &Identity::constraints_by));
  }
};

// Where one actor stands.
struct ActorLocation {
  ActorId actor;
  StepId step;
  Time last_at;
  bool operator==(const ActorLocation&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "actor", &ActorLocation::actor),
                      field(2, "step", &ActorLocation::step),
                      field(3, "last_at", &ActorLocation::last_at));
  }
};

// The latest version of one artifact.
struct Artifact {
  Origin origin;
  std::string path;
  Hash content;
  int64_t size = 0;
  uint32_t version = 1;
  std::string archived_as;  // set when the current file was archived
  // The latest version that was rewritten after its step was gone back to: its name, and what it
  // held.
  std::string replaced_as = {};
  Hash replaced = {};
  std::optional<SeenFrom> seen_from = {};  // set: files that were imported name it
  bool operator==(const Artifact&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "origin", &Artifact::origin), field(2, "path", &Artifact::path),
        field(3, "content", &Artifact::content), field(4, "size", &Artifact::size),
        field(5, "version", &Artifact::version), field(6, "archived_as", &Artifact::archived_as),
        field(7, "replaced_as", &Artifact::replaced_as), field(8, "replaced", &Artifact::replaced),
        field(9, "seen_from", &Artifact::seen_from));
  }
};

// Work that went back to a complete step.
struct Revision {
  Origin origin;
  Impact impact = Impact::kMinor;
  std::string reason;
  std::vector<StepId> affected;
  std::vector<std::string> archived;
  bool operator==(const Revision&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Revision::origin), field(2, "impact", &Revision::impact),
                      field(3, "reason", &Revision::reason),
                      field(4, "affected", &Revision::affected),
                      field(5, "archived", &Revision::archived));
  }
};

// A named point in time.
struct Checkpoint {
  Origin origin;
  std::string name;
  std::string note;
  bool operator==(const Checkpoint&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Checkpoint::origin), field(2, "name", &Checkpoint::name),
                      field(3, "note", &Checkpoint::note));
  }
};

// What the person wants, in their words. Long texts are kept shortened; the log has them whole.
struct Instruction {
  Origin origin;
  std::string text;
  bool operator==(const Instruction&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "origin", &Instruction::origin),
                      field(2, "text", &Instruction::text));
  }
};

// Facts of one kind: all open ones and the latest closed ones; `total` counts every one recorded.
template <class T>
struct Kept {
  uint32_t total = 0;
  std::vector<T> items;
  bool operator==(const Kept&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "total", &Kept::total), field(2, "items", &Kept::items));
  }
};

// Which device goes on with the session, and since when.
struct Handoff {
  Origin origin;
  std::string device;
  std::string signing_key;  // hex
  std::string remote;       // the id of the one that the device is a member of
  std::string from;         // the device that handed it off
  bool operator==(const Handoff&) const = default;
  static constexpr auto fields() {
    using T = Handoff;
    return field_list(field(1, "origin", &T::origin), field(2, "device", &T::device),
                      field(3, "signing_key", &T::signing_key), field(4, "remote", &T::remote),
                      field(5, "from", &T::from));
  }
};

// Made by `apply` alone: whoever wants another state records an event.
struct Session {
  Identity identity;
  Structure structure;
  LifecycleState lifecycle;
  std::vector<Step> steps;  // index is the number; steps[0] is the session itself
  std::vector<ActorLocation> locations;
  uint32_t last_fence = 0;
  Kept<Decision> decisions;
  Kept<Question> questions;
  Kept<FailedApproach> failed_approaches;
  Kept<Note> notes;
  Kept<FileChange> files;
  Kept<CommandRun> runs;
  Kept<ErrorFact> errors;
  Kept<Claim> claims;
  Kept<Agent> agents;
  Kept<Artifact> artifacts;
  Kept<Revision> revisions;
  Kept<Checkpoint> checkpoints;
  Kept<Instruction> instructions;
  std::optional<Instruction> instruction;  // the person's latest
  std::string next_action;                 // set by somebody; empty: derived from the plan
  ActorId next_action_by;
  ContextUsage context;
  std::optional<Handoff> handoff;  // unset: nobody ever handed it off
  Seq head;                        // seq of the last event applied
  Time last_activity;

  CLEW_COPIED_ONCE(Session);

  bool exists() const { return head.number > 0; }
  const Step& root() const { return steps.front(); }
  const Step* find(StepId id) const;  // null when absent or removed
  bool has_plan() const { return !root().children.empty(); }

  static constexpr auto fields() {
    return field_list(
        field(1, "identity", &Session::identity), field(2, "structure", &Session::structure),
        field(3, "lifecycle", &Session::lifecycle), field(4, "steps", &Session::steps),
        field(5, "places", &Session::locations), field(6, "last_fence", &Session::last_fence),
        field(7, "decisions", &Session::decisions), field(8, "questions", &Session::questions),
        field(9, "failed_approaches", &Session::failed_approaches),
        field(10, "notes", &Session::notes), field(11, "files", &Session::files),
        field(12, "runs", &Session::runs), field(13, "errors", &Session::errors),
        field(14, "claims", &Session::claims), field(15, "agents", &Session::agents),
        field(16, "artifacts", &Session::artifacts), field(17, "revisions", &Session::revisions),
        field(18, "checkpoints", &Session::checkpoints),
        field(19, "instruction", &Session::instruction),
        field(20, "next_action", &Session::next_action),
        field(21, "next_action_by", &Session::next_action_by),
        field(22, "context", &Session::context), field(23, "head", &Session::head),
        field(24, "last_activity", &Session::last_activity),
        field(25, "instructions", &Session::instructions), field(26, "handoff", &Session::handoff));
  }
};

// Whether the session names the file of an artifact elsewhere too: among what an attempt put out,
// what an agent wrote, or what was changed.
bool is_named_elsewhere(const Session& session, const Artifact& artifact);
// Two spellings of one path: from the project, from a folder in it, or absolute.
bool is_same_path(std::string_view a, std::string_view b);

// Facts of every kind, and agents.
void copy_kept(const Session& from, Session& to);

// A whole session as a tree and back is a lot of code: compiled in session.cc.
extern template struct StructInfoOf<Identity>;
extern template struct StructInfoOf<Structure>;
extern template struct StructInfoOf<LifecycleState>;
extern template struct StructInfoOf<ContextUsage>;
extern template struct StructInfoOf<Instruction>;
extern template struct StructInfoOf<Session>;

inline constexpr size_t kKeptLocations = 64;
inline constexpr size_t kKeptInstructions = 64;
// Characters of an earlier instruction and of an agent's last message in a turn; of the latest
// instruction.
inline constexpr size_t kKeptText = 400;
inline constexpr size_t kKeptLatest = 2000;
inline constexpr size_t kMaxSteps = 10'000;
inline constexpr Duration kInactivityPause = hours(24);
inline constexpr const char* kInactivity = "inactivity";  // the reason of that pause
inline constexpr Duration kStaleWarning = days(7);
// Checkpoints at which nothing was left half done.
inline constexpr const char* kEndOfTurn = "end of turn";
inline constexpr const char* kEndOfConversation = "end of conversation";
// The model could not be had, so the turn ended half done.
inline constexpr const char* kTurnFailed = "turn failed";

}  // namespace clew

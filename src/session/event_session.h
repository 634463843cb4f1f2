#pragma once
// Events about a session as a whole: its beginning, its lifecycle, what it is called, what the
// person wants next. See event.h for what all events promise.

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// The first event of every session that is not a fork: the goal, and where it belongs.
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
  SessionId previous;
  CLEW_COPIED_ONCE(SessionStarted);
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
                      field(10, "automatic", &T::automatic, "started by a hook"),
                      field(11, "structure", &T::structure, "snapshot of the plan's numbering"),
                      field(12, "gate", &T::gate, "gate of the whole session"),
                      field(13, "order", &T::order, "how the top-level steps run"),
                      field(14, "previous", &T::previous, "the session of the work before it"));
  }
};

// Work stopped for a reason; steps keep their place.
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

// Work goes on; `automatic` when the first work after an inactivity pause did it.
struct SessionResumed {
  bool automatic = false;
  bool operator==(const SessionResumed&) const = default;
  static constexpr int kind = 8;
  static constexpr const char* name = "session_resumed";
  static constexpr auto fields() {
    return field_list(field(1, "automatic", &SessionResumed::automatic,
                            "by the first activity after inactivity"));
  }
};

// Completed, failed, aborted or abandoned: no more work is taken.
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

// A completed session takes work again, by a revisit.
struct SessionReopened {
  std::string reason;
  bool operator==(const SessionReopened&) const = default;
  static constexpr int kind = 10;
  static constexpr const char* name = "session_reopened";
  static constexpr auto fields() {
    return field_list(field(1, "reason", &SessionReopened::reason, "why"));
  }
};

// Put away, or taken back. Nothing is deleted.
struct SessionArchived {
  bool archived = true;
  bool operator==(const SessionArchived&) const = default;
  static constexpr int kind = 11;
  static constexpr const char* name = "session_archived";
  static constexpr auto fields() {
    return field_list(field(1, "archived", &SessionArchived::archived, "archived or unarchived"));
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
  std::optional<std::string> project;
  CLEW_COPIED_ONCE(IdentityChanged);
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
        field(8, "project_path", &T::project_path, "where the project is"),
        field(9, "project", &T::project, "stable id of the project"));
  }
};

// A named point in time to go back to or to compare with.
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

// What the person wants, in their words; the latest counts.
struct InstructionGiven {
  std::string text;
  bool operator==(const InstructionGiven&) const = default;
  static constexpr int kind = 32;
  static constexpr const char* name = "instruction_given";
  static constexpr auto fields() {
    return field_list(field(1, "text", &InstructionGiven::text, "what the person asked for"));
  }
};

// Somebody said what is next; it is cleared when the plan moves.
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

// How many top-level steps there are is known now.
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

// Who goes on with the session: one device writes in it, and what others record goes into forks.
// It is a comfort and not a lock: any device may take it back.
struct SessionHandedOff {
  std::string device;
  std::string signing_key;  // hex, as a member of the remote
  std::string remote;       // its id; empty: the session travels by none
  std::string from;
  bool operator==(const SessionHandedOff&) const = default;
  static constexpr int kind = 45;
  static constexpr const char* name = "session_handed_off";
  static constexpr auto fields() {
    using T = SessionHandedOff;
    return field_list(field(1, "device", &T::device, "the device that goes on with it"),
                      field(2, "signing_key", &T::signing_key, "the key that it signs with"),
                      field(3, "remote", &T::remote, "the remote that it is a member of"),
                      field(4, "from", &T::from, "the device that handed it off"));
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

}  // namespace clew

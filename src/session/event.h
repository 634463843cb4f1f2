#pragma once
// Everything that can ever have happened. Kinds and field numbers are never reused: every event
// ever written still applies. Events carry what happened, not what follows from it; what follows is
// `apply`. docs/format-event-log.md has the table made from here.

#include <optional>
#include <string>
#include <vector>

#include "base/one_of.h"
#include "session/event_agent.h"
#include "session/event_fact.h"
#include "session/event_repair.h"
#include "session/event_session.h"
#include "session/event_step.h"

namespace clew {

enum class Via { kCli, kMcp, kHook, kView, kImport, kHttp };
template <>
struct EnumNames<Via> {
  static constexpr const char* names[] = {"cli", "mcp", "hook", "view", "import", "http"};
};

using AnyEventData =
    OneOf<SessionStarted, StepAdded, StepStarted, StepCompleted, AttemptFailed, StepStatusChanged,
          SessionPaused, SessionResumed, SessionEnded, SessionReopened, SessionArchived,
          DecisionMade, QuestionAsked, QuestionAnswered, ApproachFailed, NoteAdded, FileChanged,
          CommandRan, ErrorRecorded, ClaimMade, ClaimChanged, AgentChanged, AttributeSet,
          IdentityChanged, ArtifactAdded, ArtifactArchived, StepRevisited, LeaseTaken,
          LeaseReleased, CheckpointMade, ContextReported, InstructionGiven, NextActionSet,
          StructureSettled, ClockCorrected, EventRedacted, CommandUndone, StepRestored,
          AgentRestored, OverviewRestored, FactRestored, SessionForked, EvidenceRechecked,
          TailMoved, SessionHandedOff>;

// In event.cc, with the event's own.
extern template struct StructInfoOf<FactRestored>;

// One of the above. That many structs are copied, moved and compared in event.cc, not in every
// file.
struct EventData : AnyEventData {
  template <class T>
    requires(AnyEventData::kIndexOf<std::remove_cvref_t<T>> < AnyEventData::kCount)
  EventData(T&& data) : AnyEventData(std::forward<T>(data)) {}  // NOLINT: implicit on purpose
  CLEW_COPIED_ONCE(EventData);

  // One of that kind with its defaults. REQUIRES: a kind that has a name.
  static EventData blank(int kind);

 private:
  EventData(size_t index, const void* x) : AnyEventData(index, x) {}
};
inline constexpr size_t kEventKinds = AnyEventData::kCount;
template <size_t I>
using EventKind = AnyEventData::Type<I>;

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
const TypeInfo& type_of(const EventData& data);  // of data.content()
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

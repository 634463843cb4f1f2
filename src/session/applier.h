#pragma once
// Folds one event into a session: one method per kind, split by subject over apply_*.cc. Every
// method tolerates ids that are not there. Private to src/session.

#include <algorithm>
#include <type_traits>

#include "session/event.h"

namespace clew {

// Drops the oldest items that `may_leave` lets go until at most `most` of those are left.
template <class T, class MayLeave>
void bound(std::vector<T>& items, size_t most, MayLeave&& may_leave) {
  if (items.size() <= most) return;
  size_t over = static_cast<size_t>(std::count_if(items.begin(), items.end(), may_leave));
  if (over <= most) return;
  over -= most;
  std::erase_if(items, [&](const T& item) {
    if (over == 0 || !may_leave(item)) return false;
    --over;
    return true;
  });
}

template <class T>
void bound(std::vector<T>& items, size_t most) {
  bound(items, most, [](const T&) { return true; });
}

template <class T>
inline constexpr size_t kMaxKept = kKeptFacts;
template <>
inline constexpr size_t kMaxKept<FileChange> = kKeptPaths;
template <>
inline constexpr size_t kMaxKept<Artifact> = kKeptPaths;
template <>
inline constexpr size_t kMaxKept<Agent> = kKeptAgents;
template <>
inline constexpr size_t kMaxKept<Instruction> = kKeptInstructions;

// What is open stays, however much of it there is.
template <class T>
bool may_leave(const T& item) {
  if constexpr (requires { item.open(); }) {
    return !item.open();
  } else if constexpr (std::is_same_v<T, Agent>) {
    return item.status > AgentStatus::kRunning;
  } else {
    return true;
  }
}

template <class T>
void bound(Kept<T>& kept) {
  bound(kept.items, kMaxKept<T>, may_leave<T>);
}

// Half of them may be failures and half of them others; of the half that is too large, one that ran
// again with the same end leaves before the oldest.
void bound(Kept<CommandRun>& runs);

// Of the older half the shortest note leaves first: "done." says less than why something failed.
void bound(Kept<Checkpoint>& checkpoints);

// The latest are asked for most.
template <class T>
T* find_fact(Kept<T>& kept, Seq id) {
  for (size_t i = kept.items.size(); i-- > 0;) {
    if (kept.items[i].origin.id == id) return &kept.items[i];
  }
  return nullptr;
}

class Applier {
 public:
  Applier(Session& session, const EventHeader& header) : s_(session), h_(header) {}

  // apply_lifecycle.cc
  void operator()(const SessionStarted& e);
  void operator()(const SessionForked& e);
  void operator()(const SessionPaused& e);
  void operator()(const SessionResumed& e);
  void operator()(const SessionEnded& e);
  void operator()(const SessionReopened& e);
  void operator()(const SessionArchived& e);
  void operator()(const SessionHandedOff& e);
  void operator()(const IdentityChanged& e);
  void operator()(const InstructionGiven& e);
  void operator()(const NextActionSet& e);
  void operator()(const StructureSettled& e);

  // apply_step.cc
  void operator()(const StepAdded& e);
  void operator()(const StepStarted& e);
  void operator()(const StepCompleted& e);
  void operator()(const AttemptFailed& e);
  void operator()(const EvidenceRechecked& e);
  void operator()(const StepStatusChanged& e);
  void operator()(const StepRevisited& e);
  void operator()(const LeaseTaken& e);
  void operator()(const LeaseReleased& e);

  // apply_fact.cc
  void operator()(const DecisionMade& e);
  void operator()(const QuestionAsked& e);
  void operator()(const QuestionAnswered& e);
  void operator()(const ApproachFailed& e);
  void operator()(const NoteAdded& e);
  void operator()(const FileChanged& e);
  void operator()(const CommandRan& e);
  void operator()(const ErrorRecorded& e);
  void operator()(const ClaimMade& e);
  void operator()(const ClaimChanged& e);
  void operator()(const ArtifactAdded& e);
  void operator()(const ArtifactArchived& e);
  void operator()(const CheckpointMade& e);
  void operator()(const AttributeSet& e);

  // apply_agent.cc
  void operator()(const AgentChanged& e);
  void operator()(const ContextReported& e);

  // apply_restore.cc
  void operator()(const StepRestored& e);
  void operator()(const AgentRestored& e);
  void operator()(const OverviewRestored& e);
  void operator()(const FactRestored& e);

  // These are about the log itself.
  void operator()(const ClockCorrected&) {}
  void operator()(const EventRedacted&) {}
  void operator()(const CommandUndone&) {}
  void operator()(const TailMoved&) {}

 private:
  Step& root() { return s_.steps.front(); }
  Step* step(StepId id) {
    if (id.number >= s_.steps.size() || s_.steps[id.number].removed) return nullptr;
    return &s_.steps[id.number];
  }
  Origin origin(StepId at) const { return {h_.seq, h_.at, h_.actor, at}; }
  // The view whose files were edited by hand; empty for everything that came by a command.
  ActorId file_author() const { return h_.via == Via::kView ? h_.actor : ActorId(); }
  // Time since `then`; a clock that went backwards gives none.
  Duration since(Time then) const { return std::max(h_.at - then, Duration{0}); }

  template <class T>
  void add(Kept<T>& kept, T item) {
    ++kept.total;
    kept.items.push_back(std::move(item));
    // One that stays makes no other leave: of thousands that are open none is looked at.
    if constexpr (std::is_same_v<T, CommandRun> || std::is_same_v<T, Checkpoint>) {
      bound(kept);
    } else if (may_leave(kept.items.back())) {
      bound(kept);
    }
  }

  void open_attempt(Step& at, uint32_t number);
  void close_attempt(Step& at, AttemptOutcome outcome, const std::string& reason = {});
  void end_pause();
  void reopen();
  void make_current(StepId id);
  void stand_at(StepId id);
  void leave(Step& left);
  void clear_next_action();
  void change_agent(Agent& agent, const AgentChanged& e);
  void add_to_agent(const FileChanged& e);
  void end_agent(Agent& agent, const AgentChanged& e);

  Session& s_;
  const EventHeader& h_;
};

}  // namespace clew

#pragma once
// Questions about a session that are answered from its state alone: which step is next, what is
// ready, how far it is, how a step is numbered and named. Pure; the present and the actor are
// arguments. Nothing here changes a session.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew {

// The step an actor stands at: its own while that is open, else the deepest current one, else the
// next that is to do; without a plan the session itself. Always exists. Of a step with parts it is
// the part to work on, and the step itself once all its parts are complete.
StepId current_step(const Session& session, const ActorId& actor);
// The open step this actor began last, if it has one.
std::optional<StepId> own_step(const Session& session, const ActorId& actor);

// May this step be started now? What is in the way otherwise.
enum class Readiness { kReady, kWaitsForNeeds, kWaitsForOrder, kWaitsForParent, kNotOpen };
struct ReadinessAnswer {
  Readiness readiness = Readiness::kReady;
  StepId waits_for;
};
ReadinessAnswer readiness(const Session& session, StepId step);
bool is_held_by_other(const Step& step, const ActorId& actor, Time now);
// Whether it is somebody else's to do, by the plan: "ana" is ana@laptop too.
bool is_assigned_to_other(const Step& step, const ActorId& actor);
// Steps without open parts that can be started now and nobody else holds, in plan order.
std::vector<StepId> ready_steps(const Session& session, const ActorId& actor, Time now);

std::vector<StepId> leaves(const Session& session);  // in plan order; the root alone without a plan
bool has_parts(const Session& session, const Step& step);
bool is_complete(const Step& step);  // done or skipped
// Failed, or open again after an attempt that failed: until one passes.
bool has_failed(const Step& step);
// The top-level step that a step is, or is a part of; null for the session itself.
const Step* top_level_step(const Session& session, StepId id);
// The nearest complete step that this one is inside of; null: none.
const Step* complete_step_around(const Session& session, const Step& step);
// Itself complete, or part of a step that is.
bool is_settled(const Session& session, StepId step);
// What is left to do at or below `from`, in plan order: steps that are not settled and whose parts
// all are complete.
std::vector<StepId> open_ends(const Session& session, StepId from);
// Top-level steps that the structure counts and nobody has added yet.
size_t steps_to_come(const Session& session);
// A workflow that goes on, and nobody knows how many phases it will have.
bool is_open_ended(const Session& session);

// "3", "2.1": position among siblings, counted from the structure's first index at the top.
std::string number_of(const Session& session, StepId step);
// 3 "Build"; for the root: the session
std::string label_of(const Session& session, StepId step);
// By number path, key, external id, or unique start of the title.
Result<StepId> find_step(const Session& session, std::string_view text);

// Steps that take seconds vary by more than twice without meaning anything: nothing is called
// stalled before this.
inline constexpr Duration kMinStall = minutes(1);

// How far the work is, and how long the rest may take at the pace so far.
struct Progress {
  size_t total = 0;                   // leaves, and steps still to come
  size_t complete = 0;                // done or skipped
  int percent = 0;                    // 0..100
  bool open_ended = false;            // of what is known so far: more may come
  std::optional<Duration> average;    // of passed attempts
  std::optional<Duration> remaining;  // average × open leaves; unset when more may come
  Duration in_step;                   // active time of the current attempt
  bool stalled = false;               // more than twice the average, and long enough
};
Progress progress(const Session& session, const ActorId& actor, Time now);

// 24 h without activity: when the pause was due.
std::optional<Time> inactivity_due(const Session& session, Time now);

// What to do next, who set it: the plan, a gate, an open question, a person.
struct NextAction {
  std::string text;
  std::string command;  // the clew command that says it is done; may be empty
  std::string set_by;   // "the plan", "the gate", or an actor
};
NextAction next_action(const Session& session, const ActorId& actor, Time now);

}  // namespace clew

#pragma once
// Which session an agent's work belongs to, and how much of it a starting agent is told. Pure
// rules; conversation.h gathers what they ask for.
//
// Every conversation with an agent is an actor of its own. Its work goes
//   1. to the session that CLEW_SESSION names;
//   2. to the one it is bound to (by its first recorded work, or by resuming it), while that is
//      open;
//   3. to the one that `clew use` names for this checkout, while that is open;
//   4. to an open one where it was the last at work: its binding was lost by a crash;
//   5. to the one whose full brief it was given when it started, unless that was begun by a hook
//      and has nothing left to do: what comes now is something else;
//   6. to the only open session here, if somebody began it on purpose and nobody paused it on
//      purpose.
// 5 and 6 never lead to a session that another agent may come back to: one that is bound to it,
// has not ended, and whose process is still there. Without any of these, the first edit or plan
// item begins a session of its own, and other moments are not recorded.

#include <optional>
#include <vector>

#include "agent_client/hook_event.h"
#include "base/id.h"
#include "base/time.h"

namespace clew {

// The most that is known of other agents bound to a session.
enum class OthersThere {
  kNobody,       // they have ended, or their process is gone
  kSameProcess,  // one has not ended, in the process this agent runs in: another conversation there
  kElsewhere,    // one runs in a process of its own
};

enum class BegunBy { kPurpose, kHook };
enum class SessionCourse { kOpen, kFinished, kPutAside };  // finished: every step is complete

struct SessionView {
  SessionId id;
  BegunBy begun = BegunBy::kPurpose;
  SessionCourse openness = SessionCourse::kOpen;
  OthersThere others = OthersThere::kNobody;
};

struct SessionChoices {
  std::optional<SessionId> named;
  std::optional<SessionId> bound;
  std::optional<SessionId> used;
  std::optional<SessionId> own;
  std::optional<SessionId> briefed;
  std::vector<SessionView> open;  // of the project
};

// Nothing: one of its own, or none.
std::optional<SessionId> choose_session(const SessionChoices& choices);

enum class BriefSize { kFiveLines, kFull };
inline constexpr Duration kFresh = hours(24);

// For the session a starting agent is told of. An agent that resumes or was compacted gets all of
// it; so does one that starts soon after the last work, unless another is at it elsewhere.
BriefSize choose_brief(StartSource source, OthersThere others, Duration since_work);

}  // namespace clew

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
//   5. to the open session here that its prompts are about: they only say to go on, name it or one
//      of its steps, or have a path, an identifier or words in common with its goal, its open items
//      or its last words;
//   6. to the only open session here, if somebody began it on purpose and nobody paused it on
//      purpose.
// 5 and 6 never lead to a session where somebody's turn is open. Without any of these, the first
// edit or plan item begins a session of its own, linked to the one it was not about; that one is
// completed when everything in it is done.

#include <optional>
#include <string>
#include <vector>

#include "agent_client/hook_event.h"
#include "base/id.h"
#include "base/time.h"

namespace clew {

enum class BegunBy { kPurpose, kHook };
enum class SessionCourse { kOpen, kFinished, kPutAside };  // finished: every step is complete
// Open: a prompt or a tool since the last end of a turn, a short while ago, of somebody else who is
// there.
enum class OthersTurn { kNone, kOpen };

struct SessionView {
  SessionId id;
  BegunBy begun = BegunBy::kPurpose;
  SessionCourse course = SessionCourse::kOpen;
  OthersTurn turn = OthersTurn::kNone;
  std::string goal = {};
  std::vector<std::string> open_items = {};
  std::string last_words = {};  // of an agent, at the end of its last turn
};

// What the person said in the new conversation so far.
enum class Opening { kGoesOn, kCleared };

struct SessionChoices {
  std::optional<SessionId> named;
  std::optional<SessionId> bound;
  std::optional<SessionId> used;
  std::optional<SessionId> own;
  std::optional<SessionId> briefed;  // it was told everything of this one
  std::vector<SessionView> open;     // of the project, the latest first
  std::vector<std::string> prompts = {};
  Opening opening = Opening::kGoesOn;
};

struct SessionChoice {
  std::optional<SessionId> joins;      // nothing: one of its own, or none
  std::optional<SessionId> previous;   // of one of its own: the work before it
  std::optional<SessionId> completes;  // what comes now is something else
};

SessionChoice choose_session(const SessionChoices& choices);

enum class BriefSize { kFiveLines, kFull };

// For the session a starting agent is told of, however old its work is. All of it, but after clear
// and beside an agent whose turn is open.
BriefSize choose_brief(StartSource source, OthersTurn turn);

}  // namespace clew

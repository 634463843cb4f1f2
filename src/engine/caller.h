#pragma once
// Caller: who asks for something (the actor), through which door (command line, hook, MCP, HTTP),
// with which options common to all verbs, and how they can be asked back. The face that received
// the request fills it in; verbs only read it.

#include <functional>
#include <optional>
#include <string>

#include "agent_client/binding.h"
#include "base/result.h"
#include "base/time.h"
#include "base/value.h"
#include "brief/world.h"
#include "engine/verb_kind.h"
#include "session/event.h"

namespace clew {

enum class Surface { kPlain, kTerminal };

// Who is asking, and how.
struct Caller {
  ActorId actor;
  Via via = Via::kCli;
  std::string verb;  // "note", "step add"; part of the idempotency digest
  Effect effect = Effect::kReads;
  SessionArgument session_argument = SessionArgument::kNone;
  Value request;        // the request as it came, for the same
  std::string key;      // idempotency key; may be empty
  std::string session;  // -s, or the first argument: ID, ID@SEQ, "@" or empty
  bool agreed = false;  // --yes: what would be asked is agreed to
  Surface surface = Surface::kPlain;
  size_t columns = 80;
  std::function<Result<std::string>()> read_input;                 // all of standard input
  std::function<std::optional<bool>(const std::string&)> confirm;  // unset: nobody can be asked
  // The person's own words; unset: nobody can be asked.
  std::function<std::optional<std::string>(const std::string&)> ask;
  std::function<void(const Value&, const std::string&)> emit;  // one item of a stream
  std::function<bool(Duration)> wait;  // sleeps; false when a stream should end
  // Unset: nobody looks. A total of 0: nobody knows how many there will be.
  std::function<void(size_t done, size_t total)> progress;
  // An agent in its process, for others who look whether it is there; unset: no process is known.
  std::optional<BoundAgent> self;
  CommandWording wording;  // how a command of clew is said to this caller; unset: as it is typed
};

}  // namespace clew

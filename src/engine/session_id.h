#pragma once
// Makes ids of new sessions that are short and readable (a word of the goal and four hex digits),
// and tells which commands of a session can be undone.

#include <functional>
#include <optional>
#include <string>

#include "store/event_store.h"

namespace clew {

// The given id when it is free and well-formed; else a word of the goal and four hex digits.
Result<SessionId> new_session_id(Transaction& transaction, const std::string& given,
                                 const std::string& goal,
                                 const std::function<Bytes()>& two_random_bytes);

// A word of the goal and four hex digits, more of them when many are taken.
Result<SessionId> free_session_id(const std::string& goal,
                                  const std::function<Bytes()>& two_random_bytes,
                                  const std::function<Result<bool>(const SessionId&)>& is_taken);

// `wanted`, or with the name of the device behind it while that is taken: for a session that
// another machine began under the same id.
Result<SessionId> free_handle(StoreReader& store, const SessionId& wanted,
                              const std::string& device);

struct CommandSpan {
  Seq first;
  Seq last;
  ActorId actor;
  bool is_repair = false;  // of the log itself
};
// Commands that stand: neither an undo nor undone. What hooks, files and imports told of somebody
// is nobody's command.
struct StandingCommands {
  std::optional<CommandSpan> own;     // the latest that the actor gave; not the session's start
  std::optional<CommandSpan> latest;  // the latest that anybody recorded, in any way
};
// `below`: only commands before this event; 0: all.
Result<StandingCommands> standing_commands(StoreReader& store, const SessionId& session, Seq head,
                                           const ActorId& actor, Seq below = {});

}  // namespace clew

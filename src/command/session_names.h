#pragma once
// Ids that are short and readable, and which command can be taken back.

#include <functional>
#include <string>

#include "store/event_store.h"

namespace clew {

// The given id when it is free and well-formed; else a word of the goal and four hex digits.
Result<SessionId> new_session_id(WriteTurn& turn, const std::string& given, const std::string& goal,
                                 const std::function<Bytes()>& two_random_bytes);

// A word of the goal and four hex digits, more of them when many are taken.
Result<SessionId> free_session_id(const std::string& goal,
                                  const std::function<Bytes()>& two_random_bytes,
                                  const std::function<Result<bool>(const SessionId&)>& is_taken);

struct CommandSpan {
  Seq first;
  Seq last;
};
// The latest command that is neither an undo nor undone.
Result<CommandSpan> last_undoable(EventStore& store, const SessionId& session, Seq head);

}  // namespace clew

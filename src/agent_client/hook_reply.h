#pragma once
// What clew answers to a hook event, and how most clients take it. A client with a contract of its
// own writes it in its folder.
//
//   {"systemMessage", "hookSpecificOutput": {"hookEventName", "additionalContext"}}

#include <string>

#include "agent_client/hook_event.h"
#include "base/value.h"

namespace clew {

struct HookReply {
  std::string context;     // for the model
  std::string line;        // for the user: one line
  std::string summariser;  // steers the summary that is about to be made
  std::string actor;       // for the client to hand on as CLEW_ACTOR
};

// Clients measure what they let through in different ways; a brief must stay below all of them.
struct ContextLimit {
  size_t characters = 6000;  // as clew counts them: code points; as `clew brief`: short is read
  size_t utf16 = 9500;       // as JavaScript counts them
  size_t bytes = 32'000;     // about four to a token
};

// The reply in the common contract; empty when there is nothing to say. Nothing is said before a
// compaction.
std::string write_common_reply(const HookEvent& event, const HookReply& reply);
// The same with `specific` for additionalContext.
std::string write_reply_with(const HookEvent& event, const HookReply& reply, const char* specific,
                             Value value);

}  // namespace clew

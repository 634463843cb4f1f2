#pragma once
// What a hook prints, in its agent's contract. Nothing at all when there is nothing to say.
//   Claude Code, Codex, Gemini   {"systemMessage", "hookSpecificOutput": {"hookEventName",
//                                "additionalContext"}}; Claude Code's PreCompact takes plain text,
//                                which reaches the summariser
//                                Gemini's BeforeModel takes the messages it is to replace
//   Cursor                       {"additional_context", "env"}

#include <string>

#include "agent_client/hook_event.h"
#include "interface/hooks/brief_for_client.h"

namespace clew {

struct HookReply {
  std::string context;     // for the model
  std::string line;        // for the person: one line
  std::string summariser;  // steers the summary that is about to be made
  std::string actor;       // for the client to hand on as CLEW_ACTOR
};

std::string hook_answer(const Moment& moment, const HookReply& reply);

// Claude Code cuts at 10,000 characters, Codex at about 2,500 tokens.
ContextLimit context_limit(HookAgent agent);

}  // namespace clew

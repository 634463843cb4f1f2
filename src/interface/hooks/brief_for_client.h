#pragma once
// The brief as an agent's client takes it: within what the client lets through, looked up without
// starting another process.

#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

// Clients measure what they let through in different ways; a brief must stay below all of them.
struct ContextLimit {
  size_t characters = 0;  // as clew counts them: code points
  size_t utf16 = 0;       // as JavaScript counts them
  size_t bytes = 0;       // about four to a token
};

// Of those who have `gone` it is not said that they are at work.
std::string full_brief(Workspace& workspace, const Loaded& loaded, const ContextLimit& limit,
                       const std::vector<ActorId>& gone);
// At most five lines: where it stands, next, who is at work, the call for more.
std::string five_lines(Workspace& workspace, const Loaded& loaded,
                       const std::vector<ActorId>& gone);

}  // namespace clew

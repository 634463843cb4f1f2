#pragma once
// The names of agents as actors: the client, and a part of the conversation's id.

#include <string>

#include "base/id.h"

namespace clew {

// By its name: claude-code:8f1c is an agent, ana@laptop a person.
bool is_agent_actor(const ActorId& actor);

// The conversation as an actor: claude-code:0a88102e. Of an id that begins with the time (UUID
// version 7) the end is taken. Hooks and transcripts give it the same name.
ActorId conversation_actor(const std::string& client, const std::string& conversation);

// claude-code of claude-code:0a88102e
std::string kind_of(const ActorId& actor);

}  // namespace clew

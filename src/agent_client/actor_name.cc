#include "agent_client/actor_name.h"

namespace clew {

bool is_agent_actor(const ActorId& actor) {
  const size_t colon = actor.text.find(':');
  return colon != std::string::npos && colon > 0 && actor.text.find('@') == std::string::npos;
}

ActorId conversation_actor(const std::string& client, const std::string& conversation) {
  std::string plain;
  for (const char c : conversation.substr(0, 128)) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (fits) plain += c;
  }
  constexpr size_t kShort = 8;
  constexpr size_t kVersion = 12;  // of a UUID's digits
  const bool timed = plain.size() == 32 && plain[kVersion] == '7';
  const std::string part = timed ? plain.substr(plain.size() - kShort) : plain.substr(0, kShort);
  return ActorId(client + (part.empty() ? "" : ":" + part));
}

std::string kind_of(const ActorId& actor) { return actor.text.substr(0, actor.text.find(':')); }

}  // namespace clew

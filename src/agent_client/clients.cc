#include "agent_client/clients.h"

#include <algorithm>

#include "agent_client/claude_code/client.h"
#include "agent_client/codex/client.h"
#include "agent_client/cursor/client.h"
#include "agent_client/gemini/client.h"
#include "agent_client/opencode/client.h"

namespace clew {

const std::vector<AgentClient>& agent_clients() {
  static const std::vector<AgentClient> clients{
      claude_code_client(), codex_client(), gemini_client(), cursor_client(), opencode_client()};
  return clients;
}

const AgentClient* find_client(std::string_view name) {
  for (const AgentClient& client : agent_clients()) {
    if (client.name == name) return &client;
  }
  return nullptr;
}

const AgentClient* client_of(const ActorId& actor) {
  for (const AgentClient& client : agent_clients()) {
    if (actor.text.starts_with(client.name)) return &client;
  }
  return nullptr;
}

std::string name_like(std::string name) {
  const auto to_small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::transform(name.begin(), name.end(), name.begin(), to_small);
  for (const AgentClient& client : agent_clients()) {
    if (name.starts_with(client.program)) return client.name;
  }
  return "";
}

std::string client_names() {
  std::string names;
  for (const AgentClient& client : agent_clients()) {
    names += (names.empty() ? "" : ", ") + std::string(client.name);
  }
  return names;
}

std::optional<HookEvent> read_hook_event(const AgentClient& client, const Value& input) {
  auto event = client.read_hook(input);
  if (event) event->client = client.name;
  return event;
}

}  // namespace clew

#include "command/handed_on.h"

#include "command/setup_targets.h"

namespace clew {
namespace {

std::string kind_of(const ActorId& actor) { return actor.text.substr(0, actor.text.find(':')); }

}  // namespace

bool is_name_of_hooks(const ActorId& actor) {
  return actor.text.find(':') != std::string::npos && find_agent(kind_of(actor)) != nullptr;
}

bool is_same_kind(const std::string& client, const ActorId& actor) {
  return client.starts_with(kind_of(actor));
}

Result<bool> goes_on_elsewhere(EventStore& store, const ActorId& actor, const ProcessMark& own) {
  if (use_of(actor) != ProcessUse::kOneConversation) return false;
  CLEW_ASSIGN(const auto rows, store.settings(kProcessPrefix));
  const std::string own_key = process_key(own);
  for (const auto& [key, text] : rows) {
    if (key != own_key && is_conversation_in(text, actor)) return true;
  }
  return false;
}

Result<std::optional<ActorId>> conversation_above(EventStore& store, FileSystem& files,
                                                  const std::string& device) {
  for (const ProcessMark& process : processes_above(files, device)) {
    CLEW_ASSIGN(auto talking, conversation_in(store, process));
    if (talking) return talking;
  }
  return std::optional<ActorId>();
}

}  // namespace clew

#pragma once
// What happened in a conversation before it had a session: prompts, the agent's messages, failed
// commands. Kept beside the sessions, and taken up by the session that the first edit or plan item
// begins or joins. After the end of the conversation, or a day, nothing of it is left.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/event.h"

namespace clew {

enum class KeptKind { kPrompt, kMessage, kFailedTurn, kCommand };

template <>
struct EnumNames<KeptKind> {
  static constexpr const char* names[] = {"prompt", "message", "turn_failed", "command"};
};

struct KeptEvent {
  KeptKind kind = KeptKind::kPrompt;
  Time at;
  std::string text;               // of a prompt or a message
  std::optional<CommandRan> run;  // of a command
  static constexpr auto fields() {
    return field_list(field(1, "kind", &KeptEvent::kind, "what it is"),
                      field(2, "at", &KeptEvent::at, "when it was"),
                      field(3, "text", &KeptEvent::text, "what was said"),
                      field(4, "run", &KeptEvent::run, "what was run"));
  }
};
using KeptEvents = std::vector<KeptEvent>;

inline constexpr size_t kMaxKeptEvents = 16;
inline constexpr Duration kKeptFor = hours(24);

// The same thing seconds after it was kept comes from a hook that is installed twice. When there
// are too many, the first prompt and the latest stay, and prompts before what agents did.
void add_kept(KeptEvents& kept, KeptEvent event);
bool is_expired(const KeptEvents& kept, Time now);
// Of the first prompt that is no mere acknowledgement; empty when there is none.
std::string goal_in(const KeptEvents& kept);

std::string write_kept(const KeptEvents& kept);
// What cannot be read is a prompt as earlier versions kept it, said at `now`.
KeptEvents read_kept(std::string_view text, Time now);

}  // namespace clew

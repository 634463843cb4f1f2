#pragma once
// Identifiers as types of their own: the compiler refuses an actor where a session is wanted. Text
// ids carry a tag for that; number ids (steps, sequence numbers) count within one session. An empty
// text or the number 0 stands for "none", but for step 0, which is the session itself.

#include <compare>
#include <cstdint>
#include <string>
#include <utility>

namespace clew {

// Ordered and compared by its text. Any text is accepted: who reads it from outside checks it.
template <class Tag>
struct TextId {
  std::string text;

  TextId() = default;
  explicit TextId(std::string t) : text(std::move(t)) {}
  auto operator<=>(const TextId&) const = default;
  bool empty() const { return text.empty(); }
};

// A position, not a quantity: it is compared, never added to another.
template <class Tag>
struct NumberId {
  uint32_t number = 0;

  auto operator<=>(const NumberId&) const = default;
};

using SessionId = TextId<struct SessionTag>;  // oauth-7f3a
using ActorId = TextId<struct ActorTag>;      // ana@laptop, claude-code:8f1c
using AgentId = TextId<struct AgentTag>;      // arch-1, within a session
using StepId = NumberId<struct StepTag>;      // 0 is the session itself
using Seq = NumberId<struct SeqTag>;          // events count from 1; 0 is "nothing yet"

inline constexpr StepId kRoot{0};

}  // namespace clew

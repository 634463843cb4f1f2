#pragma once
// What a verb is to code that only names it in a suggestion: whether it changes something, and how
// a session is named to it. The catalogue (command/verb.h) knows it of each; the engine is below
// the catalogue and is given the lookup by whoever starts the program (Surroundings::verbs).

#include <optional>
#include <string_view>

namespace clew {

enum class Effect { kReads, kChanges };
// How a session is named: not at all, by -s only, or also as the first argument.
enum class SessionArgument { kNone, kOption, kFirst };

struct VerbKind {
  Effect effect = Effect::kReads;
  SessionArgument session = SessionArgument::kNone;
};
// By the verb's name, "note" or "step add"; nothing when there is none.
using VerbLookup = std::optional<VerbKind> (*)(std::string_view name);

}  // namespace clew

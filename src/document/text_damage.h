#pragma once
// How a JSON or YAML text that cannot be parsed is damaged, which decides who can repair it: a text
// that ends too early is completed from what else is there; a slip in the middle is for a person,
// because whole lines that are sound stand behind it, and so is a key that stands twice.

#include <cstddef>
#include <string>
#include <string_view>

#include "document/document.h"

namespace clew {

// kNone: refused although nothing of it is damaged, as for a key that stands twice.
enum class DamageKind { kCutOff, kWithin, kNone };

struct TextDamage {
  DamageKind kind = DamageKind::kCutOff;
  size_t line = 1;         // where reading stopped
  size_t lines_after = 0;  // behind it, without empty ones
  std::string problem;     // the parser's message, without its position
};

// `message` is the parser's, as `parse_text` and a finding of the rule "syntax" give it.
TextDamage damage_of(DocumentKind kind, std::string_view text, std::string_view message);

// What a person does about it: "fix line 3 by hand", "keep one of the two in line 3 of state.yaml";
// empty where a repair can help. `file` is left out when it is empty.
std::string advice_for(const TextDamage& damage, std::string_view file = {});

}  // namespace clew

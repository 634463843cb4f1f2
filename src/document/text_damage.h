#pragma once
// How a JSON or YAML text that cannot be parsed is damaged, which decides who can repair it: a text
// that ends too early is completed from what else is there; a slip in the middle is for a person,
// because whole lines that are sound stand behind it. What is refused without being damaged, such
// as a key that stands twice, is for document/tree_builder.h to tell.

#include <cstddef>
#include <string>
#include <string_view>

#include "document/document.h"

namespace clew {

enum class DamageKind { kCutOff, kWithin };

struct TextDamage {
  DamageKind kind = DamageKind::kCutOff;
  size_t line = 1;         // where reading stopped
  size_t lines_after = 0;  // behind it, without empty ones
};

// `message` is the parser's, as `parse_text` and a finding of the rule "syntax" give it.
TextDamage damage_of(DocumentKind kind, std::string_view text, std::string_view message);

// What a person does about it: "fix line 3 of state.yaml by hand"; empty where a repair can help.
// `file` is left out when it is empty.
std::string advice_for(const TextDamage& damage, std::string_view file = {});

}  // namespace clew

#pragma once
// The grammar of each language, with its table looked up in it: once, when it is first asked for.

#include <string_view>

#include "index/grammar.h"

namespace clew {

const Grammar& grammar_of(Language language);
std::string_view field_name(NodeField field);

}  // namespace clew

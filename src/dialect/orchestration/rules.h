#pragma once
// What the shapes cannot say of an orchestration session.

#include "dialect/tree_dialect.h"

namespace clew::orchestration {

const std::vector<Rule>& rules();

// The fields of an index entry that say otherwise than the session's own document.
std::vector<std::string> disagreeing(const Value& entry, const Value& session);

enum class Verdict { kUsable, kRefused };
// Reports everything that is odd about one session's document; `index` may be null.
Verdict check_rules(const Document& document, const Document* index, FindingSink& sink);

}  // namespace clew::orchestration

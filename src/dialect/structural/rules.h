#pragma once
// What the shape cannot say of a structural checkpoint. Rule numbers are the specification's, which
// has two rules 4: 4a is about source paths, 4b about relations. 2, 3, 4a and 4b are in the shape.

#include "dialect/tree_dialect.h"

namespace clew::structural {

const std::vector<Rule>& rules();
void check_rules(const Document& document, FindingSink& sink);
// The files it names; the layer above looks for them.
std::vector<DiskQuestion> disk_questions(const Document& document, const FindingSink& sink);

bool is_usual_id(std::string_view session_id);  // subsystem_YYYYMMDD

}  // namespace clew::structural

#pragma once
// Which edits bring a change of a session into a text that a person or another program wrote.
// Three-way: what happened between `before` and `after`, as edits of `base`. `before` and `after`
// are what clew writes for a session as the text says it and as it is now; `base` is the tree of
// the text, which may spell things otherwise, leave them out, or say more. What is equal in
// `before` and `after` keeps whatever base has; members and elements that only base knows stay.
//
// Laws: merge_edits(base, x, x) is empty; where keys are unique, applying merge_edits(before,
// before, after) to `before` gives `after`, but for the order of members.

#include <functional>
#include <string>
#include <vector>

#include "base/value.h"
#include "document/edit.h"

namespace clew {

// The name of the member that identifies an element of the list at this path; whoever answers
// should not care about the indexes in it. Empty: scalars are identified by value, objects and
// lists by position. A list whose elements lack the member, or share its value, has no keys.
using KeyOf = std::function<std::string(const TreePath& list_path)>;

std::vector<Edit> merge_edits(const Value& base, const Value& before, const Value& after,
                              const KeyOf& key_of);

}  // namespace clew

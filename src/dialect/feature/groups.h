#pragma once
// Which documents belong together: those in one folder are one session's, and the index beside the
// folder has an entry for it.

#include "dialect/tree_dialect.h"

namespace clew::feature {

// The documents of one session.
struct Group {
  std::string folder;
  const Document* state = nullptr;
  const Document* plan = nullptr;
  const Document* history = nullptr;
  const Document* index = nullptr;
};

std::vector<Group> group(const Documents& documents);

// What is to be said of the index as a whole. What the disk must answer goes to the first reading.
void check_index(const Document& index, const std::vector<Group>& groups, FindingSink& sink,
                 std::vector<Reading>& readings);

}  // namespace clew::feature

#pragma once
// Steps that a session gets once it says how many: sections when the outline is settled, paragraphs
// when a section says of how many it is made. A later outline gives the sections new names.

#include <vector>

#include "base/file_set.h"
#include "session/intent.h"

namespace clew::essay {

// In the order in which they are to be added; nothing when all are there. Sections that are more
// than a second outline counts go, unless they are done or being worked on; other steps that are
// more than the number says stay. Sections are called what the outline among `files` calls them,
// those that are there already as well; one that it has no name for keeps its own.
std::vector<Intent> further_steps(const Session& session, const FileSet& files);

// What an imported essay is about, and what its sections are called: the claim of its thesis and
// the titles of its outline, as far as these are among `artifacts`.
void describe(Session& session, const FileSet& artifacts);

}  // namespace clew::essay

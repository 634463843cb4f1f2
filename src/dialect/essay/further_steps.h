#pragma once
// Steps that a session gets once it says how many: sections when the outline is settled, paragraphs
// when a section says of how many it is made. A later outline gives the sections new names.

#include <vector>

#include "base/file_set.h"
#include "session/intent.h"

namespace clew::essay {

// In the order in which they are to be added; nothing when all are there. Steps that are more than
// the number says stay. Sections are called what the outline among `files` calls them, those that
// are there already as well; one that it has no name for keeps its own.
std::vector<Wish> further_steps(const Session& session, const FileSet& files);

}  // namespace clew::essay

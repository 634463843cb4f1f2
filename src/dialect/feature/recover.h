#pragma once
// When state.yaml is gone or damaged: what the plan, the history and the index still tell. And the
// new spelling of old files, to stand beside them.

#include "dialect/dialect.h"

namespace clew {

// The files of an `.ai-session/` that are not as version 1.0 writes them (no version or another
// spelling of it, an index or state that is not quite YAML), as they should be, each under a new
// name beside the old: state.v1.0.yaml. Empty: there is nothing to migrate. kInvalid: a version
// that is not known, or a file that cannot be read.
Result<FileSet> migrate_feature(const FileSet& files);

namespace feature {

// The lines of a history that can be read, as text, and the numbers of those that cannot. A last
// line without its end that cannot be read was cut off.
struct Salvaged {
  std::string text;
  std::vector<size_t> lost;
};
Salvaged salvage_history(const std::string& text);

// A state.yaml worked out from the other files' texts; any of them may be empty or unreadable.
// Null when not even the feature's id is known.
Value reconstruct_state(const std::string& folder, const std::string& plan,
                        const std::string& history, const std::string& index);

}  // namespace feature
}  // namespace clew

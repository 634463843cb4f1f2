#pragma once
// File changes as Codex tells them: the patches that it applies, and its records of applied ones.
//
//   *** Begin Patch
//   *** Add File: PATH            then lines of +…
//   *** Update File: PATH         perhaps *** Move to: PATH, then @@ and lines of +… -… " …"
//   *** Delete File: PATH
//   *** End Patch
//
// Other lines are skipped. A move is a file deleted and one created. Relative paths are made
// absolute by `folder`, unless that is empty.

#include <string>
#include <string_view>
#include <vector>

#include "agent_client/tool_use.h"
#include "base/value.h"

namespace clew {

// Whether a text, such as a shell command, has a patch in it.
bool has_patch(std::string_view text);
// One edit per file and action, in the order of the patch. Begins at "*** Begin Patch" if the text
// has that line, and at its start otherwise.
std::vector<FileEdit> read_patch(std::string_view text, const std::string& folder = {});

// {"/path": {"type": "add"|"update"|"delete", "content", "unified_diff", "move_path"}}
std::vector<FileEdit> read_applied_changes(const Value& changes, const std::string& folder);

}  // namespace clew

#pragma once
// Changes of files as Codex tells them: its own patch format, and records of applied patches.
// Private to this folder.

#include <string>
#include <string_view>
#include <vector>

#include "agent_client/transcript/turn.h"

namespace clew::transcript {

// "*** Begin Patch … *** End Patch" anywhere in the text; paths are made absolute by `folder`.
// Empty when there is no patch.
std::vector<Touched> read_patch(std::string_view text, const std::string& folder);

// {"/path": {"type": "add"|"update"|"delete", "content", "unified_diff", "move_path"}}
std::vector<Touched> read_changes(const Value& changes, const std::string& folder);

}  // namespace clew::transcript

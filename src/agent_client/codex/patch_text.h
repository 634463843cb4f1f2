#pragma once
// The patches that Codex applies:
//   *** Begin Patch
//   *** Add File: PATH            then lines of +…
//   *** Update File: PATH         perhaps *** Move to: PATH, then @@ and lines of +… -… " …"
//   *** Delete File: PATH
//   *** End Patch
// Lines that are none of these are passed over. A move is a file deleted and one created.

#include <string_view>
#include <vector>

#include "agent_client/hook_event.h"

namespace clew {

std::vector<FileEdit> edits_in_patch(std::string_view patch);

}  // namespace clew

#pragma once
// What somebody is shown before sessions leave this device: how much it is, and what of it looks
// like a secret.

#include "engine/workspace.h"

namespace clew {

struct TravelPreview {
  uint64_t events = 0;
  std::string secrets;  // lines to put behind the question; usually empty
};
Result<TravelPreview> preview_travel(Workspace& workspace, const std::vector<SessionId>& sessions);

}  // namespace clew

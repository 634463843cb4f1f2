#pragma once
// The device that clew runs on, as what travels knows it: its name and its key.

#include "bundle/device_key.h"
#include "engine/workspace.h"

namespace clew {

// The key in the user's state folder. The first use makes it.
Result<DeviceKey> own_device_key(Workspace& workspace);
// kUsage without a place to keep it.
Result<std::string> own_state_folder(const Workspace& workspace);
RandomSource random_of(const Workspace& workspace);

}  // namespace clew

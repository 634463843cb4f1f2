#include "command/sync/own_device.h"

namespace clew {

Result<std::string> own_state_folder(const Workspace& workspace) {
  const std::string& folder = workspace.surroundings().state_folder;
  if (!folder.empty()) return folder;
  return make_error(ErrorCode::kUsage, "there is no folder to keep the key of this device in",
                    "HOME", "set HOME or XDG_STATE_HOME");
}

RandomSource random_of(const Workspace& workspace) {
  return [&workspace](Bytes& bytes) { bytes = workspace.random(bytes.size()); };
}

Result<DeviceKey> own_device_key(Workspace& workspace) {
  const Surroundings& around = workspace.surroundings();
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  auto there = read_device_key(workspace.files(), folder, around.user);
  if (there || there.error().code != ErrorCode::kNotFound) return there;
  auto made = make_device_key(workspace.files(), folder, around.device, random_of(workspace));
  if (made || made.error().code != ErrorCode::kConflict) return made;
  return read_device_key(workspace.files(), folder, around.user);  // somebody was faster
}

}  // namespace clew

#include "command/sync/device_keys.h"

#include <fmt/format.h>

#include "command/sync/own_device.h"
#include "files/relative_path.h"
#include "remote/member_key.h"

namespace clew {
namespace {

Answer answer_with(const Workspace& workspace, const DeviceKey& key, const std::string& folder) {
  const std::string signs = to_hex(key.signing_key());
  Answer answer;
  answer.data.set("device", workspace.surroundings().device);
  answer.data.set("key", key.recipient().text());
  answer.data.set("signing_key", signs);
  const std::string line = write_member_key(workspace.surroundings().device, key);
  answer.data.set("line", line);
  answer.data.set("file", join_path(folder, kDeviceKeyFile));
  answer.text = fmt::format(
      "{}  {}\nsigns as  {}\nnext  clew bundle create FILE --to {}   on the machine that sends\n"
      "      clew share SESSION --with {}   on the machine that shares",
      workspace.surroundings().device, key.recipient().text(), signs, key.recipient().text(), line);
  return answer;
}

}  // namespace

Result<Answer> new_key(Workspace& workspace, const NoRequest&) {
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  CLEW_ASSIGN(const DeviceKey key,
              make_device_key(workspace.files(), folder, workspace.surroundings().device,
                              random_of(workspace)));
  return answer_with(workspace, key, folder);
}

Result<Answer> show_key(Workspace& workspace, const NoRequest&) {
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  CLEW_ASSIGN(const DeviceKey key, own_device_key(workspace));
  return answer_with(workspace, key, folder);
}

}  // namespace clew

#include "command/sync/open_remote.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "command/sync/own_device.h"

namespace clew {

Error about_remote(Error error, const RemoteRecord& record) {
  error.message = fmt::format("remote {}: {}", record.name, error.message);
  if (error.subject.empty()) error.subject = record.url;
  if (!error.next.empty()) return error;
  if (error.code == ErrorCode::kFailed) {
    error.next = "clew sync " + shell_word(record.name) + "   when it can be reached";
  }
  return error;
}

Result<std::unique_ptr<ObjectStore>> reach_place(Workspace& workspace,
                                                 const RemoteAddress& address) {
  static const FolderStoreFactory kFolders;
  const ObjectStoreFactory* remotes = workspace.surroundings().remotes;
  if (remotes == nullptr) remotes = &kFolders;
  return remotes->open(address, workspace.files());
}

Machine& machine_of(Workspace&) {
  static SystemMachine machine;
  return machine;
}

Result<JoiningDevice> joining_device(Workspace& workspace) {
  CLEW_ASSIGN(DeviceKey key, own_device_key(workspace));
  return JoiningDevice{workspace.surroundings().device, std::move(key), workspace.now(),
                       random_of(workspace)};
}

Result<RemoteRecord> chosen_remote(Workspace& workspace, const std::string& name) {
  if (!name.empty()) {
    CLEW_ASSIGN(auto record, remote_record(workspace.store(), name));
    if (record) return std::move(*record);
    return make_error(ErrorCode::kNotFound, "there is no remote of that name here", name,
                      "clew remote list");
  }
  CLEW_ASSIGN(auto records, remote_records(workspace.store()));
  if (records.size() == 1) return std::move(records.front());
  if (records.empty()) {
    return make_error(ErrorCode::kNotFound, "there is no remote here", "",
                      "clew remote add NAME URL   or  clew remote join NAME --code …");
  }
  std::string names;
  for (const auto& record : records) names += (names.empty() ? "" : ", ") + record.name;
  return make_error(ErrorCode::kUsage, "there are several remotes: " + names, "REMOTE",
                    "clew sync " + shell_word(records.front().name));
}

Result<std::unique_ptr<OpenRemote>> OpenRemote::open(Workspace& workspace, RemoteRecord record) {
  const auto tell = [&](const Error& error) { return about_remote(error, record); };
  const Surroundings& around = workspace.surroundings();
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  CLEW_ASSIGN(const DeviceKey device, own_device_key(workspace));
  Machine& machine = machine_of(workspace);
  auto lock = lock_membership(workspace.files(), folder, record.remote, machine);
  if (!lock) return tell(lock.error());
  // As it is now that nobody else changes it.
  CLEW_ASSIGN(const auto now, remote_record(workspace.store(), record.name));
  if (now && now->remote == record.remote) record = *now;
  auto membership =
      Membership::load(workspace.files(), folder, record.remote, device, around.user, machine);
  if (!membership) {
    Error error = membership.error();
    if (error.code == ErrorCode::kNotFound) {
      error = make_error(ErrorCode::kNotAllowed, "this device has no key of it", record.url,
                         "clew remote invite NAME   on a device that is a member, then clew "
                         "remote join");
    }
    return tell(error);
  }
  auto store = reach_place(workspace, record.address());
  if (!store) return tell(store.error());
  return std::unique_ptr<OpenRemote>(new OpenRemote(std::move(record), std::move(*lock),
                                                    std::move(*store), std::move(*membership),
                                                    random_of(workspace)));
}

void keep_last_error(Workspace& workspace, const std::string& name, const std::string& why) {
  const auto keep = [&](Transaction& transaction) -> Status {
    CLEW_ASSIGN(auto record, remote_record(transaction, name));
    if (!record || record->last_error == why) return success();
    record->last_error = why;
    return put_remote(transaction, *record);
  };
  // What went wrong is told, whether it can be kept or not.
  static_cast<void>(transact(workspace, workspace.write_deadline(), keep));
}

}  // namespace clew

#include "command/sync/open_remote.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "command/sync/own_device.h"
#include "remote/object_names.h"
#include "remote/objects_below.h"
#include "remote/realm.h"

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

namespace {

Result<Membership> realm_membership(Workspace& workspace, const std::string& folder,
                                    const std::string& realm, OpenRemote& outer,
                                    ObjectStore& store) {
  CLEW_ASSIGN(const DeviceKey device, own_device_key(workspace));
  const uint32_t user = workspace.surroundings().user;
  Machine& machine = machine_of(workspace);
  auto known = Membership::load(workspace.files(), folder, realm, device, user, machine);
  if (known || known.error().code != ErrorCode::kNotFound) return known;
  CLEW_ASSIGN(const RealmEpochs found, read_realm(store, realm, outer.membership(), device));
  return Membership::keep(workspace.files(), folder, device, found.epochs, found.openers, user,
                          machine);
}

}  // namespace

Result<std::unique_ptr<OpenRemote>> OpenRemote::open_realm(Workspace& workspace, OpenRemote& outer,
                                                           RemoteRecord record) {
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  auto lock = lock_membership(workspace.files(), folder, record.remote, machine_of(workspace));
  if (!lock) return about_remote(lock.error(), record);
  auto store = std::make_unique<ObjectsBelow>(outer.store(), realm_prefix(record.remote));
  auto membership = realm_membership(workspace, folder, record.remote, outer, *store);
  if (!membership) return about_remote(membership.error(), record);
  const auto add_devices = [&](Epoch& next) {
    bool adds = false;
    for (const Member& member : outer.membership().epoch().members) {
      if (next.find(member.signing_key) != nullptr) continue;
      next.members.push_back(member);
      adds = true;
    }
    return adds;
  };
  const auto added =
      membership->change(*store, add_devices, to_iso(workspace.now()), random_of(workspace));
  if (!added) return about_remote(added.error(), record);
  return std::unique_ptr<OpenRemote>(new OpenRemote(std::move(record), std::move(*lock),
                                                    std::move(store), std::move(*membership),
                                                    random_of(workspace)));
}

}  // namespace clew

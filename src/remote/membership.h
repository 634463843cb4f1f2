#pragma once
// What this device keeps of a remote that it is a member of, in the user's state folder and never
// in a store: the epochs, sealed as they came; how many entries it has written; and the outbox, the
// entry that it is writing, so that after a lost answer the bytes can be compared.
//
//   remotes/<id>/epoch-<number>
//   remotes/<id>/counter
//   remotes/<id>/outbox, outbox-entry, pack-<sha256>
//   remotes/<id>/device.key      an identity for this remote alone, made when the home was a copy
//
// Whoever changes it holds the lock, which lock_membership() takes.

#include <functional>
#include <map>
#include <memory>

#include "bundle/device_key.h"
#include "files/file_lock.h"
#include "remote/entry.h"
#include "remote/epoch.h"
#include "remote/object_store.h"

namespace clew {

// An entry on its way, with the packs that it names.
struct Outbox {
  uint64_t n = 0;
  Hash before;
  uint64_t counter = 0;
  Bytes entry;  // sealed
  std::vector<SealedPack> packs;
};

class Membership {
 public:
  // Of an epoch's members this device must be one. kNotFound: nothing is kept of that remote.
  // kNotAllowed: the key of this device opens none of its epochs.
  static Result<Membership> load(FileSystem& files, const std::string& state_folder,
                                 const std::string& remote, const DeviceKey& device, uint32_t user,
                                 Machine& machine);
  // For one that was made, or joined, just now: all of its epochs, in order.
  static Result<Membership> keep(FileSystem& files, const std::string& state_folder,
                                 const DeviceKey& device, const std::vector<Bytes>& epochs,
                                 const std::vector<AgeIdentity>& openers, uint32_t user,
                                 Machine& machine);

  const std::string& remote() const { return epochs_.begin()->second.remote; }
  const DeviceKey& device() const { return device_; }
  const Epoch& epoch() const { return epochs_.rbegin()->second; }
  const Epoch* find_epoch(uint32_t number) const;
  const std::vector<AgeIdentity>& keys() const { return epoch().keys; }
  const std::map<uint32_t, Bytes>& sealed_epochs() const { return sealed_; }
  bool is_member() const { return epoch().find(device_.signing_key()) != nullptr; }
  // Whether who signs with that key may not change who the members of that epoch are.
  bool is_guest(uint32_t number, BytesView signing_key) const;
  bool is_guest() const { return is_guest(epoch().number, device_.signing_key()); }

  // Epochs that were made since. Whether there were any. kNotAllowed: this device is no member any
  // more.
  Result<bool> refresh(ObjectStore& store);
  // The next epoch, with what `edit` changes in the one before; false: nothing is to be changed.
  // Whether one was made. kNotAllowed: this device is a guest.
  Result<bool> change(ObjectStore& store, const std::function<bool(Epoch&)>& edit,
                      const std::string& made_at, const RandomSource& random);
  // A new identity for this remote, which the old one vouches for.
  Status renew_identity(ObjectStore& store, const std::string& name, const std::string& made_at,
                        const RandomSource& random);

  uint64_t counter() const { return counter_; }
  const std::optional<Outbox>& outbox() const { return outbox_; }
  // Durable when this returns.
  Status set_outbox(Outbox outbox);
  Status confirm_outbox();  // it was written
  Status drop_outbox();     // it was not, and never will be

 private:
  Membership(FileSystem& files, std::unique_ptr<Folder> folder, DeviceKey device, uint32_t user,
             Machine& machine)
      : files_(&files),
        folder_(std::move(folder)),
        device_(std::move(device)),
        user_(user),
        machine_(&machine) {}

  Status write(const std::string& name, BytesView bytes);
  Status remove(const std::string& name);
  Status read_epochs();
  Status read_outbox();
  Status add_epoch(const Bytes& sealed, const Epoch& epoch);
  std::vector<AgeIdentity> openers() const;

  FileSystem* files_;
  std::unique_ptr<Folder> folder_;
  DeviceKey device_;
  uint32_t user_;
  Machine* machine_;
  std::map<uint32_t, Epoch> epochs_;
  std::map<uint32_t, Bytes> sealed_;
  uint64_t counter_ = 0;
  std::optional<Outbox> outbox_;
};

// One sync of a remote at a time. kConflict, naming the process, when another goes on for too long.
Result<FileLock> lock_membership(FileSystem& files, const std::string& state_folder,
                                 const std::string& remote, Machine& machine);
// Everything that is kept of it, keys too.
Status forget_membership(FileSystem& files, const std::string& state_folder,
                         const std::string& remote);

// Epoch `number` and those after it, as they stand in the remote. kCorrupt: one is missing.
Result<std::vector<Bytes>> read_epochs_from(ObjectStore& store, uint32_t number);

}  // namespace clew

#pragma once
// A remote as a verb uses it: what the store remembers of it, the place itself, and this device's
// membership, locked.

#include <memory>

#include "command/sync/remote_records.h"
#include "engine/workspace.h"
#include "files/machine.h"
#include "remote/join_remote.h"
#include "remote/journal.h"
#include "remote/open_object_store.h"

namespace clew {

class OpenRemote {
 public:
  // kNotAllowed: the key of this device is not one of the remote's. kFailed: it cannot be reached.
  static Result<std::unique_ptr<OpenRemote>> open(Workspace& workspace, RemoteRecord record);

  // A realm that hangs on `outer`, which must stay open. Devices of `outer` that are no members of
  // it yet become some. kNotAllowed: this device was not let in by the others yet.
  static Result<std::unique_ptr<OpenRemote>> open_realm(Workspace& workspace, OpenRemote& outer,
                                                        RemoteRecord record);

  RemoteRecord& record() { return record_; }
  Membership& membership() { return membership_; }
  ObjectStore& store() { return *store_; }
  Journal& journal() { return journal_; }

 private:
  OpenRemote(RemoteRecord record, FileLock lock, std::unique_ptr<ObjectStore> store,
             Membership membership, RandomSource random)
      : record_(std::move(record)),
        lock_(std::move(lock)),
        store_(std::move(store)),
        membership_(std::move(membership)),
        journal_(*store_, membership_, std::move(random)) {}

  RemoteRecord record_;
  FileLock lock_;
  std::unique_ptr<ObjectStore> store_;
  Membership membership_;
  Journal journal_;
};

// The one of that name; the only one when the name is empty. kNotFound, kUsage naming them.
Result<RemoteRecord> chosen_remote(Workspace& workspace, const std::string& name);
Result<std::unique_ptr<ObjectStore>> reach_place(Workspace& workspace,
                                                 const RemoteAddress& address);
Result<JoiningDevice> joining_device(Workspace& workspace);
// Of this process; for files and locks.
Machine& machine_of(Workspace& workspace);

// That it could not be reached, for whoever asks later how it went.
void keep_last_error(Workspace& workspace, const std::string& name, const std::string& why);

// As errors of a remote are told: which, and where it is.
Error about_remote(Error error, const RemoteRecord& record);

}  // namespace clew

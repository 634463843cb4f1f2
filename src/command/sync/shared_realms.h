#pragma once
// Which sessions are shared, with whom, and where: the realms (remote/realm.h) that hang on the
// remotes of this store, and those that others share with this device.

#include "command/sync/open_remote.h"
#include "command/sync/remote_sync.h"
#include "remote/realm.h"

namespace clew {

// What a session is known by everywhere.
Result<Hash> genesis_of(StoreReader& store, const SessionId& session);

struct SharedRealm {
  RemoteRecord record;
  std::vector<Member> members;  // as this device last saw them; none when it has no key of it yet
  std::vector<Member> guests() const;
  bool is_guest = false;  // this device is one of them
};
// As far as known here, without asking the remote.
Result<std::vector<SharedRealm>> shared_realms(Workspace& workspace);
Result<std::optional<SharedRealm>> realm_of(Workspace& workspace, const Hash& genesis);
// The handles of the sessions that travel by it, as far as they are here.
Result<std::vector<SessionId>> sessions_of(Workspace& workspace, const RemoteRecord& realm);
// {name, key} of each.
Value shared_with(const std::vector<Member>& guests);
std::string names_of(const std::vector<Member>& guests);

// The realm for exactly these guests below an open remote: one that is known, or was made by
// another device, or cut off; else a new one. It is not announced. `except` is one that is open
// already.
Result<std::unique_ptr<OpenRemote>> realm_for(Workspace& workspace, OpenRemote& outer,
                                              const std::vector<Member>& guests,
                                              const std::string& except);
// The record as the store has it now.
Status reload(Workspace& workspace, OpenRemote& realm);
Status keep_record(Workspace& workspace, const RemoteRecord& record);

// One that nobody is a guest of any more: its sessions travel by the remote it hangs on again.
Status end_realm(Workspace& workspace, OpenRemote& outer, RemoteRecord realm);
// One that carries nothing any more: what is there goes, and what is kept of it here.
Status finish_ended_realm(Workspace& workspace, OpenRemote& outer, const RemoteRecord& realm);

// The realms that hang on a remote, after it was synced itself; what was done is added to `report`.
// One in trouble is no reason not to look at the others: the first error is returned in the end.
Status sync_realms(Workspace& workspace, OpenRemote& outer, const SyncScope& scope,
                   SyncReport& report);

}  // namespace clew

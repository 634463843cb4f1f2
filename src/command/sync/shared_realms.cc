#include "command/sync/shared_realms.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/sync/own_device.h"
#include "remote/drop_history.h"
#include "remote/object_names.h"
#include "remote/objects_below.h"
#include "store/at_once.h"

namespace clew {
namespace {

constexpr uint32_t kMaxGenerations = 1000;

Result<SharedRealm> with_members(Workspace& workspace, RemoteRecord record) {
  SharedRealm realm;
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace));
  const auto membership = Membership::load(workspace.files(), folder, record.remote, own,
                                           workspace.surroundings().user, machine_of(workspace));
  if (membership) realm.members = membership->epoch().members;
  realm.is_guest = record.hangs_on.empty();
  realm.record = std::move(record);
  return realm;
}

// Whether the realm's newest epoch is for exactly these guests.
Result<bool> is_for(OpenRemote& realm, const std::vector<Member>& guests) {
  CLEW_TRY(realm.membership().refresh(realm.store()));
  return same_guests(guests_of(realm.membership().epoch()), guests);
}

}  // namespace

Result<Hash> genesis_of(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const SessionSummary summary, store.summary(session));
  const uint32_t before = summary.parent.empty() ? 0 : summary.parent_seq.number;
  CLEW_ASSIGN(const auto first, store.read_raw(session, Seq{before + 1}, 1));
  if (!first.empty()) return first.front().hash;
  return make_error(ErrorCode::kInvalid, "the session has no events of its own yet", session.text,
                    "clew note TEXT -s " + session.text);
}

std::vector<Member> SharedRealm::guests() const {
  Epoch epoch;
  epoch.members = members;
  return guests_of(epoch);
}

Result<std::vector<SharedRealm>> shared_realms(Workspace& workspace) {
  std::vector<SharedRealm> all;
  CLEW_ASSIGN(const auto remotes, remote_records(workspace.store()));
  for (const auto& remote : remotes) {
    if (remote.shared) {
      CLEW_ASSIGN(SharedRealm realm, with_members(workspace, remote));
      all.push_back(std::move(realm));
    }
    CLEW_ASSIGN(const auto realms, realm_records(workspace.store(), remote.name));
    for (const auto& each : realms) {
      CLEW_ASSIGN(SharedRealm realm, with_members(workspace, each));
      all.push_back(std::move(realm));
    }
  }
  return all;
}

Result<std::optional<SharedRealm>> realm_of(Workspace& workspace, const Hash& genesis) {
  CLEW_ASSIGN(auto realms, shared_realms(workspace));
  for (auto& realm : realms) {
    const auto& listed = realm.record.sessions;
    bool carries = std::find(listed.begin(), listed.end(), genesis.hex()) != listed.end();
    if (realm.is_guest) {
      CLEW_ASSIGN(const auto heads, remote_heads(workspace.store(), realm.record.name));
      carries = heads.count(genesis) > 0;
    }
    if (carries) return std::optional(std::move(realm));
  }
  return std::optional<SharedRealm>();
}

Result<std::vector<SessionId>> sessions_of(Workspace& workspace, const RemoteRecord& realm) {
  CLEW_ASSIGN(const auto heads, remote_heads(workspace.store(), realm.name));
  std::vector<SessionId> sessions;
  for (const auto& [genesis, head] : heads) {
    const bool is_listed = realm.hangs_on.empty() ||
                           std::find(realm.sessions.begin(), realm.sessions.end(), genesis.hex()) !=
                               realm.sessions.end();
    if (is_listed && !head.here.empty()) sessions.push_back(head.here);
  }
  return sessions;
}

Value shared_with(const std::vector<Member>& guests) {
  Value list = Value::list();
  for (const auto& guest : guests) {
    Value each = Value::object();
    each.set("name", guest.name);
    each.set("key", guest.key.text());
    list.push(each);
  }
  return list;
}

std::string names_of(const std::vector<Member>& guests) {
  std::string names;
  for (const auto& guest : guests) names += (names.empty() ? "" : ", ") + guest.name;
  return names;
}

Status keep_record(Workspace& workspace, const RemoteRecord& record) {
  CLEW_TRY(transact(workspace, workspace.write_deadline(),
                    [&](Transaction& transaction) -> Result<Unit> {
                      CLEW_TRY(put_remote(transaction, record));
                      return Unit{};
                    }));
  return success();
}

Status reload(Workspace& workspace, OpenRemote& realm) {
  CLEW_ASSIGN(const auto records, realm_records(workspace.store(), realm.record().hangs_on));
  for (const auto& each : records) {
    if (each.remote == realm.record().remote) realm.record() = each;
  }
  return success();
}

Result<std::unique_ptr<OpenRemote>> realm_for(Workspace& workspace, OpenRemote& outer,
                                              const std::vector<Member>& guests,
                                              const std::string& except) {
  CLEW_ASSIGN(const auto known, realm_records(workspace.store(), outer.record().name));
  for (const auto& record : known) {
    if (record.sessions.empty() || record.remote == except) continue;
    auto realm = OpenRemote::open_realm(workspace, outer, record);
    if (!realm) continue;
    const auto is_it = is_for(**realm, guests);
    if (is_it && *is_it) return realm;
  }
  CLEW_ASSIGN(const JoiningDevice device, joining_device(workspace));
  for (uint32_t generation = 0; generation < kMaxGenerations; ++generation) {
    const std::string id = realm_id(outer.membership(), guests, generation);
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const RemoteRecord& record) {
      return record.remote == id;
    });
    if (is_known) continue;
    ObjectsBelow store(outer.store(), realm_prefix(id));
    auto found = read_realm(store, id, outer.membership(), device.key);
    if (!found && found.error().code == ErrorCode::kNotFound) {
      CLEW_TRY(create_realm(store, id, outer.membership(), guests, device));
      found = read_realm(store, id, outer.membership(), device.key);
    }
    const bool is_used = !found && (found.error().code == ErrorCode::kNotAllowed ||
                                    found.error().code == ErrorCode::kCorrupt);
    if (is_used || (found && !same_guests(guests_of(found->newest), guests))) continue;
    if (!found) return about_remote(found.error(), outer.record());
    return OpenRemote::open_realm(workspace, outer, new_realm_record(outer.record(), id));
  }
  return make_error(ErrorCode::kFailed, "no name is free for what is shared", outer.record().url);
}

Status finish_ended_realm(Workspace& workspace, OpenRemote& outer, const RemoteRecord& realm) {
  ObjectsBelow store(outer.store(), realm_prefix(realm.remote));
  CLEW_TRY(drop_all_history(store));
  CLEW_TRY(transact(workspace, workspace.write_deadline(),
                    [&](Transaction& transaction) -> Result<Unit> {
                      CLEW_TRY(drop_realm(transaction, realm));
                      return Unit{};
                    }));
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace));
  return forget_membership(workspace.files(), folder, realm.remote);
}

Status end_realm(Workspace& workspace, OpenRemote& outer, RemoteRecord realm) {
  realm.rewrites = true;  // remembered until all of it is gone
  CLEW_TRY(keep_record(workspace, realm));
  RealmNote note{realm.remote, {}, {}};
  for (const auto& genesis : realm.sessions) note.withdrawn.push_back(Hash::from_hex(genesis));
  SyncScope scope;
  scope.agreed = true;
  scope.sends_sessions = false;
  scope.realms.push_back(std::move(note));
  const auto announced = RemoteSync(workspace, outer, std::move(scope)).run();
  if (!announced) return about_remote(announced.error(), outer.record());
  realm.sessions.clear();
  return finish_ended_realm(workspace, outer, realm);
}

Status sync_realms(Workspace& workspace, OpenRemote& outer, const SyncScope& scope,
                   SyncReport& report) {
  CLEW_ASSIGN(const auto realms, realm_records(workspace.store(), outer.record().name));
  Status first = success();
  const auto fail = [&](const Error& error) {
    if (first) first = error;
  };
  for (const auto& record : realms) {
    if (record.sessions.empty()) {
      if (const Status done = finish_ended_realm(workspace, outer, record); !done) {
        fail(done.error());
      }
      continue;
    }
    auto realm = OpenRemote::open_realm(workspace, outer, record);
    if (!realm && realm.error().code == ErrorCode::kNotAllowed) {
      report.notices.push_back(fmt::format(
          "{} is shared with others; it comes here when another device of {} has synced",
          counted(record.sessions.size(), "session", "sessions"), outer.record().name));
      continue;
    }
    if (!realm) {
      fail(realm.error());
      continue;
    }
    // Somebody was cut off who had removed the last one it was shared with.
    if (guests_of((*realm)->membership().epoch()).empty() && scope.sends) {
      realm->reset();
      if (const Status ended = end_realm(workspace, outer, record); !ended) fail(ended.error());
      continue;
    }
    const auto done = RemoteSync(workspace, **realm, scope).run();
    if (!done) {
      fail(about_remote(done.error(), record));
      continue;
    }
    report.sessions.insert(report.sessions.end(), done->sessions.begin(), done->sessions.end());
    report.notices.insert(report.notices.end(), done->notices.begin(), done->notices.end());
    report.changed = report.changed || done->changed;
  }
  return first;
}

}  // namespace clew

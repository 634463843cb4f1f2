#pragma once
// What a store remembers of its remotes, in its settings. Keys are not among it: they are kept in
// the user's state folder (remote/membership.h).

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/fields.h"
#include "remote/journal.h"
#include "remote/remote_address.h"
#include "store/event_store.h"

namespace clew {

struct RemoteRecord {
  std::string name;
  std::string url;
  std::string endpoint;
  std::string remote;  // its id
  // The last entry that this store has seen.
  int64_t n = 0;
  std::string sealed;
  uint32_t epoch = 0;
  std::vector<std::string> broken;  // entries that cannot be read, for the next one to say so
  std::string last_sync;
  bool agreed = false;               // somebody has seen what is sent there
  std::vector<std::string> devices;  // the names of its members, when it was last reached
  std::string last_error;            // why it was not, the last time that was tried
  // Of a realm (remote/realm.h):
  bool shared = false;                 // only what is shared there travels
  std::string hangs_on;                // here: the remote that it hangs on; of a guest: none
  std::vector<std::string> sessions;   // here: which are shared there, each known by its genesis
  std::vector<std::string> withdraws;  // of them, those that are not any more, still to be said
  std::vector<std::string> guests;     // names of those it is shared with
  bool rewrites = false;               // what is there is to be sealed again with the last key
  static constexpr auto fields() {
    using R = RemoteRecord;
    return field_list(
        field(1, "name", &R::name, "how it is called here"),
        field(2, "url", &R::url, "where it is"), field(3, "endpoint", &R::endpoint, "its server"),
        field(4, "remote", &R::remote, "its id"), field(5, "n", &R::n, "the last entry seen"),
        field(6, "sealed", &R::sealed, "its hash"), field(7, "epoch", &R::epoch, "its epoch"),
        field(8, "broken", &R::broken, "entries that cannot be read"),
        field(9, "last_sync", &R::last_sync, "when it was last reached"),
        field(10, "agreed", &R::agreed, "whether somebody agreed to send"),
        field(11, "devices", &R::devices, "its members"),
        field(12, "last_error", &R::last_error, "why it was not reached last"),
        field(21, "shared", &R::shared, "whether it is a realm"),
        field(22, "hangs_on", &R::hangs_on, "the remote that it hangs on"),
        field(23, "sessions", &R::sessions, "which sessions are shared there"),
        field(24, "withdraws", &R::withdraws, "which are not any more"),
        field(25, "rewrites", &R::rewrites, "whether it is to be sealed again"),
        field(26, "guests", &R::guests, "with whom it is shared"));
  }

  JournalPosition at() const { return {static_cast<uint64_t>(n), Hash::from_hex(sealed), epoch}; }
  void set_at(const JournalPosition& at);
  RemoteAddress address() const;
};

// What the remote has of a session.
struct RemoteHead {
  std::string session;  // its id there
  SessionId here;       // its handle in this store; empty when it is not here
  Seq seq;
  Hash hash;                     // none: what was sent last cannot be read
  std::vector<SentRow> untaken;  // rows that this store has not taken in
  std::optional<ForgottenSession> forgotten;
  bool operator==(const RemoteHead&) const = default;
};
using RemoteHeads = std::map<Hash, RemoteHead>;  // by genesis

// An entry that was seen, for what follows when it is gone one day.
struct SeenEntry {
  uint64_t n = 0;
  Hash sealed;
  std::vector<SentRow> rows;
};

// Up to 64 letters, digits, '-', '_' and '.', as sessions are called. kUsage.
Status check_remote_name(const std::string& name);

Result<std::vector<RemoteRecord>> remote_records(SettingReader& store);
Result<std::optional<RemoteRecord>> remote_record(SettingReader& store, const std::string& name);
Status put_remote(SettingWriter& store, const RemoteRecord& record);
// With the realms that hang on it.
Status drop_remote(Transaction& store, const std::string& name);

// The realms that hang on a remote, by their ids. They are no remotes of their own for people here,
// and are called by the remote's name and their id.
RealmNote note_of(const RemoteRecord& realm);
Result<std::vector<RemoteRecord>> realm_records(SettingReader& store, const std::string& remote);
RemoteRecord new_realm_record(const RemoteRecord& remote, const std::string& realm);
Status drop_realm(SettingWriter& store, const RemoteRecord& realm);

// What is shared travels by its realm and by nothing else: one journal, one order. These are the
// sessions that others than `record` carry.
struct CarriedElsewhere {
  std::set<Hash> sessions;   // by genesis
  std::set<SessionId> here;  // their handles, as far as known
};
Result<CarriedElsewhere> carried_elsewhere(SettingReader& store, const RemoteRecord& record);

Result<RemoteHeads> remote_heads(SettingReader& store, const std::string& name);
Status drop_remote_head(SettingWriter& store, const std::string& name, const Hash& genesis);
Status put_remote_head(SettingWriter& store, const std::string& name, const Hash& genesis,
                       const RemoteHead& head);
Result<std::vector<SeenEntry>> seen_entries(SettingReader& store, const std::string& name);
Status put_seen_entry(SettingWriter& store, const std::string& name, const SeenEntry& entry);
Status drop_seen_entry(SettingWriter& store, const std::string& name, uint64_t n);

}  // namespace clew

#pragma once
// An entry of the journal: what one device sent in one go. It is sealed with the key of its epoch,
// signed by the device, and names the hash of the entry before it, so that none can be changed,
// left out or moved. What it brings is text that the remote does not look into: the events of
// sessions, inside the entry when they are few, else in packs.

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/value.h"
#include "bundle/device_key.h"

namespace clew {

// A piece of text, in a pack or in an entry.
struct TextPiece {
  Hash pack;           // none: it stands in the entry
  uint64_t entry = 0;  // then that one
  uint64_t offset = 0;
  uint64_t size = 0;
  bool operator==(const TextPiece&) const = default;
};

// Events of one session, from `from` to its head.
struct SentRow {
  std::string session;      // its id as it is hashed
  Hash genesis;             // of its first own event: what it is known by
  std::string parent;       // of a fork: the session …
  uint32_t parent_seq = 0;  // … and the event that it goes on from …
  Hash parent_hash;         // … and the hash of that
  uint32_t from = 1;
  uint32_t seq = 0;
  Hash hash;
  std::vector<TextPiece> text;
  bool operator==(const SentRow&) const = default;
};
Value row_value(const SentRow& row);
// `entry` is where text without a pack and a number stands. kCorrupt.
Result<SentRow> read_row(const Value& value, uint64_t entry);

// A session that a device has forgotten, as far as it had it. Its rows go from the remote, and
// other devices forget it, too, unless they have more of it.
struct ForgottenSession {
  Hash genesis;
  uint32_t seq = 0;
  Hash hash;
  std::string device;
  bool operator==(const ForgottenSession&) const = default;
};
Value forgotten_value(const ForgottenSession& forgotten);
// kCorrupt.
Result<ForgottenSession> read_forgotten(const Value& value);

// What changed about the sessions that travel by a realm, and so by nothing else.
struct RealmNote {
  std::string realm;            // its id
  std::vector<Hash> sessions;   // that do from now on, each known by its genesis
  std::vector<Hash> withdrawn;  // that do not any more
  bool operator==(const RealmNote&) const = default;
};

struct Entry {
  std::string remote;
  uint64_t n = 0;
  Hash before;  // of the sealed bytes of n-1; none of the first
  uint32_t epoch = 0;
  std::string device;    // the name of the one that wrote it
  uint64_t counter = 0;  // how many that device has written
  std::string made_at;
  std::vector<SentRow> rows;
  std::vector<uint64_t> voided;  // entries that cannot be read
  std::vector<Hash> lost;        // entries that were there, before an older copy took their place
  std::vector<ForgottenSession> forgotten;
  std::vector<RealmNote> realms;
  std::vector<Hash> withdrawn;  // sessions that do not travel here any more
  Bytes text;                   // what its own rows point into
  Bytes signed_by;
  Hash sealed;  // of its sealed bytes
};

// kInvalid when it would be larger than an entry may be.
Result<Bytes> seal_entry(const Entry& entry, const DeviceKey& by, const AgeRecipient& epoch_key,
                         const RandomSource& random);
// kCorrupt, kNotAllowed as unseal(); kInvalid: it needs a newer clew.
Result<Entry> open_entry(BytesView sealed, const std::vector<AgeIdentity>& keys);

// All heads after an entry: the rows that lead to them, so that a new device need not read the
// whole journal.
struct Heads {
  std::string remote;
  uint64_t n = 0;
  Hash entry;                // of the sealed bytes of entry n
  uint32_t entry_epoch = 0;  // of entry n; those after it may still be of it
  uint32_t epoch = 0;        // of these heads, which may have begun since
  // The oldest entry that is still there: what was in those before it is in the rows, as far as it
  // was not redacted.
  uint64_t first = 1;
  // With first > 1: the hashes of the entries before n, the newest first, so that whoever saw one
  // of them last knows that this goes on from it.
  std::vector<Hash> entries;
  // With first > 1: what entries that were dropped named as lost, the latest.
  std::vector<Hash> lost;
  std::vector<SentRow> rows;
  std::vector<ForgottenSession> forgotten;
  std::vector<RealmNote> realms;
  Bytes signed_by;
};
inline constexpr size_t kMaxHeadsEntries = 512;
inline constexpr size_t kMaxHeadsLost = 200;
Result<Bytes> seal_heads(const Heads& heads, const DeviceKey& by, const AgeRecipient& epoch_key,
                         const RandomSource& random);
Result<Heads> open_heads(BytesView sealed, const std::vector<AgeIdentity>& keys);

// Text as it is sealed in a pack: at most so much, so that no pack is larger than it may be.
inline constexpr size_t kMaxPackText = size_t{7} << 20;
struct SealedPack {
  Hash name;
  Bytes bytes;
};
Result<SealedPack> seal_pack(BytesView text, const AgeRecipient& epoch_key,
                             const RandomSource& random);
Result<Bytes> open_pack(BytesView sealed, const std::vector<AgeIdentity>& keys);

}  // namespace clew

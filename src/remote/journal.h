#pragma once
// The journal of a remote: one chain of entries, to which every device appends what it has. Whoever
// remembers the last entry they saw, and its hash, needs one request to know that nothing is new,
// and notices when an older copy took the place of what was there.

#include <map>

#include "remote/entry.h"
#include "remote/membership.h"
#include "remote/object_store.h"

namespace clew {

// The last entry that somebody has seen; 0 for none.
struct JournalPosition {
  uint64_t n = 0;
  Hash sealed;         // of its sealed bytes
  uint32_t epoch = 0;  // epochs never go back
  bool operator==(const JournalPosition&) const = default;
};

// An entry that nobody can read: its writer was cut off, or the place damaged it. The next entry
// says so.
struct BrokenEntry {
  uint64_t n = 0;
  std::string why;
};

// What came after a position.
struct JournalNews {
  // The entry at the position is not there any more, or is another: nothing else is said.
  bool went_back = false;
  // Another device writes with the key of this one.
  bool cloned = false;
  std::optional<Heads> heads;  // when the reading began at them
  // The position was in entries that were dropped since; what is said here is all that there is.
  bool starts_anew = false;
  std::vector<Entry> entries;       // after that, in order
  std::vector<BrokenEntry> broken;  // at the end, not yet named by any entry
  // An entry that is not there, although a later one is: somebody removed it, or a device went on
  // unknowingly after an older copy. What comes after it was not read.
  std::optional<uint64_t> gap;
  JournalPosition at;  // after them
};

struct JournalDraft {
  std::string device;
  std::string made_at;
  std::vector<SentRow> rows;
  Bytes text;                     // that rows without a pack point into
  std::vector<SealedPack> packs;  // new ones
  std::vector<uint64_t> voided;
  std::vector<Hash> lost;
  std::vector<ForgottenSession> forgotten;
  std::vector<RealmNote> realms;
  std::vector<Hash> withdrawn;
};

// All heads after an entry; entry.h.
struct HeadsDraft {
  std::vector<SentRow> rows;
  std::vector<ForgottenSession> forgotten;
  uint64_t first = 1;
  std::vector<Hash> entries;
  std::vector<Hash> lost;
  std::vector<RealmNote> realms;
};

struct JournalWrite {
  // Unset: somebody else's entry took the number; `other` has its bytes.
  std::optional<Entry> entry;
  Bytes other;
};

class Journal {
 public:
  Journal(ObjectStore& store, Membership& membership, RandomSource random)
      : store_(store), membership_(membership), random_(std::move(random)) {}

  // One request when nothing is new. From 0 it begins at the newest heads that can be read.
  Result<JournalNews> read_after(const JournalPosition& from);
  // Every entry that there is, whatever heads there are.
  Result<JournalNews> read_from_start();
  // Entry from.n + 1, whose bytes are known.
  Result<JournalNews> read_one(const JournalPosition& from, Bytes entry);
  // What was being written when the last run ended, at the end of the journal as it is now: written
  // after all, or given up.
  Result<std::optional<Entry>> finish_outbox(const JournalPosition& at);
  // Packs first, then the entry. After an error it may or may not have been written: the outbox
  // keeps it, and the next read tells.
  Result<JournalWrite> append(const JournalPosition& at, const JournalDraft& draft);
  // The name of the newest heads; empty when there are none.
  Result<std::string> newest_heads();
  // All heads after entry `at`, made from what was there when `newest` was the name of the newest
  // ones. False when somebody has written some meanwhile: then these are not written, because what
  // they point to may be dropped.
  Result<bool> write_heads(const JournalPosition& at, const HeadsDraft& draft,
                           const std::string& newest);
  // Once heads with `first` are the newest: entries before that, older heads, and these packs. The
  // oldest entry first, so that what is left when it is cut off has no gap.
  Status drop_before(uint64_t first, const JournalPosition& heads, const std::vector<Hash>& packs);
  // The newest heads that are not after entry `n`; those that a guest wrote do not count.
  Result<std::optional<Heads>> read_heads(uint64_t n);
  // What entry `n`, which does not count, brought: for whoever looks for words that are to go.
  // Empty when it is gone or nobody can open it.
  Result<std::vector<SentRow>> rows_passed_over(uint64_t n);
  // What a row points to, all of it. kInvalid over 2 GiB.
  Result<Bytes> text_of(const SentRow& row);

 private:
  // Why it cannot be believed; nothing when it was added to the news.
  Result<std::optional<std::string>> accept(uint64_t n, const Bytes& sealed, JournalNews& news);
  Result<std::optional<std::string>> open(const Bytes& sealed, Entry& entry);
  Result<std::optional<Heads>> believed_heads(const Bytes& sealed);
  Result<JournalPosition> begin_at_heads(JournalNews& news);
  Status drop_packs(const Outbox& outbox);
  Result<bool> is_still_there(const JournalPosition& at);
  Status take_own(const Entry& entry, const Bytes& sealed, JournalNews& news);
  Result<JournalNews> read_on(JournalNews news);
  Result<JournalNews> read_listed(JournalNews news);
  Result<std::optional<Heads>> heads_instead_of(const JournalPosition& from,
                                                std::optional<uint64_t> gap);
  // Whether that was entry n, which is not there any more; nothing when nobody can tell.
  Result<std::optional<bool>> was_dropped(uint64_t n, const Hash& sealed);
  Status read_entries(std::vector<uint64_t> numbers, JournalNews& news);
  Result<std::optional<std::string>> settle_broken(const Entry& entry, JournalNews& news);
  Result<const Bytes*> expanded(const TextPiece& piece);

  ObjectStore& store_;
  Membership& membership_;
  RandomSource random_;
  std::map<uint64_t, Bytes> entry_texts_;
  std::map<Hash, Bytes> pack_texts_;
};

}  // namespace clew

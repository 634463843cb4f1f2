// What was redacted or forgotten goes from the remote. An entry cannot be changed, as the next one
// names its hash, so the journal is shortened: all heads are written, with rows whose text is
// written anew, and then the entries before them go, and the packs that held the words.
//
// A row is unclean when it was written before an event in it was redacted, which the log of the
// session tells: nothing has to be remembered of it, and any device that has the session can do it.

#include <algorithm>
#include <utility>

#include "command/sync/remote_sync.h"
#include "command/sync/session_part.h"
#include "engine/log/own_log.h"
#include "remote/object_names.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

constexpr size_t kMaxTextAtOnce = size_t{64} << 20;
constexpr int kMaxRounds = 3;

// Where it was redacted, and which event.
struct Redaction {
  uint32_t at = 0;
  uint32_t target = 0;
};

Result<std::vector<Redaction>> redactions_of(StoreReader& store, const SessionId& id) {
  CLEW_ASSIGN(const auto events, own_events(store, id));
  std::vector<Redaction> all;
  for (const RawEvent& event : events) {
    if (event.kind != EventRedacted::kind) continue;
    const auto data = decode_data(event.kind, event.payload);
    if (!data) continue;
    all.push_back({event.header.seq.number, get<EventRedacted>(*data).target.number});
  }
  return all;
}

bool is_unclean(const SentRow& row, const std::vector<Redaction>& redactions) {
  return std::any_of(redactions.begin(), redactions.end(), [&](const Redaction& each) {
    return row.from <= each.target && each.target <= row.seq && row.seq < each.at;
  });
}

void add_packs_of(const SentRow& row, std::set<Hash>& packs) {
  for (const auto& piece : row.text) {
    if (!piece.pack.empty()) packs.insert(piece.pack);
  }
}

}  // namespace

// Every row that the remote has, as whoever comes to it would find them.
struct RemoteSync::KnownRemote {
  JournalPosition at;
  std::string newest_heads;
  JournalPosition heads;  // these
  uint64_t first = 1;     // the oldest entry that is needed beside them
  std::vector<SentRow> rows;
  std::vector<SentRow> passed_over;  // in entries that do not count, and can be opened all the same
  std::vector<Hash> entries;         // before the last one, the newest first
  std::vector<Hash> lost;
  bool has_entry_of(const SentRow& row) const {
    return std::any_of(row.text.begin(), row.text.end(), [&](const TextPiece& piece) {
      return piece.pack.empty() && piece.entry == at.n;
    });
  }
};

// Nothing when somebody else has written meanwhile: the next sync does it.
Result<std::optional<RemoteSync::KnownRemote>> RemoteSync::read_all_rows() {
  KnownRemote known;
  CLEW_ASSIGN(known.newest_heads, remote_.journal().newest_heads());
  CLEW_ASSIGN(const JournalNews all, remote_.journal().read_after({}));
  if (all.went_back || all.gap || !all.broken.empty()) return std::optional<KnownRemote>();
  if (all.at != remote_.record().at() || all.at.n == 0) return std::optional<KnownRemote>();
  known.at = all.at;
  std::map<uint64_t, Hash> hashes;
  if (all.heads) {
    known.heads = {all.heads->n, all.heads->entry, all.heads->entry_epoch};
    known.first = all.heads->first;
    known.lost = all.heads->lost;
    known.rows = all.heads->rows;
    hashes[all.heads->n] = all.heads->entry;
    for (size_t i = 0; i < all.heads->entries.size(); ++i) {
      hashes[all.heads->n - 1 - i] = all.heads->entries[i];
    }
  }
  for (const auto& entry : all.entries) {
    known.rows.insert(known.rows.end(), entry.rows.begin(), entry.rows.end());
    known.lost.insert(known.lost.end(), entry.lost.begin(), entry.lost.end());
    hashes[entry.n] = entry.sealed;
    if (entry.n > 1) hashes[entry.n - 1] = entry.before;  // also of one that cannot be read
    for (const uint64_t n : entry.voided) {
      CLEW_ASSIGN(const auto rows, remote_.journal().rows_passed_over(n));
      known.passed_over.insert(known.passed_over.end(), rows.begin(), rows.end());
    }
  }
  for (uint64_t n = known.at.n - 1; n > 0 && known.entries.size() < kMaxHeadsEntries; --n) {
    const auto found = hashes.find(n);
    if (found == hashes.end()) break;
    known.entries.push_back(found->second);
  }
  return std::optional(std::move(known));
}

// An older copy that was restored brings back what was taken out, and whoever took it out may never
// come again: every device looks at the rows that are new to it. Only one that ends before what is
// here can be from before a redaction.
Status RemoteSync::look_for_unclean() {
  std::map<Hash, std::vector<Redaction>> redactions;
  for (const auto& row : std::exchange(noted_, {})) {
    if (must_erase_) return success();
    const auto head = heads_.find(row.genesis);
    const auto local = local_.find(row.genesis);
    const bool is_forgotten = head != heads_.end() && head->second.forgotten;
    must_erase_ = must_erase_ || is_forgotten;
    const bool is_older = local != local_.end() && !local->second.forgotten &&
                          row.seq < local->second.head.seq.number;
    if (!is_older) continue;
    if (redactions.count(row.genesis) == 0) {
      CLEW_ASSIGN(redactions[row.genesis], redactions_of(workspace_.store(), local->second.id));
    }
    must_erase_ = must_erase_ || is_unclean(row, redactions.at(row.genesis));
  }
  return success();
}

// Those of which something is to go and that are all here, as far as the remote has them.
Result<std::set<Hash>> RemoteSync::sessions_to_clean(const KnownRemote& known) {
  std::map<Hash, std::vector<const SentRow*>> rows;
  for (const auto& row : known.rows) rows[row.genesis].push_back(&row);
  std::set<Hash> unclean;
  is_left_unclean_ = false;
  for (const auto& [genesis, sent] : rows) {
    const auto head = heads_.find(genesis);
    if (head != heads_.end() && head->second.forgotten) {
      unclean.insert(genesis);
      continue;
    }
    const auto local = local_.find(genesis);
    if (local == local_.end() || local->second.forgotten || head == heads_.end()) continue;
    CLEW_ASSIGN(const auto redactions, redactions_of(workspace_.store(), local->second.id));
    const bool any = std::any_of(sent.begin(), sent.end(),
                                 [&](const SentRow* row) { return is_unclean(*row, redactions); });
    if (!any) continue;
    CLEW_ASSIGN(const bool has, has_event(local->second.id, head->second.seq, head->second.hash));
    if (has) unclean.insert(genesis);
    is_left_unclean_ = is_left_unclean_ || !has;
  }
  return unclean;
}

// Whether one that does not count holds what is to go: then it goes with all before the last entry.
Result<bool> RemoteSync::is_unclean_beside(const KnownRemote& known) {
  for (const auto& row : known.passed_over) {
    const auto head = heads_.find(row.genesis);
    if (head != heads_.end() && head->second.forgotten) return true;
    const auto local = local_.find(row.genesis);
    if (local == local_.end()) continue;
    if (local->second.forgotten) return true;
    CLEW_ASSIGN(const auto redactions, redactions_of(workspace_.store(), local->second.id));
    if (is_unclean(row, redactions)) return true;
  }
  return false;
}

Status RemoteSync::put_in_packs(std::vector<Outgoing> batch, std::vector<SentRow>& rows) {
  CLEW_ASSIGN(JournalDraft draft, draft_of(batch, TextPlace::kInPacks));
  // Until heads name them nobody needs them.
  for (const auto& pack : draft.packs) unneeded_packs_.insert(pack.name);
  CLEW_TRY(save());
  for (const auto& pack : draft.packs) {
    CLEW_TRY(remote_.store().put(pack_name(pack.name), pack.bytes));
  }
  for (auto& row : draft.rows) rows.push_back(std::move(row));
  return success();
}

// Rows of unclean sessions as they are now; others as they are, in packs when what holds them goes.
Result<HeadsDraft> RemoteSync::clean_heads(const KnownRemote& known,
                                           const std::set<Hash>& unclean) {
  std::set<Hash> dropped_packs;
  HeadsDraft heads;
  heads.first = known.at.n;
  heads.entries = known.entries;
  heads.lost = known.lost;
  if (heads.lost.size() > kMaxHeadsLost) {
    heads.lost.erase(heads.lost.begin(), heads.lost.end() - kMaxHeadsLost);
  }
  for (const auto& [genesis, head] : heads_) {
    if (head.forgotten) heads.forgotten.push_back(*head.forgotten);
  }
  for (const auto& [id, realm] : realms_) heads.realms.push_back(note_of(realm));
  for (const auto& row : known.rows) {
    if (unclean.count(row.genesis) > 0) add_packs_of(row, dropped_packs);
  }
  std::vector<Outgoing> batch;
  size_t size = 0;
  const auto add = [&](Outgoing out) -> Status {
    size += out.text.size();
    batch.push_back(std::move(out));
    if (size < kMaxTextAtOnce) return success();
    size = 0;
    return put_in_packs(std::exchange(batch, {}), heads.rows);
  };
  // Rows of one session keep their order: all of one session are added one after the other.
  std::map<Hash, std::vector<const SentRow*>> sessions;
  std::vector<Hash> order;
  for (const auto& row : known.rows) {
    auto& rows = sessions[row.genesis];
    if (rows.empty()) order.push_back(row.genesis);
    rows.push_back(&row);
  }
  for (const auto& genesis : order) {
    if (unclean.count(genesis) > 0) {
      if (heads_.at(genesis).forgotten) continue;
      CLEW_ASSIGN(Outgoing out, prepare_whole(genesis));
      CLEW_TRY(add(std::move(out)));
      continue;
    }
    const auto& rows = sessions.at(genesis);
    const bool stays = std::all_of(rows.begin(), rows.end(), [&](const SentRow* row) {
      return std::all_of(row->text.begin(), row->text.end(), [&](const TextPiece& piece) {
        return piece.pack.empty() ? piece.entry == known.at.n
                                  : dropped_packs.count(piece.pack) == 0;
      });
    });
    for (const SentRow* row : rows) {
      if (stays) {
        heads.rows.push_back(*row);
        continue;
      }
      Outgoing out;
      out.genesis = genesis;
      out.row = *row;
      CLEW_ASSIGN(out.text, remote_.journal().text_of(*row));
      CLEW_TRY(add(std::move(out)));
    }
  }
  if (!batch.empty()) CLEW_TRY(put_in_packs(std::move(batch), heads.rows));
  return heads;
}

// What no row names any more, also of a sync that was cut off.
Status RemoteSync::drop_unneeded(const KnownRemote& known, const std::vector<SentRow>& rows) {
  std::set<Hash> in_use;
  for (const auto& row : rows) add_packs_of(row, in_use);
  std::vector<Hash> packs;
  std::set_difference(unneeded_packs_.begin(), unneeded_packs_.end(), in_use.begin(), in_use.end(),
                      std::back_inserter(packs));
  CLEW_TRY(remote_.journal().drop_before(known.first, known.heads, packs));
  unneeded_packs_.clear();
  return success();
}

Status RemoteSync::erase_from_remote() {
  // The heads of a guest count for nobody: whoever shared it takes the words out.
  const Member* own =
      remote_.membership().epoch().find(remote_.membership().device().signing_key());
  if (own == nullptr || own->guest) return success();
  for (int round = 0; round < kMaxRounds; ++round) {
    CLEW_ASSIGN(const auto known, read_all_rows());
    if (!known) return success();
    CLEW_ASSIGN(const auto unclean, sessions_to_clean(*known));
    CLEW_ASSIGN(const bool is_beside, is_unclean_beside(*known));
    if (unclean.empty() && !is_beside) {
      CLEW_TRY(drop_unneeded(*known, known->rows));
      must_erase_ = is_left_unclean_;
      is_erased_ = !is_left_unclean_;
      return success();
    }
    // The last entry stays, and there is one heads of it: a new one, then.
    const bool is_in_last =
        known->newest_heads == heads_name(known->at.n) ||
        std::any_of(known->rows.begin(), known->rows.end(), [&](const SentRow& row) {
          return unclean.count(row.genesis) > 0 && known->has_entry_of(row);
        });
    if (is_in_last) {
      must_write_ = true;
      CLEW_ASSIGN(const bool sent, send({}));
      if (!sent) return success();
      continue;
    }
    CLEW_ASSIGN(const HeadsDraft heads, clean_heads(*known, unclean));
    for (const auto& row : known->rows) add_packs_of(row, unneeded_packs_);
    CLEW_TRY(save());
    CLEW_ASSIGN(const bool written,
                remote_.journal().write_heads(known->at, heads, known->newest_heads));
    if (!written) return success();
    KnownRemote now = *known;
    now.heads = known->at;
    now.first = heads.first;
    CLEW_TRY(drop_unneeded(now, heads.rows));
    for (auto& [genesis, head] : heads_) {
      if (head.untaken.empty()) continue;
      head.untaken.clear();
      std::copy_if(heads.rows.begin(), heads.rows.end(), std::back_inserter(head.untaken),
                   [&](const SentRow& row) { return row.genesis == genesis; });
    }
    report_.changed = true;
    // One more entry, so that an older copy that has the words is told from this.
    must_write_ = true;
    CLEW_ASSIGN(const bool sent, send({}));
    if (!sent) return success();
  }
  return success();
}

}  // namespace clew

#include "remote/journal.h"

#include <fmt/format.h>

#include <algorithm>

#include "remote/object_names.h"

namespace clew {
namespace {

constexpr size_t kNamesAtOnce = 1000;
constexpr uint64_t kMaxRowText = uint64_t{2} << 30;
// Expanded texts that are kept at hand: a session's pieces lie side by side.
constexpr size_t kKeptTexts = 4;
constexpr const char* kDoesNotFollow = "does not follow from the one before it";

Error corrupt(const std::string& what, const std::string& subject) {
  return make_error(ErrorCode::kCorrupt, what, subject);
}

std::vector<uint64_t> numbers_of(const std::vector<std::string>& names) {
  std::vector<uint64_t> numbers;
  for (const auto& name : names) {
    if (const auto n = entry_of_name(name)) numbers.push_back(*n);
  }
  return numbers;
}

}  // namespace

// Twice, because a list may be behind what a look at the object itself finds.
Result<bool> Journal::is_still_there(const JournalPosition& at) {
  for (int look = 0; look < 2; ++look) {
    CLEW_ASSIGN(const auto sealed, store_.get(entry_name(at.n), kMaxEntryBytes));
    if (sealed) return sha256(*sealed) == at.sealed;
  }
  return false;
}

Result<JournalNews> Journal::read_after(const JournalPosition& from) {
  JournalNews news;
  news.at = from;
  if (from.n == 0) {
    CLEW_ASSIGN(news.at, begin_at_heads(news));
  }
  return read_on(std::move(news));
}

Result<JournalNews> Journal::read_from_start() { return read_on({}); }

// Entries are dropped once all heads say what was in them: then reading goes on from those.
Result<JournalNews> Journal::read_on(JournalNews news) {
  const JournalPosition from = news.at;
  CLEW_ASSIGN(JournalNews found, read_listed(std::move(news)));
  if (!found.went_back && !found.gap) return found;
  CLEW_ASSIGN(auto heads, heads_instead_of(from, found.gap));
  if (!heads) return found;
  JournalNews anew;
  anew.at = {heads->n, heads->entry, heads->entry_epoch};
  anew.heads = std::move(*heads);
  anew.starts_anew = true;
  return read_listed(std::move(anew));
}

// The newest ones, if they say that what was known, or is missing, was dropped.
Result<std::optional<Heads>> Journal::heads_instead_of(const JournalPosition& from,
                                                       std::optional<uint64_t> gap) {
  using Found = std::optional<Heads>;
  CLEW_ASSIGN(Found heads, read_heads(UINT64_MAX));
  const uint64_t missing = gap.value_or(from.n);
  if (!heads || heads->n <= from.n || heads->first <= missing) return Found();
  const uint64_t back = heads->n - 1 - from.n;
  const bool is_other =
      from.n > 0 && back < heads->entries.size() && heads->entries[back] != from.sealed;
  if (is_other) return Found();
  CLEW_ASSIGN(const bool there, is_still_there({heads->n, heads->entry, heads->entry_epoch}));
  return there ? std::move(heads) : Found();
}

Result<std::optional<bool>> Journal::was_dropped(uint64_t n, const Hash& sealed) {
  using Known = std::optional<bool>;
  CLEW_ASSIGN(const auto heads, read_heads(UINT64_MAX));
  if (!heads || heads->first <= n || heads->n <= n) return Known(false);
  const uint64_t back = heads->n - 1 - n;
  return back < heads->entries.size() ? Known(heads->entries[back] == sealed) : Known();
}

Result<JournalNews> Journal::read_listed(JournalNews news) {
  const uint64_t known = news.at.n;
  std::string start = known == 0 ? std::string() : entry_name(known - 1);
  bool is_first = true;
  while (true) {
    CLEW_ASSIGN(const auto names, store_.list(kEntryPrefix, start, kNamesAtOnce));
    auto numbers = numbers_of(names);
    if (is_first && known > 0) {
      const bool listed = !numbers.empty() && numbers.front() == known;
      if (listed) numbers.erase(numbers.begin());
      if (!listed) {
        CLEW_ASSIGN(const bool there, is_still_there(news.at));
        news.went_back = !there;
      }
    }
    is_first = false;
    if (news.went_back || numbers.empty()) return news;
    CLEW_TRY(read_entries(std::move(numbers), news));
    if (news.went_back || news.gap || names.size() < kNamesAtOnce) return news;
    start = names.back();
  }
}

// An entry that the list has and that is not there was dropped meanwhile, or the list is old.
Status Journal::read_entries(std::vector<uint64_t> numbers, JournalNews& news) {
  const uint64_t last = numbers.back();
  while (news.at.n < last) {
    const uint64_t n = news.at.n + 1;
    CLEW_ASSIGN(const auto sealed, store_.get(entry_name(n), kMaxEntryBytes));
    if (!sealed) {
      const bool is_next = news.at.n > 0 && news.entries.empty() && news.broken.empty();
      CLEW_ASSIGN(const bool there, is_next ? is_still_there(news.at) : Result<bool>(true));
      news.went_back = !there;
      news.gap = n;
      if (there && std::binary_search(numbers.begin(), numbers.end(), n)) {
        return make_error(ErrorCode::kFailed,
                          fmt::format("entry {} of the journal went while it was read", n),
                          entry_name(n));
      }
      return success();
    }
    const JournalPosition before = news.at;
    CLEW_ASSIGN(const auto why, accept(n, *sealed, news));
    if (!why) continue;
    // What cannot follow may be right, and what was seen before it be gone.
    if (before.n > 0 && news.entries.empty()) {
      CLEW_ASSIGN(const bool there, is_still_there(before));
      if (!there) {
        news.went_back = true;
        return success();
      }
    }
    news.broken.push_back({n, *why});
    news.at = {n, sha256(*sealed), before.epoch};
  }
  return success();
}

Result<JournalNews> Journal::read_one(const JournalPosition& from, Bytes entry) {
  JournalNews news;
  news.at = from;
  CLEW_ASSIGN(const auto why, accept(from.n + 1, entry, news));
  if (!why) return news;
  CLEW_ASSIGN(const bool there, is_still_there(from));
  news.went_back = !there;
  if (there) {
    news.broken.push_back({from.n + 1, *why});
    news.at = {from.n + 1, sha256(entry), from.epoch};
  }
  return news;
}

// Opened and signed by a member of its epoch.
Result<std::optional<std::string>> Journal::open(const Bytes& sealed, Entry& entry) {
  using Why = std::optional<std::string>;
  for (bool again = false;; again = true) {
    auto opened = open_entry(sealed, membership_.keys());
    if (!opened && opened.error().code == ErrorCode::kInvalid) return opened.error();
    if (opened && opened->remote != membership_.remote()) return Why("is of another remote");
    const Epoch* epoch = opened ? membership_.find_epoch(opened->epoch) : nullptr;
    if (epoch != nullptr && epoch->find(opened->signed_by) != nullptr) {
      entry = std::move(*opened);
      return Why();
    }
    // Perhaps it is of an epoch that this device has not heard of.
    if (!again) {
      CLEW_ASSIGN(const bool newer, membership_.refresh(store_));
      if (newer) continue;
    }
    return Why(opened ? "is signed by somebody who is no member" : opened.error().message);
  }
}

Result<std::optional<std::string>> Journal::accept(uint64_t n, const Bytes& sealed,
                                                   JournalNews& news) {
  using Why = std::optional<std::string>;
  Entry entry;
  CLEW_ASSIGN(const Why why, open(sealed, entry));
  if (why) return why;
  if (entry.n != n) return Why("has the number of another");
  if (entry.before != news.at.sealed) return Why(kDoesNotFollow);
  if (entry.epoch < news.at.epoch) return Why("is of an epoch that is over");
  CLEW_ASSIGN(const Why unsettled, settle_broken(entry, news));
  if (unsettled) return unsettled;
  CLEW_TRY(take_own(entry, sealed, news));
  news.at = {n, entry.sealed, entry.epoch};
  if (!entry.text.empty()) entry_texts_[n] = entry.text;
  news.entries.push_back(std::move(entry));
  return Why();
}

// Entries that cannot be read are passed over when the next one says so, too. One that does not
// follow is of a device that went on unknowingly after an older copy; what goes on from it does not
// follow either.
Result<std::optional<std::string>> Journal::settle_broken(const Entry& entry, JournalNews& news) {
  for (const auto& broken : news.broken) {
    const auto& voided = entry.voided;
    if (std::find(voided.begin(), voided.end(), broken.n) != voided.end()) continue;
    if (broken.why == kDoesNotFollow) return std::optional<std::string>(kDoesNotFollow);
    return corrupt(fmt::format("entry {} of the journal {}; {} could read it", broken.n, broken.why,
                               entry.device),
                   entry_name(broken.n));
  }
  news.broken.clear();
  return std::optional<std::string>();
}

// By the key of this device: written by it, or by another that has the same key.
Status Journal::take_own(const Entry& entry, const Bytes& sealed, JournalNews& news) {
  if (entry.signed_by != membership_.device().signing_key()) return success();
  const auto& outbox = membership_.outbox();
  if (outbox && outbox->entry == sealed) return membership_.confirm_outbox();
  if (entry.counter > membership_.counter()) news.cloned = true;
  return success();
}

Result<std::optional<Heads>> Journal::read_heads(uint64_t n) {
  // Of what comes before it nothing is asked: the newest first, and one more in case it is broken.
  const std::string start = n == UINT64_MAX ? std::string() : heads_name(n + 1);
  CLEW_ASSIGN(const auto names, store_.list(kHeadsPrefix, start, 2));
  for (const auto& name : names) {
    const auto at = heads_of_name(name);
    if (!at) continue;
    CLEW_ASSIGN(const auto sealed, store_.get(name, kMaxHeadsBytes));
    if (!sealed) continue;
    CLEW_ASSIGN(auto heads, believed_heads(*sealed));
    if (heads && heads->n == *at) return heads;
  }
  return std::optional<Heads>();
}

// Opened and signed by a member of their epoch.
Result<std::optional<Heads>> Journal::believed_heads(const Bytes& sealed) {
  for (bool again = false;; again = true) {
    auto heads = open_heads(sealed, membership_.keys());
    if (!heads && heads.error().code == ErrorCode::kInvalid) return heads.error();
    if (heads && heads->remote != membership_.remote()) return std::optional<Heads>();
    const Epoch* epoch = heads ? membership_.find_epoch(heads->epoch) : nullptr;
    const Member* signer = epoch == nullptr ? nullptr : epoch->find(heads->signed_by);
    if (signer != nullptr && signer->guest) return std::optional<Heads>();
    if (signer != nullptr) return std::optional<Heads>(std::move(*heads));
    // Perhaps they are of an epoch that this device has not heard of.
    if (again) return std::optional<Heads>();
    CLEW_ASSIGN(const bool newer, membership_.refresh(store_));
    if (!newer) return std::optional<Heads>();
  }
}

Result<JournalPosition> Journal::begin_at_heads(JournalNews& news) {
  CLEW_ASSIGN(auto heads, read_heads(UINT64_MAX));
  if (!heads) return JournalPosition{};
  const JournalPosition at{heads->n, heads->entry, heads->entry_epoch};
  CLEW_ASSIGN(const bool there, is_still_there(at));
  if (!there) return JournalPosition{};  // the journal itself decides
  news.heads = std::move(*heads);
  return at;
}

Status Journal::drop_packs(const Outbox& outbox) {
  for (const auto& pack : outbox.packs) CLEW_TRY(store_.remove(pack_name(pack.name)));
  return success();
}

Result<std::optional<Entry>> Journal::finish_outbox(const JournalPosition& at) {
  const auto& outbox = membership_.outbox();
  if (!outbox) return std::optional<Entry>();
  if (outbox->n <= at.n) {
    // Seen before, or somebody else's took its number.
    CLEW_ASSIGN(const auto there, store_.get(entry_name(outbox->n), kMaxEntryBytes));
    std::optional<bool> written = there && *there == outbox->entry;
    if (!there) {
      CLEW_ASSIGN(written, was_dropped(outbox->n, sha256(outbox->entry)));
    }
    if (written && *written) {
      CLEW_TRY(membership_.confirm_outbox());
    } else {
      // When nobody can tell, others may rely on the packs.
      if (written) CLEW_TRY(drop_packs(*outbox));
      CLEW_TRY(membership_.drop_outbox());
    }
    return std::optional<Entry>();
  }
  if (outbox->n != at.n + 1 || outbox->before != at.sealed) {
    CLEW_TRY(drop_packs(*outbox));
    CLEW_TRY(membership_.drop_outbox());
    return std::optional<Entry>();
  }
  for (const auto& pack : outbox->packs) CLEW_TRY(store_.put(pack_name(pack.name), pack.bytes));
  CLEW_ASSIGN(const PutOutcome outcome, store_.put_if_absent(entry_name(outbox->n), outbox->entry));
  if (outcome == PutOutcome::kExists) {
    CLEW_ASSIGN(const auto there, store_.get(entry_name(outbox->n), kMaxEntryBytes));
    if (!there || *there != outbox->entry) return std::optional<Entry>();  // the next read tells
  }
  CLEW_ASSIGN(Entry entry, open_entry(outbox->entry, membership_.keys()));
  CLEW_TRY(membership_.confirm_outbox());
  return std::optional<Entry>(std::move(entry));
}

Result<JournalWrite> Journal::append(const JournalPosition& at, const JournalDraft& draft) {
  Entry entry;
  entry.remote = membership_.remote();
  entry.n = at.n + 1;
  entry.before = at.sealed;
  entry.epoch = membership_.epoch().number;
  entry.device = draft.device;
  entry.counter = membership_.counter() + 1;
  entry.made_at = draft.made_at;
  entry.rows = draft.rows;
  for (auto& row : entry.rows) {
    for (auto& piece : row.text) {
      if (piece.pack.empty() && piece.entry == 0) piece.entry = entry.n;
    }
  }
  entry.voided = draft.voided;
  entry.lost = draft.lost;
  entry.forgotten = draft.forgotten;
  entry.realms = draft.realms;
  entry.withdrawn = draft.withdrawn;
  entry.text = draft.text;
  CLEW_ASSIGN(const Bytes sealed, seal_entry(entry, membership_.device(),
                                             membership_.epoch().key().recipient(), random_));
  CLEW_TRY(membership_.set_outbox({entry.n, entry.before, entry.counter, sealed, draft.packs}));
  for (const auto& pack : draft.packs) CLEW_TRY(store_.put(pack_name(pack.name), pack.bytes));
  CLEW_ASSIGN(const PutOutcome outcome, store_.put_if_absent(entry_name(entry.n), sealed));
  if (outcome == PutOutcome::kExists) {
    CLEW_ASSIGN(auto there, store_.get(entry_name(entry.n), kMaxEntryBytes));
    if (!there) {
      return corrupt(fmt::format("entry {} of the journal exists and cannot be read", entry.n),
                     entry_name(entry.n));
    }
    if (*there != sealed) return JournalWrite{std::nullopt, std::move(*there)};
  }
  CLEW_TRY(membership_.confirm_outbox());
  entry.signed_by = membership_.device().signing_key();
  entry.sealed = sha256(sealed);
  return JournalWrite{std::move(entry), {}};
}

Result<std::string> Journal::newest_heads() {
  CLEW_ASSIGN(const auto names, store_.list(kHeadsPrefix, "", 1));
  return names.empty() ? std::string() : names.front();
}

Result<std::vector<SentRow>> Journal::rows_passed_over(uint64_t n) {
  CLEW_ASSIGN(const auto sealed, store_.get(entry_name(n), kMaxEntryBytes));
  if (!sealed) return std::vector<SentRow>();
  auto entry = open_entry(*sealed, membership_.keys());
  return entry ? std::move(entry->rows) : std::vector<SentRow>();
}

Result<bool> Journal::write_heads(const JournalPosition& at, const HeadsDraft& draft,
                                  const std::string& newest) {
  Heads heads;
  heads.remote = membership_.remote();
  heads.n = at.n;
  heads.entry = at.sealed;
  heads.entry_epoch = at.epoch;
  heads.epoch = membership_.epoch().number;
  heads.first = draft.first;
  heads.entries = draft.entries;
  heads.lost = draft.lost;
  heads.rows = draft.rows;
  heads.forgotten = draft.forgotten;
  heads.realms = draft.realms;
  CLEW_ASSIGN(const Bytes sealed, seal_heads(heads, membership_.device(),
                                             membership_.epoch().key().recipient(), random_));
  const std::string name = heads_name(at.n);
  CLEW_ASSIGN(const PutOutcome outcome, store_.put_if_absent(name, sealed));
  if (outcome == PutOutcome::kExists) return false;
  // A list that does not have what was just written is old, and says nothing of others.
  CLEW_ASSIGN(const auto names, store_.list(kHeadsPrefix, "", 2));
  const bool is_newest = !names.empty() && names.front() == name;
  const std::string next = names.size() > 1 ? names[1] : std::string();
  if (is_newest && next == newest) return true;
  CLEW_TRY(store_.remove(name));
  return false;
}

Status Journal::drop_before(uint64_t first, const JournalPosition& heads,
                            const std::vector<Hash>& packs) {
  for (const auto& pack : packs) CLEW_TRY(store_.remove(pack_name(pack)));
  if (first <= 1) return success();
  for (std::string start;;) {
    CLEW_ASSIGN(const auto names, store_.list(kEntryPrefix, start, kNamesAtOnce));
    bool is_over = names.size() < kNamesAtOnce;
    for (const auto& name : names) {
      const auto n = entry_of_name(name);
      is_over = is_over || (n && *n >= first);
      if (n && *n < first) CLEW_TRY(store_.remove(name));
    }
    if (is_over) break;
    start = names.back();
  }
  // The names of older heads come after those of newer ones.
  while (true) {
    CLEW_ASSIGN(const auto names, store_.list(kHeadsPrefix, heads_name(heads.n), kNamesAtOnce));
    for (const auto& name : names) CLEW_TRY(store_.remove(name));
    if (names.size() < kNamesAtOnce) break;
  }
  std::erase_if(entry_texts_, [first](const auto& each) { return each.first < first; });
  return success();
}

Result<const Bytes*> Journal::expanded(const TextPiece& piece) {
  if (piece.pack.empty()) {
    const auto known = entry_texts_.find(piece.entry);
    if (known != entry_texts_.end()) return &known->second;
    CLEW_ASSIGN(const auto sealed, store_.get(entry_name(piece.entry), kMaxEntryBytes));
    if (!sealed) {
      return corrupt(fmt::format("entry {} of the journal is missing", piece.entry),
                     entry_name(piece.entry));
    }
    Entry entry;
    CLEW_ASSIGN(const auto why, open(*sealed, entry));
    if (why || entry.n != piece.entry) {
      return corrupt(fmt::format("entry {} of the journal {}", piece.entry,
                                 why.value_or("has the number of another")),
                     entry_name(piece.entry));
    }
    return &(entry_texts_[piece.entry] = std::move(entry.text));
  }
  const auto known = pack_texts_.find(piece.pack);
  if (known != pack_texts_.end()) return &known->second;
  CLEW_ASSIGN(const auto sealed, store_.get(pack_name(piece.pack), kMaxPackBytes));
  if (!sealed) return corrupt("a pack is missing", pack_name(piece.pack));
  if (sha256(*sealed) != piece.pack) {
    return corrupt("a pack is not what its name says", pack_name(piece.pack));
  }
  auto text = open_pack(*sealed, membership_.keys());
  if (!text) return corrupt("a pack " + text.error().message, pack_name(piece.pack));
  if (pack_texts_.size() >= kKeptTexts) pack_texts_.clear();
  return &(pack_texts_[piece.pack] = std::move(*text));
}

Result<Bytes> Journal::text_of(const SentRow& row) {
  Bytes all;
  for (const auto& piece : row.text) {
    CLEW_ASSIGN(const Bytes* text, expanded(piece));
    if (piece.offset > text->size() || piece.size > text->size() - piece.offset) {
      return corrupt("a row points outside of its text", row.session);
    }
    if (all.size() + piece.size > kMaxRowText) {
      return make_error(ErrorCode::kInvalid, "what was sent of it is larger than 2 GiB",
                        row.session);
    }
    all.append(*text, piece.offset, piece.size);
  }
  return all;
}

}  // namespace clew

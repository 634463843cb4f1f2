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

Result<JournalNews> Journal::read_on(JournalNews news) {
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
    auto heads = open_heads(*sealed, membership_.keys());
    if (!heads && heads.error().code == ErrorCode::kNotAllowed) {
      // Perhaps they are of an epoch that this device has not heard of.
      CLEW_ASSIGN(const bool newer, membership_.refresh(store_));
      if (newer) heads = open_heads(*sealed, membership_.keys());
    }
    if (!heads && heads.error().code == ErrorCode::kInvalid) return heads.error();
    if (!heads || heads->remote != membership_.remote() || heads->n != *at) continue;
    const Epoch* epoch = membership_.find_epoch(heads->epoch);
    const Member* signer = epoch == nullptr ? nullptr : epoch->find(heads->signed_by);
    if (signer == nullptr || signer->guest) continue;
    return std::optional<Heads>(std::move(*heads));
  }
  return std::optional<Heads>();
}

Result<JournalPosition> Journal::begin_at_heads(JournalNews& news) {
  CLEW_ASSIGN(auto heads, read_heads(UINT64_MAX));
  if (!heads) return JournalPosition{};
  const JournalPosition at{heads->n, heads->entry, heads->epoch};
  CLEW_ASSIGN(const bool there, is_still_there(at));
  if (!there) return JournalPosition{};  // the journal itself decides
  news.heads = std::move(*heads);
  return at;
}

Result<std::optional<Entry>> Journal::finish_outbox(const JournalPosition& at) {
  const auto& outbox = membership_.outbox();
  if (!outbox) return std::optional<Entry>();
  if (outbox->n <= at.n) {
    // Seen before, or somebody else's took its number.
    CLEW_ASSIGN(const auto there, store_.get(entry_name(outbox->n), kMaxEntryBytes));
    if (there && *there == outbox->entry) {
      CLEW_TRY(membership_.confirm_outbox());
    } else {
      for (const auto& pack : outbox->packs) CLEW_TRY(store_.remove(pack_name(pack.name)));
      CLEW_TRY(membership_.drop_outbox());
    }
    return std::optional<Entry>();
  }
  if (outbox->n != at.n + 1 || outbox->before != at.sealed) {
    for (const auto& pack : outbox->packs) CLEW_TRY(store_.remove(pack_name(pack.name)));
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

Result<bool> Journal::write_heads(const JournalPosition& at, std::vector<SentRow> rows,
                                  std::vector<RealmNote> realms) {
  const Heads heads{
      membership_.remote(), at.n, at.sealed, membership_.epoch().number, std::move(rows),
      std::move(realms),    {}};
  CLEW_ASSIGN(const Bytes sealed, seal_heads(heads, membership_.device(),
                                             membership_.epoch().key().recipient(), random_));
  CLEW_ASSIGN(const PutOutcome outcome, store_.put_if_absent(heads_name(at.n), sealed));
  return outcome == PutOutcome::kCreated;
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

// The half of a sync that sends what is new here.

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "command/sync/own_device.h"
#include "command/sync/remote_sync.h"
#include "command/sync/session_part.h"
#include "command/sync/travel_preview.h"
#include "engine/confirm.h"
#include "remote/object_names.h"
#include "store/at_once.h"

namespace clew {
namespace {

constexpr int kMaxTries = 50;  // others who write at once
// What fits into an entry, sealed and with room to spare.
constexpr size_t kMaxInlineText = size_t{20} << 10;
constexpr size_t kMaxRows = size_t{28} << 10;
constexpr size_t kMaxBatchText = size_t{64} << 20;
constexpr size_t kMaxForgotten = 40;  // in an entry

size_t size_of_row(const SentRow& row) {
  return 420 + row.session.size() + row.parent.size() + 160 * row.text.size();
}

bool has_redaction(const std::vector<RawEvent>& events) {
  return std::any_of(events.begin(), events.end(),
                     [](const RawEvent& event) { return event.kind == EventRedacted::kind; });
}

}  // namespace

// Sessions that the remote lacks something of, parents before their forks.
Result<std::vector<Hash>> RemoteSync::to_send() {
  if (!scope_.sends_sessions) return std::vector<Hash>();
  std::set<SessionId> wanted;
  std::map<SessionId, Hash> known;
  for (const auto& [genesis, local] : local_) known.emplace(local.id, genesis);
  for (const auto& [genesis, local] : local_) {
    if (!in_scope(genesis, local)) continue;
    for (SessionId at = local.id; !at.empty() && wanted.insert(at).second;) {
      const auto found = known.find(at);
      at = found == known.end() ? SessionId() : local_.at(found->second).parent;
    }
  }
  std::vector<Hash> sessions;
  std::set<Hash> listed;
  const auto add = [&](const auto& self, const Hash& genesis) -> Status {
    if (!listed.insert(genesis).second) return success();
    const Local& local = local_.at(genesis);
    if (local.forgotten || !travels_here(genesis)) return success();
    const auto parent = known.find(local.parent);
    if (parent != known.end()) CLEW_TRY(self(self, parent->second));
    const auto head = heads_.find(genesis);
    if (head != heads_.end() && rewriting_.count(genesis) == 0) {
      const RemoteHead& there = head->second;
      if (there.forgotten) return success();  // it does not come back
      if (Head{there.seq, there.hash} == local.head) return success();
      // Without a hash: what was sent last cannot be read, and is sent again.
      bool has = there.hash.empty();
      if (!has) {
        CLEW_ASSIGN(has, has_event(local.id, there.seq, there.hash));
      }
      if (!has) {
        SyncedSession& report = report_of(genesis);
        if (!report.error && !scope_.takes) {
          report.was = LogRelation::kBehind;
          report.error = make_error(
              ErrorCode::kConflict,
              fmt::format("{} has newer events of {}", remote_.record().name, local.id.text),
              local.id.text, "clew sync " + shell_word(remote_.record().name));
        }
        return success();
      }
    }
    sessions.push_back(genesis);
    return success();
  };
  for (const auto& [genesis, local] : local_) {
    if (wanted.count(local.id) > 0) CLEW_TRY(add(add, genesis));
  }
  return sessions;
}

// The first time somebody sees what will travel, and what of it looks like a secret.
Status RemoteSync::agree_to_send(const std::vector<Hash>& sessions) {
  RemoteRecord& record = remote_.record();
  if (record.agreed || scope_.agreed) return success();
  CLEW_ASSIGN(const std::string shown, question_for(sessions));
  CLEW_TRY(agree(workspace_, "send " + shown, record.name, scope_.again));
  record.agreed = true;
  return success();
}

Status RemoteSync::agree_to_automatic() {
  RemoteRecord& record = remote_.record();
  CLEW_ASSIGN(heads_, remote_heads(workspace_.store(), record.name));
  saved_heads_ = heads_;
  CLEW_TRY(find_local());
  CLEW_ASSIGN(const auto sessions, to_send());
  CLEW_ASSIGN(const std::string shown, question_for(sessions));
  CLEW_TRY(agree(workspace_,
                 "at every checkpoint, end of a turn, pause and close, send what is new by itself; "
                 "now that is " +
                     shown,
                 record.name, scope_.again));
  record.agreed = true;
  const auto write = [&](Transaction& transaction) -> Result<Unit> {
    CLEW_TRY(put_remote(transaction, record));
    return Unit{};
  };
  const auto kept = transact(workspace_, workspace_.write_deadline(), write);
  return kept ? success() : Status(kept.error());
}

// "1 session (oauth) with 5 events to home at …, sealed for its 2 devices?"
Result<std::string> RemoteSync::question_for(const std::vector<Hash>& sessions) {
  const RemoteRecord& record = remote_.record();
  std::vector<SessionId> ids;
  for (const auto& genesis : sessions) ids.push_back(local_.at(genesis).id);
  CLEW_ASSIGN(const TravelPreview preview, preview_travel(workspace_, ids));
  const std::string names = [&] {
    std::string list;
    for (size_t i = 0; i < std::min<size_t>(sessions.size(), 5); ++i) {
      list += (i == 0 ? " (" : ", ") + local_.at(sessions[i]).id.text;
    }
    return list + (sessions.size() > 5 ? ", …)" : sessions.empty() ? "" : ")");
  }();
  return fmt::format("{}{} with {} to {} at {}, sealed for its {}?{}",
                     counted(sessions.size(), "session", "sessions"), names,
                     counted(preview.events, "event", "events"), record.name, record.url,
                     counted(remote_.membership().epoch().members.size(), "device", "devices"),
                     preview.secrets);
}

Result<RemoteSync::Outgoing> RemoteSync::prepare(const Hash& genesis) {
  const auto head = heads_.find(genesis);
  const bool is_whole = head == heads_.end() || rewriting_.count(genesis) > 0;
  return prepare_after(genesis, is_whole ? Seq{} : head->second.seq);
}

Result<RemoteSync::Outgoing> RemoteSync::prepare_whole(const Hash& genesis) {
  return prepare_after(genesis, Seq{});
}

Result<RemoteSync::Outgoing> RemoteSync::prepare_after(const Hash& genesis, Seq after) {
  const Local& local = local_.at(genesis);
  Head before;
  CLEW_ASSIGN(ArrivingSession part, part_to_send(workspace_.store(), local.id, after));
  if (part.genesis != genesis || part.events.empty()) {
    return make_error(ErrorCode::kCorrupt, "its log has changed meanwhile", local.id.text,
                      "clew verify " + local.id.text);
  }
  if (after.number > 0) must_erase_ = must_erase_ || has_redaction(part.events);
  const Seq first = part.events.front().header.seq;
  if (first.number > 1) {
    CLEW_ASSIGN(const auto found, workspace_.store().read_raw(local.id, Seq{first.number - 1}, 1));
    if (!found.empty()) before = Head{found.front().header.seq, found.front().hash};
  }
  Outgoing out;
  out.genesis = genesis;
  CLEW_ASSIGN(out.text, write_part(part, before));
  out.row.session = part.id.text;
  out.row.genesis = genesis;
  if (part.fork) {
    out.row.parent = part.fork->parent.text;
    out.row.parent_seq = part.fork->parent_seq.number;
    out.row.parent_hash = part.parent;
  }
  out.row.from = first.number;
  out.row.seq = part.head.seq.number;
  out.row.hash = part.head.hash;
  return out;
}

// Where the text of each row stands: in the entry when it is little, else in packs.
Result<JournalDraft> RemoteSync::draft_of(std::vector<Outgoing>& batch, TextPlace where) {
  JournalDraft draft;
  draft.device = workspace_.surroundings().device;
  draft.made_at = to_iso(workspace_.now());
  draft.lost = lost_;
  draft.realms = announced_;
  if (!lost_.empty()) {
    // An older copy may not know of any.
    for (const auto& [id, realm] : realms_) draft.realms.push_back(note_of(realm));
  }
  if (remote_.record().rewrites) {
    for (const auto& genesis : remote_.record().withdraws) {
      draft.withdrawn.push_back(Hash::from_hex(genesis));
    }
  }
  for (const auto& n : remote_.record().broken) draft.voided.push_back(std::stoull(n));
  size_t total = 0;
  for (const auto& out : batch) total += out.text.size();
  const bool is_inline = total <= kMaxInlineText && where == TextPlace::kWhereItFits;
  const AgeRecipient key = remote_.membership().epoch().key().recipient();
  const RandomSource random = random_of(workspace_);
  Bytes pack;
  std::vector<std::pair<size_t, size_t>> open;  // pieces of this pack: row and piece
  const auto close_pack = [&]() -> Status {
    if (pack.empty()) return success();
    CLEW_ASSIGN(SealedPack sealed, seal_pack(pack, key, random));
    for (const auto& [row, piece] : open) draft.rows[row].text[piece].pack = sealed.name;
    draft.packs.push_back(std::move(sealed));
    pack.clear();
    open.clear();
    return success();
  };
  for (auto& out : batch) {
    SentRow row = out.row;
    row.text.clear();
    draft.rows.push_back(std::move(row));
    auto& pieces = draft.rows.back().text;
    if (is_inline) {
      pieces.push_back({Hash{}, 0, draft.text.size(), out.text.size()});
      draft.text += out.text;
      continue;
    }
    for (size_t at = 0; at < out.text.size();) {
      if (pack.size() == kMaxPackText) CLEW_TRY(close_pack());
      const size_t size = std::min(kMaxPackText - pack.size(), out.text.size() - at);
      pieces.push_back({Hash{}, 0, pack.size(), size});
      open.emplace_back(draft.rows.size() - 1, pieces.size() - 1);
      pack.append(out.text, at, size);
      at += size;
    }
  }
  CLEW_TRY(close_pack());
  return draft;
}

Result<bool> RemoteSync::send(std::vector<Outgoing> batch) {
  RemoteRecord& record = remote_.record();
  CLEW_ASSIGN(JournalDraft draft, draft_of(batch, TextPlace::kWhereItFits));
  draft.forgotten = newly_forgotten();
  if (!draft.forgotten.empty()) must_erase_ = true;
  // Known even when this is cut off.
  if (must_erase_) CLEW_TRY(save());
  // Whoever made it may have been cut off before.
  if (record.n == 0) CLEW_TRY(write_marker(remote_.store(), record.remote));
  CLEW_ASSIGN(JournalWrite written, remote_.journal().append(record.at(), draft));
  if (!written.entry) {
    CLEW_ASSIGN(JournalNews news,
                remote_.journal().read_one(record.at(), std::move(written.other)));
    if (news.went_back) {
      CLEW_TRY(go_on_from_older_copy());
    } else {
      CLEW_TRY(follow(std::move(news)));
    }
    if (scope_.takes) CLEW_TRY(take_all());
    if (record.rewrites && rewritten_from_ == 0) CLEW_TRY(begin_rewriting());
    return false;
  }
  if (must_erase_) erased_in_ = written.entry->n;
  JournalNews own;
  own.at = {written.entry->n, written.entry->sealed, written.entry->epoch};
  own.entries.push_back(std::move(*written.entry));
  CLEW_TRY(follow(std::move(own)));
  lost_.clear();
  announced_.clear();
  must_write_ = false;
  if (record.rewrites) {
    if (rewritten_from_ == 0) rewritten_from_ = static_cast<uint64_t>(record.n);
    record.withdraws.clear();
  }
  for (const auto& out : batch) {
    rewriting_.erase(out.genesis);
    const auto head = heads_.find(out.genesis);
    if (head == heads_.end()) {
      elsewhere_.insert(out.genesis);  // not shared there: everybody passes it over
      continue;
    }
    head->second.here = local_.at(out.genesis).id;
    head->second.untaken.clear();
    report_of(out.genesis).sent += out.row.seq - out.row.from + 1;
    report_.changed = true;
  }
  CLEW_TRY(save());
  const bool writes_heads = !record.rewrites && !remote_.membership().is_guest() &&
                            record.n % static_cast<int64_t>(kHeadsEvery) == 0;
  if (writes_heads) {
    // They only make the way of new devices shorter.
    if (const Status heads = write_heads(); !heads) {
      report_.notices.push_back("the heads were not written: " + heads.error().message);
    }
  }
  return true;
}

Status RemoteSync::send_all() {
  std::set<Hash> told;
  for (int tries = 0; tries < kMaxTries;) {
    CLEW_TRY(move_handed_tails());
    CLEW_ASSIGN(const auto sessions, to_send());
    std::vector<Outgoing> batch;
    size_t rows = 0;
    size_t text = 0;
    if (!sessions.empty()) CLEW_TRY(agree_to_send(sessions));
    for (const auto& genesis : sessions) {
      SyncedSession& report = report_of(genesis);
      if (told.insert(genesis).second && report.received == 0 &&
          report.was == LogRelation::kEqual) {
        const auto head = heads_.find(genesis);
        const bool is_new = head == heads_.end() || head->second.seq.number == 0;
        report.was = is_new ? LogRelation::kNew : LogRelation::kAhead;
      }
      if (report.error) continue;
      auto out = prepare(genesis);
      if (!out) {
        report.error = out.error();
        continue;
      }
      rows += size_of_row(out->row) + 160 * (out->text.size() / kMaxPackText + 1);
      text += out->text.size();
      batch.push_back(std::move(*out));
      if (rows > kMaxRows || text > kMaxBatchText) break;
    }
    // Others hear of a new member by its first entry.
    const bool announces =
        remote_.membership().epoch().number > std::max<uint32_t>(remote_.record().epoch, 1);
    const bool forgets = !newly_forgotten().empty();
    if (forgets) CLEW_TRY(agree_to_send(sessions));
    if (batch.empty() && !must_write_ && !announces && !forgets) return success();
    CLEW_ASSIGN(const bool sent, send(std::move(batch)));
    if (!sent) ++tries;
  }
  return make_error(ErrorCode::kConflict, "others kept writing to it first", remote_.record().url,
                    "clew sync " + shell_word(remote_.record().name));
}

// Those that were written last, and what came since.
Status RemoteSync::write_heads() {
  const JournalPosition at = remote_.record().at();
  CLEW_ASSIGN(const std::string newest, remote_.journal().newest_heads());
  CLEW_ASSIGN(const auto before, remote_.journal().read_heads(at.n - 1));
  HeadsDraft draft;
  uint64_t next = 1;
  if (before) {
    draft.rows = before->rows;
    draft.first = before->first;
    draft.lost = before->lost;
    next = before->n + 1;
  }
  for (const auto& [genesis, head] : heads_) {
    if (head.forgotten) draft.forgotten.push_back(*head.forgotten);
  }
  for (; next <= at.n; ++next) {
    const auto entry = seen_.find(next);
    if (entry == seen_.end()) return success();  // it is not known here what was in it
    const auto& rows = entry->second.rows;
    draft.rows.insert(draft.rows.end(), rows.begin(), rows.end());
    draft.entries.push_back(entry->second.sealed);
  }
  std::reverse(draft.entries.begin(), draft.entries.end());
  if (before) {
    draft.entries.push_back(before->entry);
    draft.entries.insert(draft.entries.end(), before->entries.begin(), before->entries.end());
  }
  draft.entries.erase(draft.entries.begin());  // of `at` itself
  if (draft.entries.size() > kMaxHeadsEntries) draft.entries.resize(kMaxHeadsEntries);
  for (const auto& [id, realm] : realms_) draft.realms.push_back(note_of(realm));
  CLEW_TRY(remote_.journal().write_heads(at, draft, newest));
  return success();
}

// Sessions that were forgotten here, which the remote has and nobody there has gone on with.
std::vector<ForgottenSession> RemoteSync::newly_forgotten() {
  std::vector<ForgottenSession> sessions;
  for (const auto& [genesis, local] : local_) {
    if (!local.forgotten || !in_scope(genesis, local)) continue;
    const auto head = heads_.find(genesis);
    if (head == heads_.end() || head->second.forgotten || head->second.seq.number == 0) continue;
    if (local.head.seq < head->second.seq) continue;
    sessions.push_back(
        {genesis, local.head.seq.number, local.head.hash, workspace_.surroundings().device});
    if (sessions.size() == kMaxForgotten) break;  // the next entry has the others
  }
  return sessions;
}

}  // namespace clew

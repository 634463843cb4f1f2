#include "command/sync/remote_sync.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "brief/standing.h"
#include "command/sync/own_device.h"
#include "document/json/json.h"
#include "engine/log/own_log.h"
#include "remote/object_names.h"
#include "store/at_once.h"
#include "store/settings.h"

namespace clew {
namespace {

// So many entries are remembered: as far back as an older copy is recognised for what it is.
constexpr uint64_t kRemembered = 2 * kHeadsEvery;
constexpr size_t kMaxLost = 200;
constexpr size_t kMaxNamed = 20;  // sessions that are newer there

}  // namespace

// Known by the hash of its first own event, which is looked up once.
Status RemoteSync::find_local() {
  std::map<SessionId, Hash> known;
  for (const auto& [genesis, head] : heads_) {
    if (!head.here.empty()) known.emplace(head.here, genesis);
  }
  ListQuery query;
  query.archived = true;
  query.limit = kEverySession;
  CLEW_ASSIGN(const auto summaries, workspace_.store().list(query));
  local_.clear();
  for (const auto& summary : summaries) {
    Hash genesis;
    const auto found = known.find(summary.id);
    if (found != known.end()) {
      genesis = found->second;
    } else if (summary.parent.empty()) {
      CLEW_ASSIGN(const auto first, workspace_.store().read_raw(summary.id, Seq{1}, 1));
      if (!first.empty()) genesis = first.front().hash;
    } else {
      CLEW_ASSIGN(const auto own, own_events(workspace_.store(), summary.id));
      if (!own.empty()) genesis = own.front().hash;
    }
    if (genesis.empty()) continue;
    local_[genesis] = {summary.id, summary.head, summary.parent, summary.forgotten, {}};
  }
  return remote_.record().shared || !elsewhere_.empty() ? find_moved() : success();
}

// What a merge moved goes where the session goes that it was moved from.
Status RemoteSync::find_moved() {
  std::map<SessionId, Hash> known;
  for (const auto& [genesis, local] : local_) known.emplace(local.id, genesis);
  for (auto& [genesis, local] : local_) {
    const auto parent = known.find(local.parent);
    if (parent == known.end()) continue;
    CLEW_ASSIGN(const SessionId own, workspace_.store().hashed_id(local.id));
    CLEW_ASSIGN(const SessionId of_parent, workspace_.store().hashed_id(local.parent));
    if (own == of_parent) local.moved_from = parent->second;
  }
  return success();
}

bool RemoteSync::travels_here(const Hash& genesis) const {
  Hash root = genesis;
  for (auto local = local_.find(root); local != local_.end() && !local->second.moved_from.empty();
       local = local_.find(root)) {
    root = local->second.moved_from;
  }
  if (elsewhere_.count(root) > 0 || elsewhere_.count(genesis) > 0) return false;
  const RemoteRecord& record = remote_.record();
  if (!record.shared) return true;
  if (record.hangs_on.empty()) return heads_.count(root) > 0 || heads_.count(genesis) > 0;
  const auto is_listed = [&](const Hash& each) {
    return std::find(record.sessions.begin(), record.sessions.end(), each.hex()) !=
           record.sessions.end();
  };
  if (is_listed(root)) return true;
  // One that is only there: what a merge moved has the id of the session that it was moved from.
  const auto there = heads_.find(genesis);
  if (there == heads_.end() || local_.count(genesis) > 0) return false;
  return std::any_of(heads_.begin(), heads_.end(), [&](const auto& each) {
    return each.second.session == there->second.session && is_listed(each.first);
  });
}

bool RemoteSync::in_scope(const RemoteHead& head) const {
  const auto& asked = scope_.sessions;
  return asked.empty() || std::find(asked.begin(), asked.end(), head.session) != asked.end() ||
         std::find(asked.begin(), asked.end(), head.here.text) != asked.end();
}

bool RemoteSync::in_scope(const Hash& genesis, const Local& local) const {
  if (!travels_here(genesis)) return false;
  const auto& asked = scope_.sessions;
  return asked.empty() || std::find(asked.begin(), asked.end(), local.id.text) != asked.end();
}

SyncedSession& RemoteSync::report_of(const Hash& genesis) {
  const auto known = reported_.find(genesis);
  if (known != reported_.end()) return report_.sessions[known->second];
  reported_[genesis] = report_.sessions.size();
  SyncedSession session;
  const auto local = local_.find(genesis);
  const auto head = heads_.find(genesis);
  if (local != local_.end()) {
    session.session = local->second.id.text;
  } else if (head != heads_.end()) {
    session.session = head->second.session;
  }
  return report_.sessions.emplace_back(std::move(session));
}

Result<bool> RemoteSync::has_event(const SessionId& id, Seq seq, const Hash& hash) {
  if (seq.number == 0) return true;
  CLEW_ASSIGN(const auto found, workspace_.store().read_raw(id, seq, 1));
  return !found.empty() && found.front().header.seq == seq && found.front().hash == hash;
}

Result<SyncReport> RemoteSync::run() {
  RemoteRecord& record = remote_.record();
  CLEW_ASSIGN(heads_, remote_heads(workspace_.store(), record.name));
  saved_heads_ = heads_;
  CLEW_ASSIGN(const auto seen, seen_entries(workspace_.store(), record.name));
  for (const auto& entry : seen) seen_.emplace(entry.n, entry);
  CLEW_ASSIGN(const auto realms, realm_records(workspace_.store(), record.name));
  for (const auto& realm : realms) realms_.emplace(realm.remote, realm);
  CLEW_ASSIGN(auto elsewhere, carried_elsewhere(workspace_.store(), record));
  elsewhere_ = std::move(elsewhere.sessions);
  announced_ = scope_.realms;
  must_write_ = !announced_.empty();
  CLEW_TRY(find_local());
  const RemoteState state = remote_state(workspace_.store(), record.name);
  must_erase_ = state.must_erase;
  for (const auto& pack : state.unneeded) unneeded_packs_.insert(Hash::from_hex(pack));
  const RemoteHeads heads_before = heads_;
  for (const auto& name : scope_.sessions) {
    const bool here = std::any_of(local_.begin(), local_.end(),
                                  [&](const auto& each) { return each.second.id.text == name; });
    // One that is only there is found after the look.
    if (!here && !scope_.takes) {
      return make_error(ErrorCode::kNotFound, "there is no such session", name, "clew list");
    }
  }
  CLEW_TRY(look());
  if (scope_.takes) CLEW_TRY(take_all());
  CLEW_TRY(save());
  if (record.rewrites && scope_.sends) CLEW_TRY(begin_rewriting());
  if (scope_.sends) CLEW_TRY(send_all());
  if (!rewriting_.empty() || rewritten_from_ > 0) CLEW_TRY(finish_rewriting());
  CLEW_TRY(look_for_unclean());
  if (scope_.sends && must_erase_) {
    CLEW_TRY(save());
    CLEW_TRY(erase_from_remote());
  }
  for (const auto& [genesis, local] : local_) {
    if (in_scope(genesis, local) && !local.forgotten) report_of(genesis);
  }
  tell_what_was_withdrawn(heads_before);
  record.last_sync = to_iso(workspace_.now());
  record.last_error.clear();
  record.devices.clear();
  record.guests.clear();
  for (const auto& member : remote_.membership().epoch().members) {
    (member.guest ? record.guests : record.devices).push_back(member.name);
  }
  CLEW_TRY(save());
  report_.at = record.at();
  return std::move(report_);
}

Status RemoteSync::look() {
  RemoteRecord& record = remote_.record();
  auto read = remote_.journal().read_after(record.at());
  // What stands behind an entry that was passed over is judged with those before it: it may go on
  // from a history that nobody has any more.
  const bool is_behind_broken =
      !read && read.error().code == ErrorCode::kCorrupt && !record.broken.empty();
  if (is_behind_broken) {
    CLEW_TRY(start_over());
    read = remote_.journal().read_after(record.at());
  }
  if (!read) return read.error();
  JournalNews news = std::move(*read);
  if (news.went_back) return go_on_from_older_copy();
  // An empty realm may be one that is over.
  if (record.shared && news.at.n == 0) CLEW_TRY(remote_.membership().refresh(remote_.store()));
  CLEW_TRY(follow(std::move(news)));
  CLEW_ASSIGN(const auto finished, remote_.journal().finish_outbox(record.at()));
  if (finished) {
    JournalNews own;
    own.at = {finished->n, finished->sealed, finished->epoch};
    own.entries.push_back(*finished);
    CLEW_TRY(follow(std::move(own)));
  }
  return success();
}

Status RemoteSync::follow(JournalNews news, Reading reading) {
  RemoteRecord& record = remote_.record();
  if (news.gap && !scope_.repairs) {
    return make_error(
        ErrorCode::kCorrupt,
        fmt::format("entry {} of the journal is missing, and later ones are there", *news.gap),
        record.url, "clew sync " + record.name + " --repair");
  }
  // The gap is filled with what this device has; what came after it is passed over when reached.
  if (news.gap) must_write_ = true;
  if (news.starts_anew) forget_heads();
  if (news.heads) {
    note_rows(news.heads->rows);
    note_forgotten(news.heads->forgotten);
    note_realms(news.heads->realms);
    note_seen({news.heads->n, news.heads->entry, {}});
  }
  // Void to others and not to this device: they have another history before it.
  const auto is_read = [&](uint64_t n) {
    return seen_.count(n) > 0 || std::any_of(news.entries.begin(), news.entries.end(),
                                             [n](const Entry& entry) { return entry.n == n; });
  };
  const bool is_to_begin_again =
      std::any_of(news.entries.begin(), news.entries.end(), [&](const Entry& entry) {
        return std::any_of(entry.voided.begin(), entry.voided.end(), is_read);
      });
  if (is_to_begin_again && reading == Reading::kOn) return start_over();
  for (const auto& entry : news.entries) {
    note_entry(entry);
    note_forgotten(entry.forgotten);
    note_seen({entry.n, entry.sealed, entry.rows});
    last_entries_[entry.device] = entry.n;
  }
  if (!news.entries.empty()) {
    const auto& voided = news.entries.front().voided;
    for (const auto& broken : record.broken) {
      const bool is_settled =
          std::find(voided.begin(), voided.end(), std::stoull(broken)) != voided.end();
      if (!is_settled) return start_over();  // which tells why it cannot be read
    }
    record.broken.clear();
  }
  for (const auto& broken : news.broken) {
    record.broken.push_back(std::to_string(broken.n));
    report_.notices.push_back(fmt::format("entry {} of the journal of {} {}; it is passed over",
                                          broken.n, record.name, broken.why));
  }
  record.set_at(news.at);
  if (!changed_realms_.empty()) CLEW_TRY(find_moved());
  if (news.cloned) CLEW_TRY(change_identity());
  return success();
}

// Who has no say in who reads what is shared brings no session of their own either.
bool RemoteSync::may_bring(const SentRow& row) const {
  if (heads_.count(row.genesis) > 0) return true;
  const bool is_moved = !row.parent.empty() && row.parent == row.session;
  return is_moved && std::any_of(heads_.begin(), heads_.end(), [&](const auto& each) {
           return each.second.session == row.session;
         });
}

void RemoteSync::note_entry(const Entry& entry) {
  if (!remote_.membership().is_guest(entry.epoch, entry.signed_by)) {
    note_rows(entry.rows);
    must_erase_ = must_erase_ || !entry.voided.empty();  // what may be in those
    note_realms(entry.realms);
    for (const auto& genesis : entry.withdrawn) withdraw(genesis);
    return;
  }
  for (const auto& row : entry.rows) {
    if (may_bring(row)) {
      note_rows({row});
    } else {
      report_.notices.push_back(
          fmt::format("{} sent {} to {}, which is not shared there; it is "
                      "passed over",
                      entry.device, row.session, remote_.record().name));
    }
  }
}

// The last that was said holds: a session travels by one realm.
void RemoteSync::note_realms(const std::vector<RealmNote>& notes) {
  if (remote_.record().shared) return;
  for (const auto& note : notes) {
    RemoteRecord& realm =
        realms_.try_emplace(note.realm, new_realm_record(remote_.record(), note.realm))
            .first->second;
    for (const Hash& genesis : note.sessions) {
      for (auto& [id, other] : realms_) {
        if (std::erase(other.sessions, genesis.hex()) > 0) changed_realms_.insert(id);
      }
      realm.sessions.push_back(genesis.hex());
      elsewhere_.insert(genesis);
    }
    for (const Hash& genesis : note.withdrawn) {
      if (std::erase(realm.sessions, genesis.hex()) > 0) elsewhere_.erase(genesis);
    }
    changed_realms_.insert(note.realm);
  }
}

void RemoteSync::withdraw(const Hash& genesis) {
  heads_.erase(genesis);
  if (const auto local = local_.find(genesis); local != local_.end()) {
    for (const auto& [other, each] : local_) {
      if (each.moved_from == genesis) heads_.erase(other);
    }
  }
}

void RemoteSync::tell_what_was_withdrawn(const RemoteHeads& before) {
  const RemoteRecord& record = remote_.record();
  if (!record.shared || !record.hangs_on.empty()) return;
  for (const auto& [genesis, head] : before) {
    const bool is_side = local_.count(genesis) > 0 && !local_.at(genesis).moved_from.empty();
    if (heads_.count(genesis) > 0 || is_side) continue;
    report_.notices.push_back(fmt::format(
        "{} is not shared with this device by {} any more; what was read of it stays here",
        head.here.empty() ? head.session : head.here.text, record.name));
  }
}

void RemoteSync::note_rows(const std::vector<SentRow>& rows) {
  for (const auto& row : rows) {
    RemoteHead& head = heads_[row.genesis];
    noted_.push_back(row);
    noted_.back().text.clear();
    // What stood between was in an entry that does not count: whoever has it sends it again.
    const bool follows = row.from <= std::max(head.seq.number, row.parent_seq) + 1;
    if (!follows) {
      head.session = row.session;
      head.hash = Hash{};
      continue;
    }
    // Sent whole once more: nothing before it is needed, nor may it be there.
    if (!head.untaken.empty() && row.from <= head.untaken.front().from) head.untaken.clear();
    head.session = row.session;
    head.seq = Seq{row.seq};
    head.hash = row.hash;
    head.untaken.push_back(row);
  }
}

void RemoteSync::note_forgotten(const std::vector<ForgottenSession>& sessions) {
  for (const auto& session : sessions) {
    RemoteHead& head = heads_[session.genesis];
    if (head.seq.number < session.seq) {
      head.seq = Seq{session.seq};
      head.hash = session.hash;
    }
    head.untaken.clear();
    head.forgotten = session;
  }
}

void RemoteSync::note_seen(SeenEntry entry) {
  unsaved_.insert(entry.n);
  seen_[entry.n] = std::move(entry);
}

// What the remote has, from its first entry on, whatever was believed of it.
Status RemoteSync::start_over() {
  // A realm that was sealed again begins at its heads.
  CLEW_ASSIGN(JournalNews now, remote_.record().shared ? remote_.journal().read_after({})
                                                       : remote_.journal().read_from_start());
  // Whoever wrote on had another history before it: what a later entry passes over does not count,
  // although it could be read.
  std::set<uint64_t> voided;
  for (const auto& entry : now.entries) voided.insert(entry.voided.begin(), entry.voided.end());
  std::erase_if(now.entries, [&](const Entry& entry) { return voided.count(entry.n) > 0; });
  forget_heads();
  return follow(std::move(now), Reading::kFromStart);
}

void RemoteSync::forget_heads() {
  for (const auto& [n, entry] : seen_) unsaved_.insert(n);
  seen_.clear();
  remote_.record().broken.clear();
  if (remote_.record().shared) {
    heads_.clear();  // what is shared is what is there
    return;
  }
  for (auto& [genesis, head] : heads_) {
    head.seq = Seq{};
    head.hash = Hash{};
    head.untaken.clear();
    head.forgotten.reset();
  }
}

// Its key writes elsewhere too: this home is a copy, or the other is.
Status RemoteSync::change_identity() {
  CLEW_TRY(remote_.membership().renew_identity(remote_.store(), workspace_.surroundings().device,
                                               to_iso(workspace_.now()), random_of(workspace_)));
  report_.notices.push_back(fmt::format(
      "another home writes to {} with the key of this one, as a copy of it would; this one has a "
      "key of its own for it now",
      remote_.record().name));
  must_write_ = true;
  return success();
}

// An older copy took the place of what was seen. Somebody may have mended that already; else it
// takes a person who says so. Nothing here is touched either way: what the copy lacks is sent
// again.
Status RemoteSync::go_on_from_older_copy() {
  RemoteRecord& record = remote_.record();
  const JournalPosition before = record.at();
  if (record.shared) {
    // Perhaps it was sealed again, without who is no member any more.
    CLEW_TRY(remote_.membership().refresh(remote_.store()));
    CLEW_ASSIGN(JournalNews again, remote_.journal().read_after({}));
    if (again.heads && again.heads->n > before.n) {
      forget_heads();
      return follow(std::move(again));
    }
  }
  CLEW_ASSIGN(const auto marker, read_marker(remote_.store()));
  const bool other = marker && *marker != record.remote;
  JournalNews now;
  if (marker && !other) {
    CLEW_ASSIGN(now, remote_.journal().read_from_start());
  }
  const auto names_it = [&](const std::vector<Hash>& lost) {
    return std::find(lost.begin(), lost.end(), before.sealed) != lost.end();
  };
  const bool is_mended = (now.heads && names_it(now.heads->lost)) ||
                         std::any_of(now.entries.begin(), now.entries.end(),
                                     [&](const Entry& entry) { return names_it(entry.lost); });
  if (other || (!is_mended && !scope_.repairs)) {
    return make_error(
        ErrorCode::kCorrupt,
        other ? fmt::format("another remote is at {} now", record.url)
              : fmt::format("it went back: entry {} ({}), which this device has seen, is not there "
                            "any more; somebody restored an older copy of it. Nothing here was "
                            "changed",
                            before.n, before.sealed.brief()),
        record.url,
        other ? "clew remote remove " + record.name : "clew sync " + record.name + " --repair");
  }
  std::set<Hash> present;
  for (const auto& entry : now.entries) present.insert(entry.sealed);
  if (!is_mended) {
    for (const auto& [n, entry] : seen_) {
      if (n < before.n && present.count(entry.sealed) == 0) lost_.push_back(entry.sealed);
    }
    // The newest of them: an entry has room for so many.
    if (lost_.size() > kMaxLost) lost_.erase(lost_.begin(), lost_.end() - kMaxLost);
    lost_.push_back(before.sealed);
    must_write_ = true;
  }
  // The older copy may hold what was redacted since.
  if (!is_mended) must_erase_ = true;
  CLEW_TRY(write_marker(remote_.store(), record.remote));
  for (const auto& [number, sealed] : remote_.membership().sealed_epochs()) {
    CLEW_TRY(remote_.store().put_if_absent(epoch_name(number), sealed));
    CLEW_ASSIGN(const auto there, remote_.store().get(epoch_name(number), kMaxEpochBytes));
    if (there && *there == sealed) continue;
    return make_error(ErrorCode::kCorrupt,
                      "the older copy has other members than the ones known here; this device must "
                      "be invited again",
                      record.url, "clew remote remove " + record.name);
  }
  forget_heads();
  report_.notices.push_back(
      is_mended ? fmt::format("{} was brought forward by another device after an older copy of it "
                              "was restored",
                              record.name)
                : fmt::format("{} goes on from the older copy that is there; what it lacks is sent "
                              "again",
                              record.name));
  return follow(std::move(now));
}

Result<RemoteState> RemoteSync::standing() {
  RemoteState state = remote_state(workspace_.store(), remote_.record().name);
  state.looked_at = to_iso(workspace_.now());
  state.newer.clear();
  state.newer_count = 0;
  for (const auto& [genesis, head] : heads_) {
    if (head.untaken.empty() || head.hash.empty() || head.forgotten) continue;
    const auto local = local_.find(genesis);
    if (local != local_.end()) {
      if (local->second.forgotten) continue;
      CLEW_ASSIGN(const bool has, has_event(local->second.id, head.seq, head.hash));
      if (has) continue;
    }
    state.newer_count += 1;
    if (state.newer.size() == kMaxNamed) continue;
    state.newer.push_back(local != local_.end() ? local->second.id.text : head.session);
  }
  state.must_erase = !is_erased_ && (state.must_erase || must_erase_);
  state.unneeded.clear();
  for (const auto& pack : unneeded_packs_) state.unneeded.push_back(pack.hex());
  state.erased_in = std::max(state.erased_in, static_cast<int64_t>(erased_in_));
  state.waiting_since.clear();
  state.why.clear();
  state.next.clear();
  state.next_try.clear();
  state.queued = 0;
  state.failures = 0;
  for (const auto& [device, n] : last_entries_) {
    const auto known = std::find_if(state.devices.begin(), state.devices.end(),
                                    [&](const DeviceEntry& each) { return each.device == device; });
    if (known != state.devices.end()) {
      known->n = static_cast<int64_t>(n);
    } else {
      state.devices.push_back({device, static_cast<int64_t>(n)});
    }
  }
  return state;
}

Status RemoteSync::save() {
  const RemoteRecord& record = remote_.record();
  CLEW_ASSIGN(RemoteState state, standing());
  const auto write = [&](Transaction& transaction) -> Result<Unit> {
    state.automatic =
        remote_state(transaction, record.name).automatic;  // it may have been switched
    CLEW_TRY(
        transaction.put_setting(remote_state_setting(record.name), write_json(to_value(state))));
    CLEW_TRY(put_remote(transaction, record));
    for (const auto& id : changed_realms_) {
      const RemoteRecord& realm = realms_.at(id);
      const bool is_over = realm.sessions.empty() && !realm.rewrites;
      CLEW_TRY(is_over ? drop_realm(transaction, realm) : put_remote(transaction, realm));
    }
    for (const auto& [genesis, head] : saved_heads_) {
      if (heads_.count(genesis) == 0) {
        CLEW_TRY(drop_remote_head(transaction, record.name, genesis));
      }
    }
    for (const auto& [genesis, head] : heads_) {
      const auto saved = saved_heads_.find(genesis);
      if (saved != saved_heads_.end() && saved->second == head) continue;
      CLEW_TRY(put_remote_head(transaction, record.name, genesis, head));
    }
    for (const uint64_t n : unsaved_) {
      const auto entry = seen_.find(n);
      CLEW_TRY(entry == seen_.end() ? drop_seen_entry(transaction, record.name, n)
                                    : put_seen_entry(transaction, record.name, entry->second));
    }
    return Unit{};
  };
  while (!seen_.empty() && seen_.begin()->first + kRemembered < static_cast<uint64_t>(record.n)) {
    unsaved_.insert(seen_.begin()->first);
    seen_.erase(seen_.begin());
  }
  CLEW_TRY(transact(workspace_, workspace_.write_deadline(), write));
  saved_heads_ = heads_;
  unsaved_.clear();
  return forget_ended_realms();
}

// Their keys, once nothing of them is remembered.
Status RemoteSync::forget_ended_realms() {
  CLEW_ASSIGN(const std::string folder, own_state_folder(workspace_));
  for (const auto& id : std::exchange(changed_realms_, {})) {
    const RemoteRecord& realm = realms_.at(id);
    if (!realm.sessions.empty() || realm.rewrites) continue;
    CLEW_TRY(forget_membership(workspace_.files(), folder, id));
    realms_.erase(id);
  }
  return success();
}

Result<size_t> RemoteSync::count_queued(Workspace& workspace, const RemoteRecord& record) {
  CLEW_ASSIGN(const auto heads, remote_heads(workspace.store(), record.name));
  std::map<SessionId, const RemoteHead*> known;
  for (const auto& [genesis, head] : heads) known.emplace(head.here, &head);
  ListQuery query;
  query.archived = true;
  query.limit = kEverySession;
  CLEW_ASSIGN(const auto summaries, workspace.store().list(query));
  CLEW_ASSIGN(const auto elsewhere, carried_elsewhere(workspace.store(), record));
  return static_cast<size_t>(
      std::count_if(summaries.begin(), summaries.end(), [&](const SessionSummary& summary) {
        const auto found = known.find(summary.id);
        const bool was_sent = found != known.end() && found->second->seq.number > 0;
        const bool is_gone_there = found != known.end() && found->second->forgotten.has_value();
        if (is_gone_there || elsewhere.here.count(summary.id) > 0) return false;
        if (summary.forgotten) return was_sent;  // that it was forgotten waits
        if (found == known.end() && record.shared) return false;
        return found == known.end() ||
               Head{found->second->seq, found->second->hash} != summary.head;
      }));
}

}  // namespace clew

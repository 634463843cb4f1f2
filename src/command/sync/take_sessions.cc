// The half of a sync that takes in what is new there.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/shell_word.h"
#include "command/sync/remote_sync.h"
#include "command/sync/session_part.h"

namespace clew {
namespace {

Error diverged(const std::string& session, const std::string& remote) {
  return make_error(
      ErrorCode::kConflict,
      fmt::format("both this device and another have worked on {} since they last met; nothing of "
                  "it was changed",
                  session),
      session,
      "clew bundle create " + shell_word(session) + " FILE   keeps this side; clew sync " + remote +
          "   tries again");
}

}  // namespace

Status RemoteSync::take_all() {
  CLEW_TRY(forget_what_others_forgot());
  std::vector<Hash> lacking;
  for (auto& [genesis, head] : heads_) {
    if (!in_scope(head) || !travels_here(genesis)) continue;
    CLEW_ASSIGN(const bool lacks, lacks_something(genesis, head));
    if (lacks) lacking.push_back(genesis);
  }
  // A session comes before its forks, where their numbers tell.
  std::stable_sort(lacking.begin(), lacking.end(), [&](const Hash& a, const Hash& b) {
    return heads_.at(a).untaken.front().parent_seq < heads_.at(b).untaken.front().parent_seq;
  });
  // A fork may stand before what it goes on from, which only its hash tells: what did not find that
  // is tried again, as long as others come in.
  for (bool is_new = true; is_new && !lacking.empty();) {
    std::vector<Hash> waiting;
    for (const auto& genesis : lacking) {
      CLEW_ASSIGN(const bool taken, take(genesis, heads_.at(genesis)));
      if (!taken) waiting.push_back(genesis);
    }
    is_new = waiting.size() < lacking.size();
    lacking = std::move(waiting);
  }
  // What merging has put aside is sent, too.
  return std::exchange(has_side_sessions_, false) ? find_local() : success();
}

// Whether it is to be taken in; then its rows are known.
Result<bool> RemoteSync::lacks_something(const Hash& genesis, RemoteHead& head) {
  if (head.forgotten) return false;
  const auto local = local_.find(genesis);
  bool has = false;
  if (local != local_.end()) {
    head.here = local->second.id;
    has = local->second.forgotten;  // it does not come back
    if (!has) {
      CLEW_ASSIGN(has, has_event(local->second.id, head.seq, head.hash));
    }
  }
  if (has) {
    head.untaken.clear();
    return false;
  }
  if (head.hash.empty()) return false;  // what was sent last cannot be read
  if (head.untaken.empty()) {
    CLEW_ASSIGN(head.untaken, whole_history(genesis));
  }
  return !head.untaken.empty();
}

Result<bool> RemoteSync::take(const Hash& genesis, RemoteHead& head) {
  Status taken = take_once(genesis, head, head.untaken);
  const bool may_be_elsewhere = !taken && (taken.error().code == ErrorCode::kNotFound ||
                                           taken.error().code == ErrorCode::kCorrupt);
  if (may_be_elsewhere) {
    // What is here ends earlier than was known: all of it, then. Or what was known of it was
    // written anew meanwhile.
    CLEW_ASSIGN(const auto all, whole_history(genesis));
    if (!all.empty() && all != head.untaken) taken = take_once(genesis, head, all);
  }
  SyncedSession& report = report_of(genesis);
  if (taken) {
    head.untaken.clear();
    report.error.reset();
    return true;
  }
  report.error = taken.error();
  if (report.error->subject.empty()) report.error->subject = report.session;
  if (report.error->next.empty()) {
    report.error->next = "clew sync " + shell_word(remote_.record().name) + "   tries again";
  }
  return false;
}

Result<ArrivingSession> RemoteSync::fetch(const std::vector<SentRow>& rows,
                                          const std::string& device) {
  ArrivingSession whole;
  for (const auto& row : rows) {
    CLEW_ASSIGN(const Bytes text, remote_.journal().text_of(row));
    CLEW_ASSIGN(ArrivingSession part, read_part(text, row));
    if (&row == &rows.front()) {
      whole = std::move(part);
    } else {
      join_parts(whole, std::move(part));
    }
  }
  whole.device = device;
  return whole;
}

Status RemoteSync::take_once(const Hash& genesis, RemoteHead& head,
                             const std::vector<SentRow>& rows) {
  const RemoteRecord& record = remote_.record();
  CLEW_ASSIGN(const ArrivingSession session,
              fetch(rows, record.hangs_on.empty() ? record.name : record.hangs_on));
  if (const auto local = local_.find(genesis); local != local_.end()) {
    CLEW_TRY(agree_to_redactions(session, local->second.id));
  }
  const auto body = [&](Transaction& transaction) -> Result<Arrived> {
    CLEW_ASSIGN(Arrived arrived, take_in(workspace_, transaction, session));
    RemoteHead taken = head;
    taken.here = arrived.session;
    taken.untaken.clear();
    CLEW_TRY(put_remote_head(transaction, record.name, genesis, taken));
    return arrived;
  };
  CLEW_ASSIGN(const Arrived arrived, transact(workspace_, workspace_.write_deadline(), body));
  SyncedSession& report = report_of(genesis);
  report.session = arrived.session.text;
  report.was = arrived.was;
  has_side_sessions_ = has_side_sessions_ || arrived.was == LogRelation::kDiverged;
  const bool merged = arrived.changed || arrived.reappended > 0 || arrived.fork.has_value();
  if (arrived.was == LogRelation::kDiverged && !merged) {
    return diverged(arrived.session.text, shell_word(record.name));
  }
  report.received += arrived.received;
  report.reappended += arrived.reappended;
  if (arrived.fork) {
    report.fork = arrived.fork->text;
    if (!scope_.sessions.empty()) scope_.sessions.push_back(report.fork);
  }
  report.handed_to = arrived.handed_to;
  report_.changed = report_.changed || arrived.changed;
  head.here = arrived.session;
  auto& local = local_[genesis];
  local.id = arrived.session;
  local.head = arrived.head;
  if (session.fork) local.parent = session.fork->parent;
  return success();
}

// Every row of it that was ever sent, in order.
Result<std::vector<SentRow>> RemoteSync::whole_history(const Hash& genesis) {
  CLEW_ASSIGN(const JournalNews all, remote_.journal().read_after({}));
  std::vector<SentRow> rows;
  const auto add = [&](const std::vector<SentRow>& sent) {
    std::copy_if(sent.begin(), sent.end(), std::back_inserter(rows),
                 [&](const SentRow& row) { return row.genesis == genesis; });
  };
  if (all.heads) add(all.heads->rows);
  for (const auto& entry : all.entries) add(entry.rows);
  return rows;
}

}  // namespace clew

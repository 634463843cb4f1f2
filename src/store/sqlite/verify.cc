#include "store/sqlite/verify.h"

#include <set>

#include "session/apply.h"
#include "store/codec/chain_check.h"
#include "store/codec/session_summary.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/orphans.h"
#include "store/sqlite/snapshots.h"

namespace clew {
namespace {

std::string at_event(Seq seq) { return "event " + std::to_string(seq.number); }

// One session: its own events, with what was derived from them. Of one that a fork left, only the
// events up to `leaves` are the fork's: what is wrong after them, or with its list entry, is not.
class SessionVerifier {
 public:
  SessionVerifier(Database& base, const SessionRow& row, VerifyReport& report,
                  Seq leaves = kOpenEnd)
      : base_(base), row_(row), report_(report), leaves_(leaves) {}

  // The last of its events up to which all is intact.
  Result<Seq> run() {
    ++report_.sessions;
    intact_to_ = row_.fork_seq;
    CLEW_ASSIGN(const Head before, beginning());
    CLEW_TRY(walk(before));
    CLEW_TRY(check_end());
    if (!row_.marks.forgotten && leaves_ == kOpenEnd) CLEW_TRY(check_summary());
    return intact_to_;
  }

 private:
  void report(Seq seq, std::string what) {
    if (seq > leaves_) return;
    report_.problems.push_back({row_.id, seq, std::move(what)});
  }

  // A forgotten fork whose parent was cut off before the point of the fork: what its first event
  // was chained to is not there any more.
  bool is_detached() const {
    return row_.marks.forgotten && !row_.parent && row_.fork_seq.number > 0;
  }

  // Where the chain begins, and the state there: for a fork, its parents folded from zero.
  // A fork continues its parent's chain, so its first event is checked against the hash of the
  // parent's. Parents are folded from zero here and not from a snapshot, which may be what is
  // wrong.
  Result<Head> beginning() {
    if (is_detached()) return Head{row_.fork_seq, {}};
    if (!row_.parent) return Head{};
    CLEW_ASSIGN(const Line line, line_of(base_, row_, row_.fork_seq));
    if (row_.marks.forgotten) {
      CLEW_ASSIGN(const auto hash, hash_at(base_, line.back().sid, row_.fork_seq));
      return Head{row_.fork_seq, hash.value_or(Hash{})};
    }
    auto parents = fold(base_, line, FoldFrom::kZero);
    if (parents) {
      state_ = std::move(parents->session);
      if (parents->head.seq != row_.fork_seq) {
        report(row_.fork_seq, "the event it was forked from is missing");
      }
      return parents->head;
    }
    report(Seq{0}, "the sessions it was forked from cannot be read: " + parents.error().message);
    foldable_ = false;
    CLEW_ASSIGN(const auto hash, hash_at(base_, line.back().sid, row_.fork_seq));
    return Head{row_.fork_seq, hash.value_or(Hash{})};
  }

  // One pass over the rows: the chain, then the state, then the snapshot that stands at this event.
  // The walk goes on after a problem, so that one damaged event does not hide the next.
  Status walk(const Head& before) {
    const Line own{
        {row_.sid, row_.id, row_.hashed_id, row_.fork_seq, kOpenEnd}
    };
    const Seq first{row_.fork_seq.number + 1};
    ChainCheck chain(row_.hashed_id, before);
    LogCursor cursor(base_, own, Seq{0});
    RawEvent raw;
    bool intact = true;
    while (true) {
      CLEW_ASSIGN(const bool more, cursor.next(raw));
      if (!more) break;
      ++report_.events;
      const size_t known = report_.problems.size();
      if (is_detached() && raw.header.seq == first) {
        chain = ChainCheck(row_.hashed_id, {first, raw.hash});
      } else if (const auto problem = chain.check(raw)) {
        report(raw.header.seq, at_event(raw.header.seq) + ": " + *problem);
        // What was derived from the event as it was is not to be judged by what it is now.
        foldable_ = false;
      }
      // One event that was changed is one problem, also when it cannot be read any more.
      const bool is_news = known == report_.problems.size();
      if (!row_.marks.forgotten) take(raw, is_news ? Unreadable::kReported : Unreadable::kKnown);
      last_ = raw.header;
      hash_ = raw.hash;
      intact = intact && known == report_.problems.size();
      if (intact) intact_to_ = raw.header.seq;
      CLEW_TRY(check_snapshot());
    }
    if (row_.marks.forgotten) return success();
    for (const Seq seq : chain.unexplained()) {
      report(seq, at_event(seq) + ": its payload was replaced, and no later event records it");
      if (seq <= intact_to_) intact_to_ = Seq{seq.number - 1};
    }
    return success();
  }

  // Whether an event that cannot be decoded was reported as a broken link of the chain already.
  enum class Unreadable { kReported, kKnown };
  // The state is only folded on while every event before was good; from then on snapshots are not
  // compared.
  void take(const RawEvent& raw, Unreadable unreadable) {
    auto event = decode_event(raw);
    if (!event) {
      if (unreadable == Unreadable::kReported) {
        report(raw.header.seq, at_event(raw.header.seq) + ": " + event.error().message);
      }
      foldable_ = false;
    } else if (foldable_) {
      state_ = apply(std::move(state_), *event);
    }
  }

  // A snapshot must belong to the event by its hash, and be equal to the replay up to it.
  Status check_snapshot() {
    Statement row(base_.db(), "SELECT hash, data FROM snapshots WHERE sid = ?1 AND seq = ?2");
    CLEW_ASSIGN(const bool found, row.bind(row_.sid, last_.seq).step());
    if (!found) return success();
    ++report_.snapshots;
    if (row.hash(0) != hash_) {
      report(last_.seq, "the snapshot at " + at_event(last_.seq) + " belongs to another event");
    }
    auto session = expand_snapshot(base_, row.bytes(1));
    if (!session) {
      if (session.error().code == ErrorCode::kCorrupt) {
        report(last_.seq, "the snapshot at " + at_event(last_.seq) + " is damaged");
      }
      return success();
    }
    if (!foldable_) return success();
    state_.identity.id = row_.id;
    session->identity.id = row_.id;
    if (!(*session == state_)) {
      report(last_.seq,
             "the snapshot at " + at_event(last_.seq) + " does not match a replay of the events");
    }
    return success();
  }

  // Traces of events after the last one. A log that was cut off cleanly has a valid chain; only
  // what was derived from the lost events tells.
  Status check_end() {
    if (last_.seq >= leaves_) return success();
    if (last_.seq <= row_.fork_seq) {
      report(Seq{0}, "the session has no events");
      return success();
    }
    Statement query(base_.db(),
                    "SELECT max(seq) FROM (SELECT seq FROM snapshots WHERE sid = ?1 UNION ALL "
                    "SELECT seq FROM idem WHERE sid = ?1 UNION ALL SELECT ?2)");
    CLEW_TRY(query.bind(row_.sid, row_.indexed).step());
    const int64_t spoken_of = query.integer(0);
    if (spoken_of > kOpenEnd.number) {
      report(last_.seq, "a snapshot or key refers to event " + std::to_string(spoken_of) +
                            ", beyond the maximum length of a session");
    } else if (spoken_of > last_.seq.number) {
      report(last_.seq, "events after " + std::to_string(last_.seq.number) +
                            " are missing; the store refers to event " + std::to_string(spoken_of));
    }
    return success();
  }

  // Made again from the replay and compared byte by byte.
  Status check_summary() {
    if (!foldable_ || last_.seq <= row_.fork_seq) return success();
    const StatusMarks marks{state_.lifecycle.status, state_.lifecycle.archived, false};
    const bool same = row_.summary == encode_summary(summary_text(state_, last_.actor, last_.at)) &&
                      row_.marks.number() == marks.number();
    if (!same) report(Seq{0}, "its list entry does not match its events");
    return success();
  }

  // Its prepared statements are kept between sessions.
  Database& base_;
  const SessionRow& row_;
  VerifyReport& report_;
  Seq leaves_;
  // Replayed so far.
  Session state_;
  bool foldable_ = true;
  EventHeader last_;
  Hash hash_;
  // The last event before the first problem.
  Seq intact_to_;
};

// get_blob computes the hash of what it read.
Status check_blob(Database& base, const Hash& hash, VerifyReport& report) {
  ++report.blobs;
  const auto data = get_blob(base, hash);
  if (data) return success();
  if (data.error().code == ErrorCode::kFailed) return data.error();
  report.problems.push_back({{}, Seq{0}, "content " + hash.brief() + ": " + data.error().message});
  return success();
}

Result<std::vector<Hash>> hashes(Database& base, const char* sql) {
  Statement rows(base.db(), sql);
  std::vector<Hash> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back(rows.hash(0));
  }
}

Result<std::vector<int64_t>> numbers(Database& base, const char* sql) {
  Statement rows(base.db(), sql);
  std::vector<int64_t> found;
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back(rows.integer(0));
  }
}

// A page that cannot be read is a finding like any other.
Status note_corruption(const Status& status, const SessionId& session, VerifyReport& report) {
  if (status || status.error().code != ErrorCode::kCorrupt) return status;
  report.problems.push_back({session, Seq{0}, status.error().message});
  return success();
}

// A session whose events up to `leaves` belong to a fork; of itself, all do.
struct Ancestor {
  SessionRow row;
  Seq leaves;
};

// SQLite's own check of the pages first, then each session, each blob, and blobs that nobody uses.
// A session that cannot be read is a finding, and the others are still checked.
Status verify_all(Database& base, VerifyReport& report) {
  CLEW_ASSIGN(const std::string pages, base.db().text("PRAGMA integrity_check(1)"));
  if (pages != "ok") report.problems.push_back({{}, Seq{0}, "the database file: " + pages});
  CLEW_ASSIGN(const auto sids, numbers(base, "SELECT sid FROM sessions ORDER BY sid"));
  for (const int64_t sid : sids) {
    CLEW_ASSIGN(const auto row, find_session(base, sid));
    if (!row) {
      report.problems.push_back(
          {{},
           Seq{0},
           "session " + std::to_string(sid) + " has an invalid id; no command shows it"});
      continue;
    }
    const auto intact = SessionVerifier(base, *row, report).run();
    if (!intact) CLEW_TRY(note_corruption(intact.error(), row->id, report));
  }
  CLEW_ASSIGN(const auto blobs, hashes(base, "SELECT hash FROM blobs"));
  for (const Hash& hash : blobs) CLEW_TRY(check_blob(base, hash, report));
  return check_orphans(base, report);
}

}  // namespace

Result<VerifyReport> verify_store(Database& base) {
  VerifyReport report;
  CLEW_TRY(note_corruption(verify_all(base, report), {}, report));
  return report;
}

// A fork depends on its ancestors' events, so those are checked too, oldest first, up to the event
// where the line leaves each of them. `intact_to` is then the last event of the whole line that can
// be trusted.
Result<VerifyReport> verify_session(Database& base, const SessionId& session) {
  CLEW_ASSIGN(const SessionRow row, get_any_session(base, session));
  VerifyReport report;
  std::vector<Ancestor> line{
      {row, kOpenEnd}
  };
  SessionRow here = row;
  for (size_t steps = 0; here.parent && steps < kMaxAncestors; ++steps) {
    const Seq leaves = std::min(line.back().leaves, here.fork_seq);
    CLEW_ASSIGN(auto parent, find_session(base, *here.parent));
    if (!parent) break;
    here = std::move(*parent);
    // A fork of a fork may leave before that one's own first event.
    if (here.fork_seq < leaves) line.push_back({here, leaves});
  }
  Seq intact_to;
  bool intact = true;
  for (auto each = line.rbegin(); each != line.rend(); ++each) {
    const bool itself = each->row.sid == row.sid;
    const auto reached = SessionVerifier(base, each->row, report, each->leaves).run();
    if (!reached) {
      CLEW_TRY(note_corruption(reached.error(), each->row.id, report));
      break;
    }
    if (intact) intact_to = std::min(*reached, each->leaves);
    intact = intact && (itself || *reached >= each->leaves);
  }
  report.intact_to = intact_to;
  CLEW_ASSIGN(const auto blobs, used_blobs(base, row.sid));
  for (const Hash& hash : blobs) CLEW_TRY(check_blob(base, hash, report));
  return report;
}

}  // namespace clew

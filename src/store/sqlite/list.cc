#include "store/sqlite/list.h"

#include <algorithm>
#include <limits>

#include "base/id_rule.h"
#include "base/text.h"
#include "store/codec/session_summary.h"
#include "store/sqlite/snapshots.h"

namespace clew {
namespace {

// `touched` may lag by a minute behind the last event, so the order it gives is checked against
// the events of a few more rows than were asked for.
constexpr Duration kTouchedLag = minutes(1);
constexpr size_t kMaxExtraRows = 256;
constexpr size_t kShownCandidates = 5;

// Project and parent are looked up apart: nearly every command lists the sessions of its own
// project, and compiling joins that it does not need took longer than the rest.
#define CLEW_SUMMARY_COLUMNS                                          \
  "s.sid, s.id, s.status, s.created, s.touched, " CLEW_STORED_SUMMARY \
  ", s.project, s.parent, s.fork_seq FROM "                           \
  "sessions s "

constexpr const char* kNewest =
    "SELECT " CLEW_SUMMARY_COLUMNS
    "WHERE s.touched BETWEEN ?1 AND ?2 AND (?3 >> s.status) & 1 ORDER BY s.touched DESC";
constexpr const char* kNewestOfProject = "SELECT " CLEW_SUMMARY_COLUMNS
                                         "WHERE s.project = ?4 AND s.touched BETWEEN ?1 AND ?2 AND "
                                         "(?3 >> s.status) & 1 ORDER BY s.touched DESC";

// A bit for every value of the status column that is asked for.
int64_t status_mask(const ListQuery& query) {
  int64_t mask = 0;
  for (int64_t number = 0; number < 32; ++number) {
    const StatusMarks marks = StatusMarks::from(number);
    if ((marks.archived || marks.forgotten) && !query.archived) continue;
    const bool asked = query.statuses.empty() ||
                       std::find(query.statuses.begin(), query.statuses.end(), marks.status) !=
                           query.statuses.end();
    if (asked) mask |= int64_t{1} << number;
  }
  return mask;
}

Result<std::string> look_up(Database& base, const char* sql, int64_t number) {
  Statement query(base.db(), sql);
  CLEW_ASSIGN(const bool found, query.bind(number).step());
  return found ? query.text(0) : std::string();
}

// From the log, which is the truth. Empty where that cannot be read either: `clew verify` says what
// is wrong, and the other sessions are listed all the same.
// The list entry is missing or damaged: it is made in memory and not written, because listing is a
// read.
Result<SummaryText> made_summary(Database& base, int64_t sid) {
  CLEW_ASSIGN(const auto session, find_session(base, sid));
  if (!session || session->marks.forgotten) return SummaryText();
  const auto loaded = load_session(base, *session, std::nullopt);
  if (!loaded) {
    return loaded.error().code == ErrorCode::kFailed ? Result<SummaryText>(loaded.error())
                                                     : Result<SummaryText>(SummaryText());
  }
  CLEW_ASSIGN(const Line line, line_of(base, *session, loaded->head.seq));
  LogCursor cursor(base, line, loaded->head.seq);
  RawEvent last;
  CLEW_TRY(cursor.next(last));
  return summary_text(loaded->session, last.header.actor, last.header.at);
}

// No session that was written whole has an empty one.
// Column 5 is the entry's text; an empty one is that of a session whose entry was never written.
Result<SummaryText> read_text(Database& base, const Statement& row) {
  const BytesView kept = row.bytes(5);
  if (!kept.empty()) {
    if (auto text = decode_summary(kept)) return text;
  }
  return made_summary(base, row.integer(0));
}

// `project` is its project's name, where that is known.
// Columns as in CLEW_SUMMARY_COLUMNS. The head is read from the events, and its time counts when
// the entry lags behind.
Result<SessionSummary> read_summary(Database& base, const Statement& row,
                                    const std::optional<std::string>& project) {
  SessionSummary summary;
  summary.id = SessionId(row.text(1));
  const StatusMarks marks = StatusMarks::from(row.integer(2));
  summary.status = marks.status;
  summary.archived = marks.archived;
  summary.forgotten = marks.forgotten;
  summary.created_at = Time{row.integer(3)};
  summary.touched_at = Time{row.integer(4)};
  CLEW_ASSIGN(SummaryText text, read_text(base, row));
  summary.goal = std::move(text.goal);
  summary.project_path = std::move(text.project_path);
  summary.actor = std::move(text.actor);
  summary.step = std::move(text.step);
  summary.percent = text.percent;
  summary.open_ended = text.open_ended;
  if (project) {
    summary.project = *project;
  } else if (!row.is_null(6)) {
    CLEW_ASSIGN(summary.project,
                look_up(base, "SELECT name FROM projects WHERE project = ?1", row.integer(6)));
  }
  if (!row.is_null(7)) {
    CLEW_ASSIGN(summary.parent.text,
                look_up(base, "SELECT id FROM sessions WHERE sid = ?1", row.integer(7)));
    summary.parent_seq = Seq{row.number(8)};
  }
  CLEW_ASSIGN(const auto head, head_of(base, row.integer(0)));
  if (head) {
    summary.head = head->head;
    summary.touched_at = std::max(summary.touched_at, head->at);
  }
  return summary;
}

Result<bool> touched_by(Database& base, int64_t sid, const ActorId& actor) {
  Statement query(base.db(),
                  "SELECT 1 FROM touched_by WHERE sid = ?1 AND actor = "
                  "(SELECT actor FROM actors WHERE name = ?2)");
  return query.bind(sid, actor.text).step();
}

// What the SQL did not decide: exact times, words in the goal, and who took part.
Result<bool> wanted(Database& base, const ListQuery& query, const SessionSummary& summary,
                    int64_t sid) {
  if (query.touched_since && summary.touched_at < *query.touched_since) return false;
  if (query.touched_before && summary.touched_at >= *query.touched_before) return false;
  if (!query.text.empty() &&
      lower_case(summary.goal).find(lower_case(query.text)) == std::string::npos) {
    return false;
  }
  return query.actor ? touched_by(base, sid, *query.actor) : Result<bool>(true);
}

}  // namespace

// Rows come by `touched`, which may be behind, so reading goes on until no later row can be newer
// than the last one taken. Projects and statuses are in the SQL, the rest is decided per row.
Result<std::vector<SessionSummary>> list_sessions(Database& base, const ListQuery& query) {
  const Time since = query.touched_since ? *query.touched_since - kTouchedLag
                                         : Time{std::numeric_limits<int64_t>::min()};
  const Time before = query.touched_before.value_or(Time{std::numeric_limits<int64_t>::max()});
  std::optional<int64_t> project;
  if (query.project) {
    Statement number(base.db(), "SELECT project FROM projects WHERE name = ?1");
    CLEW_ASSIGN(const bool found, number.bind(*query.project).step());
    if (!found) return std::vector<SessionSummary>();
    project = number.integer(0);
  }
  Statement rows(base.db(), project ? kNewestOfProject : kNewest);
  if (project) {
    rows.bind(since, before, status_mask(query), *project);
  } else {
    rows.bind(since, before, status_mask(query));
  }
  std::vector<SessionSummary> summaries;
  Time enough{std::numeric_limits<int64_t>::min()};
  while (summaries.size() < query.limit + kMaxExtraRows) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more || Time{rows.integer(4)} < enough) break;
    if (!is_session_id(rows.text(1))) continue;  // `clew verify --all` says so
    CLEW_ASSIGN(SessionSummary summary, read_summary(base, rows, query.project));
    CLEW_ASSIGN(const bool take, wanted(base, query, summary, rows.integer(0)));
    if (!take) continue;
    summaries.push_back(std::move(summary));
    if (summaries.size() == query.limit) enough = summaries.back().touched_at - kTouchedLag;
  }
  std::stable_sort(
      summaries.begin(), summaries.end(),
      [](const SessionSummary& a, const SessionSummary& b) { return a.touched_at > b.touched_at; });
  if (summaries.size() > query.limit) summaries.resize(query.limit);
  return summaries;
}

Result<SessionSummary> session_summary(Database& base, const SessionId& id) {
  Statement row(base.db(), "SELECT " CLEW_SUMMARY_COLUMNS "WHERE s.id = ?1");
  CLEW_ASSIGN(const bool found, row.bind(id).step());
  if (!found || !is_session_id(id.text)) return no_such_session(id);
  return read_summary(base, row, std::nullopt);
}

// An exact id wins over longer ones that begin with it. With several, five are named.
Result<SessionId> resolve_session(Database& base, const std::string& prefix) {
  if (prefix.empty()) return no_such_session(SessionId());
  // The next text that does not begin so; 0xff is in no UTF-8.
  const std::string end = prefix + '\xff';
  Statement rows(base.db(), "SELECT id FROM sessions WHERE id >= ?1 AND id < ?2 ORDER BY id");
  rows.bind(prefix, end);
  std::vector<std::string> found;
  while (found.size() <= kShownCandidates) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) break;
    if (!is_session_id(rows.text(0))) continue;
    found.push_back(rows.text(0));
    if (found.back() == prefix) return SessionId(prefix);
  }
  if (found.empty()) return no_such_session(SessionId(prefix));
  if (found.size() == 1) return SessionId(found.front());
  std::string names;
  for (size_t i = 0; i < std::min(found.size(), kShownCandidates); ++i) {
    names += (i == 0 ? "" : ", ") + found[i];
  }
  if (found.size() > kShownCandidates) names += ", …";
  return make_error(ErrorCode::kUsage, "several sessions match this prefix: " + names, prefix,
                    "clew list");
}

}  // namespace clew

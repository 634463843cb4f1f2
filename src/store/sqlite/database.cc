#include "store/sqlite/database.h"

#include <set>

#include "base/id_rule.h"

namespace clew {
namespace {

// The last column is only there once the store is migrated: reading never migrates.
#define CLEW_SESSION_COLUMNS \
  "sid, id, parent, fork_seq, status, touched, indexed, " CLEW_STORED_SUMMARY
#define CLEW_SELECT_SESSIONS(has_ids, rest)                                    \
  ((has_ids) ? "SELECT " CLEW_SESSION_COLUMNS                                  \
               ", (SELECT h.id FROM hashed_ids h WHERE h.sid = sessions.sid) " \
               "FROM sessions " rest                                           \
             : "SELECT " CLEW_SESSION_COLUMNS ", NULL FROM sessions " rest)

// A store that another program migrates meanwhile has them from then on.
Result<bool> has_hashed_ids(Database& base) {
  constexpr int64_t kSince = 2;
  if (base.has_hashed_ids) return true;
  CLEW_ASSIGN(const int64_t schema, base.db().integer("PRAGMA user_version"));
  base.has_hashed_ids = schema >= kSince;
  return base.has_hashed_ids;
}

SessionRow read_session(const Statement& row) {
  SessionRow session;
  session.sid = row.integer(0);
  session.id = SessionId(row.text(1));
  if (!row.is_null(2)) session.parent = row.integer(2);
  session.fork_seq = Seq{row.number(3)};
  session.marks = StatusMarks::from(row.integer(4));
  session.touched = Time{row.integer(5)};
  session.indexed = Seq{row.number(6)};
  session.summary = row.text(7);
  session.hashed_id = session.id;
  if (is_session_id(row.text(8))) session.hashed_id = SessionId(row.text(8));
  return session;
}

// An id that is not valid is treated as if there were no such row: it would end up in paths and
// commands.
Result<std::optional<SessionRow>> first_session(Statement& query) {
  CLEW_ASSIGN(const bool found, query.step());
  if (!found || !is_session_id(query.text(1))) return std::optional<SessionRow>();
  return std::optional<SessionRow>(read_session(query));
}

// The number of a name, added if it has none. Names are stored once, and rows have the number.
Result<int64_t> intern(Database& base, const char* find, const char* add, const std::string& name) {
  {
    Statement query(base.db(), find);
    CLEW_ASSIGN(const bool found, query.bind(name).step());
    if (found) return query.integer(0);
  }
  Statement insert(base.db(), add);
  CLEW_TRY(insert.bind(name).run());
  return sqlite3_last_insert_rowid(base.db().handle());
}

}  // namespace

// status | archived << 3 | forgotten << 4, as the column has it.
StatusMarks StatusMarks::from(int64_t number) {
  StatusMarks marks;
  marks.status = static_cast<Lifecycle>(number & 7);
  marks.archived = (number & 8) != 0;
  marks.forgotten = (number & 16) != 0;
  return marks;
}

int64_t StatusMarks::number() const {
  return static_cast<int64_t>(status) | (archived ? 8 : 0) | (forgotten ? 16 : 0);
}

Status check_new_id(const SessionId& id) {
  if (is_session_id(id.text)) return success();
  return bad_session_id(ErrorCode::kInvalid, id.text,
                        "export it again from a session with a valid id");
}

Result<std::optional<SessionRow>> find_session(Database& base, const SessionId& id) {
  CLEW_ASSIGN(const bool has_ids, has_hashed_ids(base));
  Statement query(base.db(), CLEW_SELECT_SESSIONS(has_ids, "WHERE id = ?1"));
  query.bind(id);
  return first_session(query);
}

Result<std::optional<SessionRow>> find_session(Database& base, int64_t sid) {
  CLEW_ASSIGN(const bool has_ids, has_hashed_ids(base));
  Statement query(base.db(), CLEW_SELECT_SESSIONS(has_ids, "WHERE sid = ?1"));
  query.bind(sid);
  return first_session(query);
}

Result<SessionRow> get_any_session(Database& base, const SessionId& id) {
  CLEW_ASSIGN(auto row, find_session(base, id));
  if (!row) return no_such_session(id);
  return std::move(*row);
}

Result<SessionRow> get_session(Database& base, const SessionId& id) {
  CLEW_ASSIGN(auto row, get_any_session(base, id));
  if (row.marks.forgotten) {
    return make_error(ErrorCode::kNotFound, "the session was forgotten; only its chain is left",
                      id.text, "clew list");
  }
  return row;
}

Error no_such_session(const SessionId& id) {
  return make_error(ErrorCode::kNotFound, "there is no such session", id.text, "clew list");
}

// Breadth first. Forks of `sid` count from the event `from` on; of those, all forks do.
Result<std::vector<SessionRow>> descendants(Database& base, int64_t sid, Seq from) {
  std::vector<SessionRow> found;
  std::set<int64_t> known{sid};  // a damaged store could go round in circles
  const auto add_children = [&](int64_t parent, Seq since) -> Status {
    CLEW_ASSIGN(const bool has_ids, has_hashed_ids(base));
    Statement query(base.db(), CLEW_SELECT_SESSIONS(
                                   has_ids, "WHERE parent = ?1 AND fork_seq >= ?2 ORDER BY sid"));
    query.bind(parent, since);
    while (true) {
      CLEW_ASSIGN(const bool more, query.step());
      if (!more) return success();
      if (known.insert(query.integer(0)).second) found.push_back(read_session(query));
    }
  };
  CLEW_TRY(add_children(sid, from));
  for (size_t i = 0; i < found.size(); ++i) CLEW_TRY(add_children(found[i].sid, Seq{0}));
  return found;
}

// The session whose handle is the id comes first, unless it is hashed under another id.
Result<std::vector<SessionId>> sessions_hashed_as(Database& base, const SessionId& hashed_id) {
  std::vector<SessionId> found;
  CLEW_ASSIGN(const auto own, find_session(base, hashed_id));
  if (own && own->hashed_id == hashed_id) found.push_back(own->id);
  CLEW_ASSIGN(const bool has_ids, has_hashed_ids(base));
  if (!has_ids) return found;
  Statement rows(base.db(),
                 "SELECT s.id FROM hashed_ids h JOIN sessions s ON s.sid = h.sid WHERE h.id = ?1 "
                 "ORDER BY s.sid");
  rows.bind(hashed_id);
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return found;
    found.push_back(SessionId(rows.text(0)));
  }
}

Status put_hashed_id(Database& base, int64_t sid, const SessionId& hashed_id) {
  CLEW_TRY(check_new_id(hashed_id));
  Statement insert(base.db(), "INSERT INTO hashed_ids(sid, id) VALUES(?1, ?2)");
  return insert.bind(sid, hashed_id).run();
}

Result<int64_t> intern_actor(Database& base, const ActorId& actor) {
  return intern(base, "SELECT actor FROM actors WHERE name = ?1",
                "INSERT INTO actors(name) VALUES(?1)", actor.text);
}

Result<std::optional<int64_t>> intern_project(Database& base, const std::string& project) {
  if (project.empty()) return std::optional<int64_t>();
  CLEW_ASSIGN(const int64_t number, intern(base, "SELECT project FROM projects WHERE name = ?1",
                                           "INSERT INTO projects(name) VALUES(?1)", project));
  return std::optional<int64_t>(number);
}

}  // namespace clew

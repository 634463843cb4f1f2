#include "store/sqlite/sqlite_store.h"

#include <sodium.h>

#include <algorithm>

#include "sqlite/preconditions.h"
#include "store/codec/event_codec.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/list.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/search.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/sqlite_turn.h"
#include "store/sqlite/text_index.h"
#include "store/sqlite/verify.h"

namespace clew {
namespace {

// Searching waits this long to bring the index up to date; after that it reads the log instead.
constexpr Duration kIndexDeadline{200};
constexpr size_t kIndexBatch = 256;
// One statement for one setting and for many: most commands ask for both, and to compile it costs
// more than to run it.
constexpr const char* kSettings =
    "SELECT key, value FROM settings WHERE key >= ?1 AND key < ?2 ORDER BY key";

// The system's, asked for many at once: most turns need the salt of one event.
class SystemRandom {
 public:
  void operator()(Bytes& bytes) {
    if (bytes.size() > left_.size()) {
      left_.resize(std::max(kAtOnce, bytes.size()));
      randombytes_buf(left_.data(), left_.size());
    }
    const size_t rest = left_.size() - bytes.size();
    bytes.assign(left_, rest);
    left_.resize(rest);
  }

 private:
  static constexpr size_t kAtOnce = 512;
  Bytes left_;
};

Error nothing_there(const std::string& subject) {
  return make_error(ErrorCode::kNotFound, "there is no such session", subject, "clew start GOAL");
}

}  // namespace

SqliteStore::SqliteStore(std::string path, StoreOptions options)
    : path_(std::move(path)), options_(std::move(options)) {
  if (!options_.random) {
    options_.random = SystemRandom();
  }
}

SqliteStore::~SqliteStore() {
  if (options_.lifespan == Lifespan::kLongLived) finish();
}

template <class T, class Question>
Result<T> SqliteStore::ask(Result<T> nothing, Question&& question) {
  disconnect_if_moved();
  CLEW_ASSIGN(Database* const base, reader());
  if (base == nullptr) return nothing;
  if (turn_open_) return question(*base);
  CLEW_TRY(Statement(base->db(), "BEGIN").run());
  Result<T> answer = question(*base);
  const Status ended = Statement(base->db(), "ROLLBACK").run();
  if (!ended) disconnect();
  return answer;
}

Result<Loaded> SqliteStore::load(const SessionId& session, std::optional<Seq> at) {
  return ask(Result<Loaded>(nothing_there(session.text)), [&](Database& base) -> Result<Loaded> {
    CLEW_ASSIGN(const SessionRow row, get_session(base, session));
    return load_session(base, row, at);
  });
}

Result<std::vector<RawEvent>> SqliteStore::read_raw(const SessionId& session, Seq from,
                                                    size_t limit) {
  using Events = std::vector<RawEvent>;
  return ask(Result<Events>(nothing_there(session.text)), [&](Database& base) -> Result<Events> {
    CLEW_ASSIGN(const SessionRow row, get_any_session(base, session));
    CLEW_ASSIGN(const Line line, line_of(base, row));
    LogCursor cursor(base, line, from);
    Events events;
    while (events.size() < limit) {
      RawEvent raw;
      CLEW_ASSIGN(const bool more, cursor.next(raw));
      if (!more) break;
      if (!raw.redacted) raw.inner = inner_hash(raw.salt, raw.payload);
      events.push_back(std::move(raw));
    }
    return events;
  });
}

Result<std::vector<StoredEvent>> SqliteStore::read(const SessionId& session, Seq from,
                                                   size_t limit) {
  using Events = std::vector<StoredEvent>;
  return ask(Result<Events>(nothing_there(session.text)), [&](Database& base) -> Result<Events> {
    CLEW_ASSIGN(const SessionRow row, get_session(base, session));
    CLEW_ASSIGN(const Line line, line_of(base, row));
    LogCursor cursor(base, line, from);
    Events events;
    RawEvent raw;
    while (events.size() < limit) {
      CLEW_ASSIGN(const bool more, cursor.next(raw));
      if (!more) break;
      CLEW_ASSIGN(Event event, decode_event(raw));
      events.push_back({raw.session, std::move(event), raw.hash, raw.redacted});
    }
    return events;
  });
}

Result<std::vector<SessionCard>> SqliteStore::list(const ListQuery& query) {
  return ask(Result(std::vector<SessionCard>()),
             [&](Database& base) { return list_sessions(base, query); });
}

Result<SessionCard> SqliteStore::card(const SessionId& session) {
  return ask(Result<SessionCard>(nothing_there(session.text)),
             [&](Database& base) { return session_card(base, session); });
}

Result<SessionId> SqliteStore::resolve(const std::string& prefix) {
  return ask(Result<SessionId>(nothing_there(prefix)),
             [&](Database& base) { return resolve_session(base, prefix); });
}

Result<std::vector<SearchHit>> SqliteStore::search(const SearchQuery& query) {
  // An index that cannot be brought up to date is no reason not to answer.
  static_cast<void>(catch_up_index());
  return ask(Result(std::vector<SearchHit>()),
             [&](Database& base) { return search_words(base, query); });
}

Status SqliteStore::catch_up_index() {
  while (!turn_open_) {
    CLEW_ASSIGN(const auto behind, ask(Result(std::vector<int64_t>()), [&](Database& base) {
                  return unindexed_sessions(base, kIndexBatch);
                }));
    if (behind.empty() || schema_ != SchemaState::kCurrent) break;
    auto turn = begin_write(kIndexDeadline);
    if (!turn) return turn.error();
    for (const int64_t sid : behind) {
      CLEW_ASSIGN(const auto row, find_session(*database_, sid));
      if (row) CLEW_TRY(index_session(*database_, *row));
    }
    CLEW_TRY((*turn)->commit());
  }
  return success();
}

Result<Bytes> SqliteStore::blob(const Hash& hash) {
  const Error none =
      make_error(ErrorCode::kNotFound, "there is no such content", hash.hex(), "clew verify");
  return ask(Result<Bytes>(none), [&](Database& base) { return get_blob(base, hash); });
}

Result<VerifyReport> SqliteStore::verify(const std::optional<SessionId>& session) {
  const auto nothing = session ? Result<VerifyReport>(nothing_there(session->text))
                               : Result<VerifyReport>(VerifyReport{});
  return ask(nothing, [&](Database& base) {
    return session ? verify_session(base, *session) : verify_store(base);
  });
}

Result<std::string> SqliteStore::setting(const std::string& key) {
  return ask(Result(std::string()), [&](Database& base) -> Result<std::string> {
    const std::string end = key + '\0';  // the least that comes after it
    Statement query(base.db(), kSettings);
    CLEW_ASSIGN(const bool found, query.bind(key, end).step());
    return found ? query.text(1) : std::string();
  });
}

Result<std::vector<StoreSetting>> SqliteStore::settings(const std::string& prefix) {
  using Settings = std::vector<StoreSetting>;
  return ask(Result(Settings()), [&](Database& base) -> Result<Settings> {
    const std::string end = prefix + '\xff';
    Statement rows(base.db(), kSettings);
    rows.bind(prefix, end);
    Settings found;
    while (true) {
      CLEW_ASSIGN(const bool more, rows.step());
      if (!more) return found;
      found.push_back({rows.text(0), rows.text(1)});
    }
  });
}

Status SqliteStore::backup(const std::string& path) {
  if (turn_open_) return make_error(ErrorCode::kConflict, "a turn is open", path_);
  CLEW_ASSIGN(Database* const base, reader());
  if (base == nullptr) {
    return make_error(ErrorCode::kNotFound, "there is no store yet", path_, "clew start GOAL");
  }
  return copy_store(base->db(), path, options_.vfs);
}

std::vector<std::string> SqliteStore::notices() { return std::exchange(notices_, {}); }

}  // namespace clew

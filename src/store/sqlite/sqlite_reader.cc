#include "store/sqlite/sqlite_reader.h"

#include "store/sqlite/append.h"
#include "store/sqlite/blobs.h"
#include "store/sqlite/list.h"
#include "store/sqlite/search.h"
#include "store/sqlite/setting_table.h"
#include "store/sqlite/snapshots.h"
#include "store/sqlite/verify.h"

namespace clew {
namespace {

Error nothing_there(const std::string& subject) {
  return make_error(ErrorCode::kNotFound, "there is no such session", subject, "clew start GOAL");
}

}  // namespace

template <class Interface>
template <class T, class Question>
// Begins and ends the read around `question`. `nothing` is the answer when there is no store yet.
Result<T> SqliteReader<Interface>::ask(Result<T> nothing, Question&& question) {
  CLEW_ASSIGN(Database* const base, begin_read());
  if (base == nullptr) return nothing;
  Result<T> answer = question(*base);
  end_read();
  return answer;
}

template <class Interface>
Result<Loaded> SqliteReader<Interface>::load(const SessionId& session, std::optional<Seq> at) {
  return ask(Result<Loaded>(nothing_there(session.text)), [&](Database& base) -> Result<Loaded> {
    CLEW_ASSIGN(const SessionRow row, get_session(base, session));
    return load_session(base, row, at);
  });
}

template <class Interface>
Result<bool> SqliteReader<Interface>::exists(const SessionId& session) {
  return ask(Result(false), [&](Database& base) -> Result<bool> {
    CLEW_ASSIGN(const auto row, find_session(base, session));
    return row.has_value();
  });
}

template <class Interface>
Result<SessionId> SqliteReader<Interface>::hashed_id(const SessionId& session) {
  return ask(Result<SessionId>(nothing_there(session.text)),
             [&](Database& base) -> Result<SessionId> {
               CLEW_ASSIGN(const SessionRow row, get_any_session(base, session));
               return row.hashed_id;
             });
}

template <class Interface>
Result<std::vector<SessionId>> SqliteReader<Interface>::sessions_hashed_as(
    const SessionId& hashed_id) {
  return ask(Result(std::vector<SessionId>()),
             [&](Database& base) { return clew::sessions_hashed_as(base, hashed_id); });
}

template <class Interface>
Result<std::vector<StoredEvent>> SqliteReader<Interface>::read(const SessionId& session, Seq from,
                                                               size_t limit) {
  return ask(Result<std::vector<StoredEvent>>(nothing_there(session.text)),
             [&](Database& base) { return read_events(base, session, from, limit); });
}

template <class Interface>
Result<std::vector<RawEvent>> SqliteReader<Interface>::read_raw(const SessionId& session, Seq from,
                                                                size_t limit) {
  return ask(Result<std::vector<RawEvent>>(nothing_there(session.text)),
             [&](Database& base) { return read_raw_events(base, session, from, limit); });
}

template <class Interface>
Result<std::optional<SeenKey>> SqliteReader<Interface>::find_key(const Idempotency& key) {
  return ask(Result(std::optional<SeenKey>()),
             [&](Database& base) { return clew::find_key(base, key); });
}

template <class Interface>
Result<Bytes> SqliteReader<Interface>::blob(const Hash& hash) {
  const Error none =
      make_error(ErrorCode::kNotFound, "there is no such content", hash.hex(), "clew verify");
  return ask(Result<Bytes>(none), [&](Database& base) { return get_blob(base, hash); });
}

template <class Interface>
Result<VerifyReport> SqliteReader<Interface>::verify(const std::optional<SessionId>& session) {
  const auto nothing = session ? Result<VerifyReport>(nothing_there(session->text))
                               : Result<VerifyReport>(VerifyReport{});
  return ask(nothing, [&](Database& base) {
    return session ? verify_session(base, *session) : verify_store(base);
  });
}

template <class Interface>
Result<std::vector<SessionSummary>> SqliteReader<Interface>::list(const ListQuery& query) {
  return ask(Result(std::vector<SessionSummary>()),
             [&](Database& base) { return list_sessions(base, query); });
}

template <class Interface>
Result<SessionSummary> SqliteReader<Interface>::summary(const SessionId& session) {
  return ask(Result<SessionSummary>(nothing_there(session.text)),
             [&](Database& base) { return session_summary(base, session); });
}

template <class Interface>
Result<SessionId> SqliteReader<Interface>::resolve(const std::string& prefix) {
  return ask(Result<SessionId>(nothing_there(prefix)),
             [&](Database& base) { return resolve_session(base, prefix); });
}

template <class Interface>
Result<std::vector<SearchHit>> SqliteReader<Interface>::search(const SearchQuery& query) {
  return ask(Result(std::vector<SearchHit>()),
             [&](Database& base) { return search_words(base, query); });
}

template <class Interface>
Result<std::string> SqliteReader<Interface>::setting(const std::string& key) {
  return ask(Result(std::string()), [&](Database& base) { return get_setting(base, key); });
}

template <class Interface>
Result<std::vector<StoreSetting>> SqliteReader<Interface>::settings(const std::string& prefix) {
  return ask(Result(std::vector<StoreSetting>()),
             [&](Database& base) { return get_settings(base, prefix); });
}

// The three that there are, so that the bodies above are compiled once.
template class SqliteReader<EventStore>;
template class SqliteReader<Transaction>;
template class SqliteReader<StoreReader>;

}  // namespace clew

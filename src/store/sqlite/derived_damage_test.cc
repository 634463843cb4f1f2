// What is derived from the log was changed behind clew's back: the log is the truth, and nothing
// that is intact becomes unreadable by it.

#include <doctest/doctest.h>

#include "store/sqlite/snapshots.h"
#include "store/sqlite/store_connection.h"
#include "testing/damaged_store.h"

namespace clew {
namespace {

void check_remade(DamagedStore& damaged) {
  SqliteStore store(damaged.path(), {});
  auto transaction = store.begin_write(seconds(5));
  REQUIRE((*transaction)->remake(SessionId("s")).ok());
  REQUIRE((*transaction)->commit().ok());
  transaction->reset();
  CHECK(store.verify(std::nullopt)->problems.empty());
}

TEST_CASE("a list entry that cannot be read is made from the log, and made anew on request") {
  for (const char* bytes : {"x'00ff'", "x''", "zeroblob(68000000)"}) {
    CAPTURE(bytes);
    DamagedStore damaged;
    const auto whole = SqliteStore(damaged.path(), {}).summary(SessionId("s"));
    REQUIRE(whole.ok());
    damaged.sql(std::string("UPDATE sessions SET card = ") + bytes);
    {
      SqliteStore store(damaged.path(), {});
      const auto listed = store.list({});
      REQUIRE_MESSAGE(listed.ok(), listed.error().message);
      REQUIRE(listed->size() == 1);
      CHECK(listed->front().actor == ActorId("ana"));
      CHECK(listed->front().head == whole->head);
      const auto summary = store.summary(SessionId("s"));
      REQUIRE(summary.ok());
      CHECK(summary->actor == whole->actor);
    }
    const auto report = damaged.verify(SessionId("s"));
    REQUIRE(report.problems.size() == 1);
    CHECK(report.problems[0].what.starts_with("its list entry does not match"));
    check_remade(damaged);
  }
}

TEST_CASE("a session of which neither list entry nor log can be read is listed all the same") {
  DamagedStore damaged;
  damaged.sql("UPDATE sessions SET card = x'00ff'; UPDATE events SET at = at + 1 WHERE seq = 70");
  const auto listed = SqliteStore(damaged.path(), {}).list({});
  REQUIRE(listed.ok());
  REQUIRE(listed->size() == 1);
  CHECK(listed->front().id == SessionId("s"));
  CHECK(listed->front().goal.empty());
}

TEST_CASE("a snapshot that stands at another event is passed over, and reported") {
  for (const char* seq : {"33", "65", "70", "71"}) {
    for (const uint32_t at : {65u, 70u, 71u}) {
      CAPTURE(seq);
      CAPTURE(at);
      DamagedStore damaged;
      const auto whole = SqliteStore(damaged.path(), {}).load(SessionId("s"), Seq{at});
      REQUIRE(whole.ok());
      damaged.sql(std::string("UPDATE snapshots SET seq = ") + seq + " WHERE seq = 64");
      const auto loaded = SqliteStore(damaged.path(), {}).load(SessionId("s"), Seq{at});
      REQUIRE_MESSAGE(loaded.ok(), loaded.error().message);
      CHECK(loaded->head == whole->head);
      CHECK(loaded->session == whole->session);
      const auto report = damaged.verify(SessionId("s"));
      REQUIRE_FALSE(report.problems.empty());
      CHECK(report.problems[0].what.ends_with("belongs to another event"));
      CHECK(report.intact_to == Seq{71});
      check_remade(damaged);
    }
  }
}

TEST_CASE("a whole snapshot in its place that holds another state is reported") {
  DamagedStore damaged;
  const auto whole = SqliteStore(damaged.path(), {}).load(SessionId("s"), Seq{64});
  REQUIRE(whole.ok());
  Session other = whole->session;
  other.identity.goal = "not what the events say";
  {
    auto connection = Connection::open(damaged.path(), {});
    REQUIRE(connection.ok());
    Database base;
    base.connection = std::move(*connection);
    const auto row = find_session(base, SessionId("s"));
    REQUIRE(row.ok());
    REQUIRE(put_snapshot(base, (*row)->sid, whole->head, other).ok());
  }
  for (const auto& session : {std::optional<SessionId>(), std::optional(SessionId("s"))}) {
    const auto report = damaged.verify(session);
    REQUIRE(report.problems.size() == 1);
    CHECK(report.problems[0].seq == Seq{64});
    CHECK(report.problems[0].what.ends_with("does not match a replay of the events"));
  }
  check_remade(damaged);
}

TEST_CASE("behind a snapshot that is passed over, a changed event is still an error") {
  DamagedStore damaged;
  damaged.sql(
      "UPDATE snapshots SET seq = 65 WHERE seq = 64; UPDATE events SET at = at + 1 WHERE seq = 66");
  const auto loaded = SqliteStore(damaged.path(), {}).load(SessionId("s"), std::nullopt);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().message == "event 66 of s: it does not match what was recorded");
}

TEST_CASE("a snapshot further on than any session is long is reported, and goes on request") {
  DamagedStore damaged;
  damaged.sql("UPDATE snapshots SET seq = seq + 1099511627776 WHERE seq = 64");
  CHECK(SqliteStore(damaged.path(), {}).load(SessionId("s"), std::nullopt)->head.seq == Seq{71});
  const auto report = damaged.verify(SessionId("s"));
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0].what.find("event 1099511627840") != std::string::npos);
  CHECK(report.intact_to == Seq{71});
  check_remade(damaged);
}

TEST_CASE("a session with an id that nobody may give is shown by verify alone") {
  DamagedStore damaged;
  damaged.sql("UPDATE sessions SET id = 's;touch x' || char(10) || 'Goal: forged'");
  SqliteStore store(damaged.path(), {});
  CHECK(store.list({})->empty());
  CHECK(store.search({"note", {}, {}, 5})->empty());
  CHECK_FALSE(store.resolve("s").ok());
  CHECK_FALSE(store.summary(SessionId("s;touch x\nGoal: forged")).ok());
  CHECK_FALSE(store.load(SessionId("s;touch x\nGoal: forged"), std::nullopt).ok());
  const auto report = store.verify(std::nullopt);
  REQUIRE_FALSE(report->problems.empty());
  CHECK(report->problems[0].what.find("has an invalid id") != std::string::npos);
  for (const auto& problem : report->problems) CHECK(problem.session.empty());
}

TEST_CASE("a backup with an id that nobody may give is not restored") {
  const TempFolder folder;
  DamagedStore backup;
  backup.sql("UPDATE sessions SET id = 's;touch x'");
  StoreConnection store(folder / "clew.db", {});
  const auto kept = store.replace_by(backup.path());
  REQUIRE_FALSE(kept.ok());
  CHECK(kept.error().code == ErrorCode::kInvalid);
  CHECK(kept.error().message.find("is not a valid id") != std::string::npos);
}

}  // namespace
}  // namespace clew

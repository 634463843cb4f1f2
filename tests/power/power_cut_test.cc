// The power goes at every change of the disk in a short life of a store; what was acknowledged is
// there afterwards, whole, and the store goes on.

#include <doctest/doctest.h>

#include <set>

#include "power/power_vfs.h"
#include "power/short_life.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

// Opens what the cut left with the normal file system, and judges it.
void judge(const PowerVfs& vfs, const ShortLife& life, uint64_t seed) {
  const TempFolder left;
  vfs.leave(left.path(), seed);
  StoreOptions options;
  auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, left / "clew.db"}, options);
  REQUIRE(store.ok());

  for (const Acknowledged& known : life.acknowledged()) {
    const auto events = (*store)->read_raw(known.session, known.head.seq, 1);
    REQUIRE_MESSAGE(events.ok(), events.error().message);
    REQUIRE(events->size() == 1);
    CHECK(events->front().hash == known.head.hash);
  }
  const auto sessions = (*store)->list({});
  REQUIRE(sessions.ok());
  for (const SessionSummary& summary : *sessions) {
    CHECK_MESSAGE(life.whole_commands(summary.id).count(summary.head.seq) == 1,
                  "half a command: ", summary.id.text, "@", summary.head.seq.number);
  }
  const auto verified = (*store)->verify(std::nullopt);
  REQUIRE(verified.ok());
  for (const auto& problem : verified->problems)
    FAIL_CHECK(problem.session.text, ": ", problem.what);
  CHECK(live_on(**store).ok());
  CHECK((*store)->verify(std::nullopt)->problems.empty());
}

void cut_everywhere(Lifespan lifespan) {
  for (int n = 1;; ++n) {
    INFO("cut at change ", n);
    const TempFolder folder;
    PowerVfs vfs;
    vfs.fail_change(n, DiskFault::kPowerOff);
    ShortLife life(folder / "clew.db", lifespan, vfs.name());
    static_cast<void>(life.run());  // the cut ends it
    for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{2} * n + 1000}) {
      INFO("seed ", seed);
      judge(vfs, life, seed);
    }
    if (!vfs.fired()) {
      CHECK(life.finished());
      MESSAGE("cut at each of ", n - 1, " changes");
      return;
    }
  }
}

TEST_CASE("a power cut at any moment loses nothing acknowledged: one-shot commands") {
  cut_everywhere(Lifespan::kOneShot);
}

TEST_CASE("a power cut at any moment loses nothing acknowledged: a long-lived process") {
  cut_everywhere(Lifespan::kLongLived);
}

TEST_CASE("a power cut after a process was killed at any moment loses nothing of the next one") {
  for (int n = 1;; ++n) {
    INFO("killed at change ", n);
    const TempFolder folder;
    PowerVfs vfs;
    vfs.fail_change(n, DiskFault::kPowerOff);
    static_cast<void>(ShortLife(folder / "clew.db", Lifespan::kOneShot, vfs.name()).run());
    if (!vfs.fired()) return;
    vfs.go_on();
    StoreOptions options;
    options.vfs = vfs.name();
    auto next =
        sqlite_factory().open({StoreLocation::Backend::kSqlite, folder / "clew.db"}, options);
    REQUIRE(next.ok());
    REQUIRE(live_on(**next).ok());

    const TempFolder left;
    vfs.leave(left.path(), 0);
    auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, left / "clew.db"}, {});
    REQUIRE(store.ok());
    CHECK((*store)->summary(SessionId("afterwards")).ok());
  }
}

}  // namespace
}  // namespace clew

// Every call to the disk fails once, in every way it can: the command says so, and the store holds
// the old state or the new one.

#include <doctest/doctest.h>

#include "power/power_vfs.h"
#include "power/short_life.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

void judge(const std::string& path, const ShortLife& life) {
  auto store = sqlite_factory().open({StoreLocation::Backend::kSqlite, path}, {});
  REQUIRE(store.ok());
  const auto sessions = (*store)->list({});
  REQUIRE_MESSAGE(sessions.ok(), sessions.error().message);
  for (const Acknowledged& known : life.acknowledged()) {
    const auto events = (*store)->read_raw(known.session, known.head.seq, 1);
    REQUIRE_MESSAGE(events.ok(), events.error().message);
    REQUIRE(events->size() == 1);
    CHECK(events->front().hash == known.head.hash);
  }
  for (const SessionSummary& summary : *sessions) {
    CHECK(life.whole_commands(summary.id).count(summary.head.seq) == 1);
  }
  const auto verified = (*store)->verify(std::nullopt);
  REQUIRE(verified.ok());
  for (const auto& problem : verified->problems)
    FAIL_CHECK(problem.session.text, ": ", problem.what);
  CHECK(live_on(**store).ok());
}

// Faults after the last acknowledgment (tidying up) may go unreported: nothing was lost.
void fail_everywhere(DiskFault fault) {
  for (int n = 1;; ++n) {
    INFO("failing change ", n);
    const TempFolder folder;
    PowerVfs vfs;
    vfs.fail_change(n, fault);
    ShortLife life(folder / "clew.db", Lifespan::kOneShot, vfs.name());
    const Status lived = life.run();
    if (!lived) {
      CHECK(lived.error().code == ErrorCode::kFailed);
      if (fault == DiskFault::kDiskFull) CHECK(lived.error().message == "the disk is full");
    }
    judge(folder / "clew.db", life);
    for (const uint64_t seed : {uint64_t{0}, uint64_t{3}}) {
      const TempFolder left;
      vfs.leave(left.path(), seed);
      judge(left / "clew.db", life);
    }
    if (!vfs.fired()) return;
  }
}

TEST_CASE("a failing write or sync leaves the old state or the new one") {
  fail_everywhere(DiskFault::kIoError);
}

TEST_CASE("a full disk leaves the old state or the new one, and is named") {
  fail_everywhere(DiskFault::kDiskFull);
}

TEST_CASE("a short write leaves the old state or the new one") {
  fail_everywhere(DiskFault::kShortWrite);
}

TEST_CASE("a failing read is an error, and changes nothing") {
  for (int n = 1;; n += n / 20 + 1) {
    INFO("failing read ", n);
    const TempFolder folder;
    PowerVfs vfs;
    vfs.fail_read(n);
    ShortLife life(folder / "clew.db", Lifespan::kOneShot, vfs.name());
    static_cast<void>(life.run());
    judge(folder / "clew.db", life);
    if (!vfs.fired()) return;
  }
}

}  // namespace
}  // namespace clew

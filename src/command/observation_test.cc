#include "command/observation.h"

#include <doctest/doctest.h>

#include "files/posix_file_system.h"
#include "files/run_process.h"
#include "files/whole_file.h"
#include "store/open_store.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Observed {
  Observed() {
    auto opened = open_store({StoreLocation::Backend::kSqlite, temp / "clew.db"}, {});
    REQUIRE(opened.ok());
    store = std::move(*opened);
    put("one");
    write_text(temp / "file", "text");
    observation.use(store.get());
  }
  void put(const std::string& value) const {
    auto turn = store->begin_write(seconds(5));
    REQUIRE(turn.ok());
    REQUIRE((*turn)->put_setting("key", value).ok());
    REQUIRE((*turn)->commit().ok());
  }
  template <class Work>
  std::optional<AnswerInputs> inputs_of(Work&& work) {
    observation.begin();
    work();
    return observation.end();
  }

  TempFolder temp;
  PosixFileSystem files;
  std::unique_ptr<EventStore> store;
  Time now{4'000'000'000'400};
  Observation observation{files, [this] { return now; }};
};

}  // namespace

TEST_CASE("an answer holds while store, files and clock are what they were") {
  Observed o;
  auto inputs = o.inputs_of([&] {
    CHECK(*o.store->setting("key") == "one");
    CHECK(read_whole_file(o.observation.files(), o.temp / "file").ok());
    CHECK(o.observation.now() == o.now);
  });
  REQUIRE(inputs);
  CHECK(o.observation.still_so(*inputs));
  SUBCASE("within the second") {
    o.now = o.now + Duration{500};
    CHECK(o.observation.still_so(*inputs));
  }
  SUBCASE("the next second") {
    o.now = o.now + Duration{600};
    CHECK_FALSE(o.observation.still_so(*inputs));
  }
  SUBCASE("the second before") {
    o.now = o.now - Duration{500};
    CHECK_FALSE(o.observation.still_so(*inputs));
  }
  SUBCASE("a commit") {
    o.put("two");
    CHECK_FALSE(o.observation.still_so(*inputs));
  }
  SUBCASE("a file") {
    write_text(o.temp / "file", "other text");
    CHECK_FALSE(o.observation.still_so(*inputs));
  }
  SUBCASE("a store that was let go of") {
    o.observation.use(nullptr);
    CHECK_FALSE(o.observation.still_so(*inputs));
  }
}

TEST_CASE("an answer that never asked for the time does not age") {
  Observed o;
  auto inputs = o.inputs_of([&] { CHECK(o.store->setting("key").ok()); });
  REQUIRE(inputs);
  o.now = o.now + days(30);
  CHECK(o.observation.still_so(*inputs));
}

TEST_CASE("what changes while an answer is made keeps it from being given again") {
  Observed o;
  CHECK_FALSE(o.inputs_of([&] { o.put("two"); }));
  CHECK_FALSE(o.inputs_of([&] {
    CHECK(o.observation.now() == o.now);
    o.now = o.now + seconds(1);
  }));
  ProcessRequest request;
  request.argv = {"true"};
  CHECK_FALSE(o.inputs_of([&] { static_cast<void>(run_process(request)); }));
  CHECK(o.inputs_of([] {}));
}

}  // namespace clew

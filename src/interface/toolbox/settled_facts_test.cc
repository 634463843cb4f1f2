#include "interface/toolbox/settled_facts.h"

#include "interface/toolbox/toolbox_test.h"
#include "testing/direct_workspace.h"

namespace clew {
namespace {

void put_setting(EventStore& store, const std::string& value) {
  auto turn = store.begin_write(seconds(5));
  REQUIRE(turn.ok());
  REQUIRE((*turn)->put_setting("key", value).ok());
  REQUIRE((*turn)->commit().ok());
}

struct SettledFixture {
  SettledFixture() { use(w); }
  void use(WorkspaceFixture& other) {
    put_setting(other.store(), "one");
    observation.use(&other.store());
  }
  void put(const std::string& value) { put_setting(w.store(), value); }

  WorkspaceFixture w;
  PosixFileSystem files;
  Observation observation{files, [] { return Time{1}; }};
  SettledFacts facts{&observation};
};

}  // namespace

TEST_CASE("a fact holds until a setting changes") {
  SettledFixture f;
  CHECK_FALSE(f.facts.has("on"));
  f.facts.add("on");
  CHECK(f.facts.has("on"));
  CHECK_FALSE(f.facts.has("bound"));
  f.put("two");
  CHECK_FALSE(f.facts.has("on"));
}

TEST_CASE("what was found while a setting changed is no fact") {
  SettledFixture f;
  CHECK_FALSE(f.facts.has("on"));
  f.put("two");
  f.facts.add("on");
  CHECK_FALSE(f.facts.has("on"));
}

TEST_CASE("a fact is of one store, though another counts its settings alike") {
  SettledFixture f;
  CHECK_FALSE(f.facts.has("on"));
  f.facts.add("on");
  REQUIRE(f.facts.has("on"));
  WorkspaceFixture other;
  f.use(other);
  CHECK_FALSE(f.facts.has("on"));
}

TEST_CASE("without a store that can tell nothing is ever a fact") {
  SettledFacts alone(nullptr);
  CHECK_FALSE(alone.has("on"));
  alone.add("on");
  CHECK_FALSE(alone.has("on"));
  SettledFixture f;
  f.observation.use(nullptr);
  CHECK_FALSE(f.facts.has("on"));
  f.facts.add("on");
  CHECK_FALSE(f.facts.has("on"));
}

}  // namespace clew

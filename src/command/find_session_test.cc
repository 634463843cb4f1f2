// Which session a request means.

#include <doctest/doctest.h>

#include "testing/workspace_fixture.h"

namespace clew {

TEST_CASE("a session in use stands in nobody's way once it is closed, archived or forgotten") {
  struct Row {
    const char* verb;
    Value::Object request;
  };
  const Row rows[] = {
      {"close", {}},
      {"forget", {{"sessions", Value::List{"one"}}}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.verb);
    WorkspaceFixture desk;
    desk.caller.agreed = true;
    desk.must("start", {{"goal", "One"}, {"id", "one"}});
    desk.caller.session = "one";
    desk.must("use");
    desk.caller.session.clear();
    desk.must(row.verb, row.request);
    desk.must("start", {{"goal", "Two"}, {"id", "two"}});
    CHECK(desk.must("note", {{"text", "goes on"}}).data.find("session")->as_string() == "two");
  }
}

TEST_CASE("of several open sessions the one in use is meant") {
  WorkspaceFixture desk;
  desk.must("start", {{"goal", "One"}, {"id", "one"}});
  desk.must("start", {{"goal", "Two"}, {"id", "two"}});
  const auto unclear = desk.run("note", {{"text", "for whom?"}});
  REQUIRE(!unclear);
  CHECK(unclear.error().code == ErrorCode::kUsage);
  desk.caller.session = "one";
  desk.must("use");
  desk.caller.session.clear();
  CHECK(desk.must("note", {{"text", "for one"}}).data.find("session")->as_string() == "one");
}

}  // namespace clew

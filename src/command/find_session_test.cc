// Which session a request means.

#include <doctest/doctest.h>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Says which session is meant in this checkout.
void use(WorkspaceFixture& desk, const std::string& session) {
  desk.caller.session = session;
  desk.must("use");
  desk.caller.session.clear();
}

std::string session_of_a_note(WorkspaceFixture& desk) {
  return desk.must("note", "text", "goes on").data.find("session")->as_string();
}

}  // namespace

TEST_CASE("a session in use that is closed stands in nobody's way") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  use(desk, "one");
  desk.must("close");
  desk.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(desk) == "two");
}

TEST_CASE("a session in use that is forgotten stands in nobody's way") {
  WorkspaceFixture desk;
  desk.caller.agreed = true;
  desk.must("start", "goal", "One", "id", "one");
  use(desk, "one");
  desk.must("forget", "sessions", words("one"));
  desk.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(desk) == "two");
}

TEST_CASE("of several open sessions the one in use is meant") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  CHECK(desk.refused("note", "text", "for whom?") == ErrorCode::kUsage);
  use(desk, "one");
  CHECK(session_of_a_note(desk) == "one");
}

}  // namespace clew

// What a word that is no session's id may stand for.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("what is called neither so is no session and nothing of the one in use") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "step", words("Plan"));
  const Error error = w.run("show", "what", words("nothing")).error();
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.message == "nothing is not a session, and one has nothing with that name");
  CHECK(error.next == "clew show one      or  clew list");
  CHECK(w.must("show", "what", words("Plan")).data.find("kind")->as_string() == "step");
}

TEST_CASE("the beginning of several ids is said to be one") {
  WorkspaceFixture w;
  for (const char* id : {"oauth-1", "oauth-2"}) w.must("start", "goal", "Work", "id", id);
  w.surroundings.session = "oauth-1";
  const auto shown = w.run("show", "what", words("oauth"));
  REQUIRE_FALSE(shown.ok());
  CHECK(shown.error().code == ErrorCode::kUsage);
  CHECK(shown.error().message.find("oauth-2") != std::string::npos);
}

}  // namespace
}  // namespace clew

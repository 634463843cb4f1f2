// When the files say that something last happened.

#include <doctest/doctest.h>

#include "dialect/feature/feature_test.h"
#include "dialect/feature/shapes.h"

namespace clew::feature {
namespace {

TEST_CASE("a pause is told as the last thing that happened") {
  Session session = small_session();
  session.lifecycle.status = Lifecycle::kPaused;
  session.lifecycle.paused_at = session.last_activity + minutes(5);
  const auto files = feature_dialect().write(session, {});
  REQUIRE(files.ok());
  const std::string state = std::string("add-oauth-login-2026-11-16/") + kStateFile;
  const std::string then = "\"2026-11-16T10:05:00.000Z\"";
  CHECK(text_of(*files, state).find("last_updated: " + then) != std::string::npos);
  CHECK(text_of(*files, kIndexFile).find("last_active: " + then) != std::string::npos);
  const Session again = feature_dialect().read(*files).sessions.at(0).session;
  CHECK(again.lifecycle.paused_at == session.lifecycle.paused_at);
  const auto fresh = feature_dialect().write(again, {});
  REQUIRE(fresh.ok());
  CHECK(*fresh == *files);
}

}  // namespace
}  // namespace clew::feature

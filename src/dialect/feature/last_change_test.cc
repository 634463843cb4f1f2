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

TEST_CASE("a time of a clock that is ahead is not put back, and an end keeps its own time") {
  Session session = small_session();
  const std::string state = std::string("add-oauth-login-2026-11-16/") + kStateFile;
  auto files = *feature_dialect().write(session, {});
  const std::string ahead = "last_updated: \"2026-11-16T10:00:09Z\"";
  set_text(files, state,
           with(text_of(files, state), "last_updated: \"2026-11-16T10:00:00.000Z\"", ahead));

  session.last_activity = at("2026-11-16T10:00:05Z");
  session.identity.model = "gemini";
  const auto earlier = feature_dialect().write(session, files);
  REQUIRE(earlier.ok());
  CHECK(text_of(*earlier, state).find("gemini") != std::string::npos);
  CHECK(text_of(*earlier, state).find(ahead) != std::string::npos);

  session.lifecycle.status = Lifecycle::kCompleted;
  session.lifecycle.ended_at = session.last_activity;
  session.steps[0].status = StepStatus::kDone;
  const auto ended = feature_dialect().write(session, files);
  REQUIRE(ended.ok());
  CHECK(text_of(*ended, state).find(ahead) != std::string::npos);
  CHECK(feature_dialect().read(*ended).sessions.at(0).session.lifecycle.ended_at ==
        session.lifecycle.ended_at);

  session.last_activity = at("2026-11-16T10:00:10Z");
  const auto later = feature_dialect().write(session, files);
  REQUIRE(later.ok());
  CHECK(text_of(*later, state).find("10:00:10") != std::string::npos);
}

}  // namespace
}  // namespace clew::feature

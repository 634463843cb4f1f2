#include "engine/log/event_text.h"

#include <doctest/doctest.h>

namespace clew {
namespace {

TEST_CASE("a decision is told with what was asked, where that is known") {
  DecisionMade made;
  made.choice = "PKCE";
  CHECK(event_words(EventData(made)) == "decided: PKCE");
  made.topic = "Which flow?";
  made.reason = "no secret on devices";
  CHECK(event_words(EventData(made)) == "decided: Which flow?: PKCE, because no secret on devices");
}

}  // namespace
}  // namespace clew

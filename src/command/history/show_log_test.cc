#include "command/history/show_log.h"

#include <doctest/doctest.h>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string types_shown(WorkspaceFixture& w, const std::string& type) {
  std::string shown;
  const Answer answer = w.must("log", "type", words(type));
  for (const auto& event : answer.data.find("events")->as_list()) {
    shown += event.find("type")->as_string() + " ";
  }
  return shown;
}

TEST_CASE("a log of one type is asked for by its name, or by how the names of several begin") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("decide", "choice", "a");
  w.must("ask", "question", "b?");
  w.must("answer", "words", words("c"));
  CHECK(types_shown(w, "decision_made") == "decision_made ");
  CHECK(types_shown(w, "decision") == "decision_made ");
  CHECK(types_shown(w, "question") == "question_asked question_answered ");
  for (const char* none : {"decisio", "made", "", "_"}) {
    CAPTURE(none);
    CHECK(w.refused("log", "type", words(none)) == ErrorCode::kUsage);
  }
}

}  // namespace
}  // namespace clew

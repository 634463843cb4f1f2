// Values that are larger than a stored event may be: they are recorded, leave and come back whole.

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const std::string kLarge(400'000, 'x');

std::string log_of_large(WorkspaceFixture& w) {
  w.must("start", "goal", "Work", "id", "main");
  w.caller.session = "main";
  w.must("step add", "title", words("build"));
  w.write("evidence.json", R"({"log":"hunter2 )" + kLarge + R"("})");
  w.must("done", "evidence_file", w.project() + "/evidence.json");
  w.must("note", "text", "after");
  w.caller.session.clear();
  return w.must("export", "log", true, "sessions", words("main")).data.find("log")->as_string() +
         "\n";
}

std::string reported_by(WorkspaceFixture& w, uint32_t seq) {
  const auto events = w.store().read(SessionId("main"), Seq{seq}, 1);
  return write_json(data_to_value(events->front().event.data));
}

Result<Answer> import_text(WorkspaceFixture& w, const std::string& text) {
  w.input = text;
  return w.run("import", "paths", words("-"));
}

TEST_CASE("a large event leaves with the log as a content and comes back as it was") {
  WorkspaceFixture here;
  const std::string log = log_of_large(here);
  CHECK(log.find("\"payload\":\"0220") != std::string::npos);

  WorkspaceFixture there;
  REQUIRE(import_text(there, log).ok());
  CHECK(reported_by(there, 4).find("\"hunter2 " + kLarge + "\"") != std::string::npos);
  CHECK(there.store().load(SessionId("main"))->session ==
        here.store().load(SessionId("main"))->session);
  CHECK(there.store().verify({})->problems.empty());
  CHECK(there.must("export", "log", true, "sessions", words("main")).data.find("log")->as_string() +
            "\n" ==
        log);
  CHECK_FALSE(import_text(there, log)->data.find("changed")->as_bool());
}

TEST_CASE("a log without the content of a large event is refused by the event's number") {
  WorkspaceFixture here;
  std::string log = log_of_large(here);
  const size_t count = log.find(",\"contents\":1");
  REQUIRE(count != std::string::npos);
  log.erase(count, std::string_view(",\"contents\":1").size());
  log.erase(log.rfind("{\"session\""));
  WorkspaceFixture there;
  const auto refused = import_text(there, log);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kCorrupt);
  CHECK(refused.error().message.find("event 4 of main: its content is missing") !=
        std::string::npos);
}

TEST_CASE("a word is redacted from a large event, and the rest stays") {
  WorkspaceFixture w;
  log_of_large(w);
  w.caller.session = "main";
  w.must("redact", "events", words("4"), "text", "hunter2", "reason", "a secret");
  CHECK(reported_by(w, 4).find("\"[redacted] " + kLarge + "\"") != std::string::npos);
  CHECK(w.store().verify({})->problems.empty());
}

}  // namespace
}  // namespace clew

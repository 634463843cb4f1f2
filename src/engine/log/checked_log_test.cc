// A log that was changed behind clew's back is never told as true.

#include "engine/log/checked_log.h"

#include <fmt/format.h>

#include "testing/edit_store.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// A session "main" with notes, of which event 5 says something else than was recorded.
class ForgedLog {
 public:
  ForgedLog() {
    w.must("start", "goal", "Add OAuth", "id", "main", "step", Value::List{"Plan"});
    w.surroundings.session = "main";
    while (w.events().size() < 7) w.must("note", "text", "true");
    edit("'true'", "'lies'");
  }
  // The store verifies when the test is over.
  ~ForgedLog() { edit("'lies'", "'true'"); }

  void edit(const std::string& from, const std::string& to) {
    edit_store(w.surroundings.store_path,
               "UPDATE events SET data = CAST(replace(CAST(data AS TEXT), " + from + ", " + to +
                   ") AS BLOB) WHERE seq = 5");
  }

  WorkspaceFixture w;
};

const Value& event_at(const Answer& answer, size_t at) {
  return answer.data.find("events")->as_list().at(at);
}

TEST_CASE("the log marks an event that is not what was recorded, and ends in an error") {
  ForgedLog forged;
  const Answer answer = forged.w.must("log");
  CHECK(answer.text.find("noted: lies\n      ✗ event 5: it does not match what was recorded\n") !=
        std::string::npos);
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->code == ErrorCode::kCorrupt);
  CHECK(answer.refusal->message == "event 5 of main: it does not match what was recorded");
  CHECK(answer.refusal->next == "clew verify main");
  CHECK(event_at(answer, 4).find("problem")->as_string() == "it does not match what was recorded");
  CHECK(event_at(answer, 3).find("problem") == nullptr);
  CHECK(event_at(answer, 5).find("problem") == nullptr);
}

TEST_CASE("a part of the log is judged by that part") {
  ForgedLog forged;
  CHECK_FALSE(forged.w.must("log", "from", int64_t{6}).refusal.has_value());
  const Answer from = forged.w.must("log", "from", int64_t{5});
  CHECK(from.refusal.has_value());
  CHECK(event_at(from, 0).find("problem") != nullptr);
  forged.w.caller.session = "main@4";
  CHECK_FALSE(forged.w.must("log").refusal.has_value());
}

TEST_CASE("a fork's log tells what is wrong with the part it inherited") {
  ForgedLog forged;
  forged.edit("'lies'", "'true'");
  forged.w.must("fork", "id", "side");
  forged.w.caller.session = "side";
  forged.w.must("note", "text", "another way");
  CHECK_FALSE(forged.w.must("log").refusal.has_value());
  forged.edit("'true'", "'lies'");
  CHECK(forged.w.must("log").refusal->message ==
        "event 5 of main: it does not match what was recorded");
  CHECK(forged.w.run("export", "log", true, "sessions", words("side")).error().code ==
        ErrorCode::kCorrupt);
}

TEST_CASE("an event that was made unreadable does not hide the others") {
  ForgedLog forged;
  edit_store(forged.w.surroundings.store_path,
             "CREATE TABLE kept AS SELECT * FROM events WHERE seq = 6;"
             "UPDATE events SET data = X'ffffff' WHERE seq = 6");
  const Answer answer = forged.w.must("log");
  CHECK(event_at(answer, 5).find("problem") != nullptr);
  CHECK(event_at(answer, 5).find("data") == nullptr);
  CHECK(event_at(answer, 6).find("problem") == nullptr);
  CHECK(answer.refusal->message.ends_with(", and 1 more"));
  edit_store(forged.w.surroundings.store_path,
             "UPDATE events SET data = (SELECT data FROM kept) WHERE seq = 6; DROP TABLE kept");
}

TEST_CASE("a redaction that was announced is no damage, a silent one is") {
  WorkspaceFixture w;
  w.start_plan();
  const Answer noted = w.must("note", "text", "the name is Rosa");
  const int64_t seq = noted.data.find("fact")->as_int();
  w.must("redact", "events", words(std::to_string(seq)));
  CHECK_FALSE(w.must("log").refusal.has_value());
  CHECK_FALSE(w.must("log", "limit", int64_t{1}).refusal.has_value());
  const auto swap = [&](const char* from, const char* to) {
    edit_store(w.surroundings.store_path,
               fmt::format("UPDATE events SET data = CAST(replace(CAST(data AS TEXT), '{}', '{}') "
                           "AS BLOB) WHERE seq = {}",
                           from, to, seq));
  };
  swap("redacted", "approved");
  const Answer silent = w.must("log");
  REQUIRE(silent.refusal.has_value());
  CHECK(silent.refusal->message.find("its payload was replaced") != std::string::npos);
  swap("approved", "redacted");
}

TEST_CASE("a damaged log does not leave the store") {
  ForgedLog forged;
  const Error error = forged.w.error("export", "log", true, "out", "main.ndjson");
  CHECK(error.code == ErrorCode::kCorrupt);
  CHECK(error.message.starts_with("event 5 of main: it does not match what was recorded"));
  CHECK(error.next == "clew verify main");
  CHECK(read_text(forged.w.project() + "/main.ndjson").empty());
  size_t lines = 0;
  forged.w.caller.emit = [&](const Value&, const std::string&) { ++lines; };
  CHECK(forged.w.refused("export", "log", true) == ErrorCode::kCorrupt);
  CHECK(lines == 0);
}

}  // namespace
}  // namespace clew

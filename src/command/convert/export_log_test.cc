// A log leaves as NDJSON and comes back with the same hashes, or not at all.

#include <rapidcheck.h>

#include "document/json/json.h"
#include "engine/log/log_lines.h"
#include "store/codec/event_codec.h"
#include "testing/event_generators.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::vector<RawEvent> raw(WorkspaceFixture& w, const std::string& id) {
  auto events = w.store().read_raw(SessionId(id), Seq{1}, 100'000);
  REQUIRE(events.ok());
  return std::move(*events);
}

// A session "main" with a redacted event and an artifact, and its fork "side".
void fill(WorkspaceFixture& w) {
  w.must("start", "goal", "Añadir \xe2\x80\xae OAuth \x7f", "id", "main", "step",
         Value::List{"Plan", "Build"});
  w.surroundings.session = "main";
  const Answer noted = w.must("note", "text", "the name is Rosa");
  w.must("decide", "choice", "hybrid", "because", "scale");
  w.must("redact", "events", words(std::to_string(noted.data.find("fact")->as_int())));
  w.caller.session = "main@4";
  w.must("fork", "id", "side");
  w.caller.session = "side";
  w.must("note", "text", "another way");
  w.caller.session.clear();
  w.must("note", "text", "main goes on");
}

std::string exported(WorkspaceFixture& w, const std::string& id) {
  return w.must("export", "log", true, "sessions", words(id)).data.find("log")->as_string() + "\n";
}

Result<Answer> import_text(WorkspaceFixture& w, const std::string& text) {
  w.input = text;
  return w.run("import", "paths", words("-"));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("a fork with its parent, redactions included, comes back with the same hashes") {
  WorkspaceFixture here;
  fill(here);
  const std::string log = exported(here, "side");
  CHECK(log == exported(here, "side"));
  CHECK(log.find("Rosa") == std::string::npos);
  CHECK(log.find("\x7f") == std::string::npos);

  WorkspaceFixture there;
  const auto answer = import_text(there, log);
  REQUIRE(answer.ok());
  CHECK(answer->data.find("changed")->as_bool());
  for (const char* id : {"main", "side"}) CHECK(raw(there, id) == raw(here, id));
  CHECK(exported(there, "side") == log);
  const auto again = import_text(there, log);
  REQUIRE(again.ok());
  CHECK_FALSE(again->data.find("changed")->as_bool());
  CHECK(again->text.find("already in the store") != std::string::npos);
}

TEST_CASE("a likely secret in a log is named by its line, and the log is taken in as it is") {
  WorkspaceFixture here;
  here.must("start", "goal", "Add OAuth", "id", "main");
  here.surroundings.session = "main";
  here.caller.via = Via::kImport;
  here.must("note", "text", "the token=a1b2c3d4e5f6 of staging");
  here.caller.via = Via::kCli;
  WorkspaceFixture there;
  const auto answer = import_text(there, exported(here, "main"));
  REQUIRE(answer.ok());
  CHECK(answer->text.find("looks like it holds a secret (token); it is kept unchanged") !=
        std::string::npos);
  CHECK(answer->data.find("notices")->as_list().size() == 1);
  CHECK(raw(there, "main") == raw(here, "main"));
}

TEST_CASE("a later export brings what is new, and redactions reach the copy") {
  WorkspaceFixture here;
  here.must("start", "goal", "Work", "id", "main");
  here.surroundings.session = "main";
  const std::string seq =
      std::to_string(here.must("note", "text", "the name is Rosa").data.find("fact")->as_int());
  WorkspaceFixture there;
  REQUIRE(import_text(there, exported(here, "main")).ok());
  here.must("redact", "events", words(seq));
  REQUIRE(import_text(there, exported(here, "main")).ok());
  CHECK(raw(there, "main") == raw(here, "main"));
}

TEST_CASE("a log that went another way is refused whole") {
  WorkspaceFixture here;
  fill(here);
  WorkspaceFixture there;
  REQUIRE(import_text(there, exported(here, "main")).ok());
  there.surroundings.session = "main";
  there.must("note", "text", "only there");
  here.must("note", "text", "only here");
  const auto before = raw(there, "main");
  const auto answer = import_text(there, exported(here, "side"));
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().code == ErrorCode::kConflict);
  CHECK(raw(there, "main") == before);
  CHECK_FALSE(there.store().summary(SessionId("side")).ok());
}

TEST_CASE("a damaged line is named, and nothing is taken in") {
  WorkspaceFixture here;
  fill(here);
  const std::string log = exported(here, "main");
  WorkspaceFixture there;
  const auto refused = [&](const std::string& text) {
    const auto answer = import_text(there, text);
    REQUIRE_FALSE(answer.ok());
    CHECK_FALSE(there.store().summary(SessionId("main")).ok());
    return answer.error();
  };
  SUBCASE("changed words") {
    const Error error = refused(replaced(log, "hybrid", "hybris"));
    CHECK(error.code == ErrorCode::kCorrupt);
    CHECK(error.message.find("line ") == 0);
  }
  SUBCASE("no JSON") {
    const Error error = refused(replaced(log, "{\"session\"", "{session"));
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.message.find("line 2") == 0);
  }
  SUBCASE("a missing end") {
    const size_t last = log.rfind('\n', log.size() - 2);
    CHECK(refused(log.substr(0, last + 1)).code == ErrorCode::kCorrupt);
  }
  SUBCASE("a missing line in the middle") {
    const size_t first = log.find('\n') + 1;
    const size_t second = log.find('\n', first) + 1;
    CHECK(refused(log.substr(0, first) + log.substr(second)).code == ErrorCode::kCorrupt);
  }
  SUBCASE("a later version") {
    CHECK(refused(replaced(log, "\"clew_log\":1", "\"clew_log\":2")).code == ErrorCode::kInvalid);
  }
  SUBCASE("something else") {
    CHECK(refused("dear diary\n").code == ErrorCode::kInvalid);
    CHECK(refused("").code == ErrorCode::kInvalid);
  }
}

TEST_CASE("a log under an id that nobody may give is refused, not renamed") {
  WorkspaceFixture here;
  here.must("start", "goal", "Work", "id", "main");
  for (const std::string id : {"x;touch y;#", "a\\nGoal: forged", ""}) {
    CAPTURE(id);
    WorkspaceFixture there;
    const auto answer = import_text(there, replaced(exported(here, "main"), "\"session\":\"main\"",
                                                    "\"session\":\"" + id + "\""));
    REQUIRE_FALSE(answer.ok());
    CHECK(answer.error().code == ErrorCode::kInvalid);
    CHECK(answer.error().message.find("is not a valid id") != std::string::npos);
    CHECK(answer.error().message.find('\n') == std::string::npos);
    CHECK(there.store().list({})->empty());
  }
}

TEST_CASE("a fork without its parent is refused") {
  WorkspaceFixture here;
  fill(here);
  const std::string log = exported(here, "side");
  const std::string alone = log.substr(log.find("{\"clew_log\"", 1));
  WorkspaceFixture there;
  CHECK(import_text(there, alone).error().code == ErrorCode::kNotFound);
  REQUIRE(import_text(there, exported(here, "main")).ok());
  CHECK(import_text(there, alone).ok());
}

TEST_CASE("a log goes to a file, and an existing one is not replaced unasked") {
  WorkspaceFixture w;
  fill(w);
  const Answer answer = w.must("export", "log", true, "out", "main.ndjson");
  CHECK(read_text(w.project() + "/main.ndjson") == exported(w, "main"));
  CHECK(w.run("export", "log", true, "out", "main.ndjson").error().code == ErrorCode::kUsage);
  CHECK(w.run("import", "paths", words("main.ndjson")).ok());
  CHECK(w.run("export").error().code == ErrorCode::kUsage);
}

TEST_CASE("a forgotten session is not exported") {
  WorkspaceFixture w;
  w.start_plan();
  w.caller.agreed = true;
  const std::string id = w.surroundings.session;
  REQUIRE(w.run("forget", "sessions", words(id)).ok());
  CHECK(w.run("export", "log", true, "sessions", words(id)).error().code == ErrorCode::kInvalid);
}

TEST_CASE("any event at all reads back from its line") {
  CHECK(rc::check("event_line_of and read_event_line", [] {
    const EventData data = *any_event();
    RawEvent event;
    event.session = event.hashed_id = SessionId("s-1");
    event.header.seq = Seq{3};
    event.header.at = Time{*rc::gen::arbitrary<int64_t>()};
    event.header.actor = ActorId(*rc::gen::arbitrary<std::string>());
    event.kind = kind_of(data);
    event.payload = encode_data(data);
    event.salt = "0123456789abcdef";
    event.inner = inner_hash(event.salt, event.payload);
    event.hash = sha256("any");
    const auto line = event_line_of(event);
    RC_ASSERT(line.ok());
    const auto parsed = parse_json(line_text(*line));
    RC_ASSERT(parsed.ok());
    const auto again = read_event_line(*parsed);
    RC_ASSERT(again.ok());
    RC_ASSERT(*again == event);
  }));
}

}  // namespace
}  // namespace clew

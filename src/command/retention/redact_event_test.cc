// Taking things back out: redact and forget. The chain stays whole; the fixture verifies it.

#include "command/retention/redact_event.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string text_of(WorkspaceFixture& w, uint32_t seq) {
  const auto events = w.events();
  return get<NoteAdded>(events.at(seq - 1).event.data).text;
}

int64_t note(WorkspaceFixture& w, const std::string& text) {
  return w.must("note", "text", text).data.find("fact")->as_int();
}

TEST_CASE("an event loses its words and keeps its place") {
  WorkspaceFixture w;
  w.start_plan();
  const int64_t seq = note(w, "my mother's maiden name is Rosa");
  const std::string hash = w.events().at(static_cast<size_t>(seq) - 1).hash.hex();
  const Answer answer = w.must("redact", "events", words(std::to_string(seq)), "reason", "private");
  CHECK(answer.data.find("redacted")->as_list().size() == 1);
  CHECK(text_of(w, static_cast<uint32_t>(seq)) == kRedacted);
  const auto events = w.events();
  CHECK(events.at(static_cast<size_t>(seq) - 1).redacted);
  CHECK(events.at(static_cast<size_t>(seq) - 1).hash.hex() == hash);
  const EventRedacted reported = w.last<EventRedacted>();
  CHECK(reported.target == Seq{static_cast<uint32_t>(seq)});
  CHECK(reported.reason == "private");
  CHECK(w.must("search", "words", words("Rosa")).data.find("hits")->as_list().empty());
  CHECK_FALSE(w.must("verify").refusal.has_value());

  const Answer again = w.must("redact", "events", words(std::to_string(seq)));
  CHECK_FALSE(again.data.find("changed")->as_bool());
}

TEST_CASE("one text is redacted wherever it occurs in an event") {
  WorkspaceFixture w;
  w.start_plan();
  const int64_t seq = note(w, "Rosa told Rosa's friend");
  w.must("redact", "events", words(std::to_string(seq)), "text", "Rosa");
  CHECK(text_of(w, static_cast<uint32_t>(seq)) == "[redacted] told [redacted]'s friend");
  const Answer none = w.must("redact", "events", words(std::to_string(seq)), "text", "Rosa");
  CHECK_FALSE(none.data.find("changed")->as_bool());
}

TEST_CASE("a redacted artifact lets its content go") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("secret.txt", "Rosa\n");
  const Answer kept = w.must("artifact add", "paths", words("secret.txt"));
  const int64_t seq = kept.data.find("seq")->as_int();
  CHECK(w.store().blob(sha256("Rosa\n")).ok());
  w.must("redact", "events", words(std::to_string(seq)), "text", "Rosa");
  CHECK_FALSE(w.store().blob(sha256("Rosa\n")).ok());
  CHECK(w.refused("artifact show", "path", "secret.txt") == ErrorCode::kInvalid);
}

TEST_CASE("what is not there cannot be redacted") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.refused("redact", "events", words("999")) == ErrorCode::kNotFound);
  CHECK(w.refused("redact", "events", words("x")) == ErrorCode::kUsage);
}

TEST_CASE("structure survives a scrubbing") {
  AttemptFailed failed;
  failed.step = StepId{2};
  failed.evidence.items = {
      {"coverage", Value(65),            EvidenceSource::kMeasured},
      {"log",      Value("Rosa failed"), EvidenceSource::kClaimed }
  };
  failed.evidence.measurement = Measurement{
      {"make", "Rosa"},
      1, {},
      sha256("out")
  };
  failed.reason = "Rosa";
  const auto scrubbed = get<AttemptFailed>(scrub_event(failed));
  CHECK(scrubbed.step == StepId{2});
  CHECK(scrubbed.evidence.items[0] == failed.evidence.items[0]);
  CHECK(scrubbed.evidence.items[1].name == "log");
  CHECK(scrubbed.evidence.items[1].value == Value(kRedacted));
  CHECK(scrubbed.evidence.measurement->command == std::vector<std::string>{kRedacted, kRedacted});
  CHECK(scrubbed.evidence.measurement->output.empty());
  CHECK(scrubbed.reason == kRedacted);
  FileChanged file;
  file.path = "src/a.cc";
  file.hash_after = sha256("x");
  CHECK(get<FileChanged>(scrub_event(file)) == file);
}

TEST_CASE("a forgotten session leaves a chain that verifies") {
  WorkspaceFixture w;
  w.start_plan();
  note(w, "Rosa");
  const std::string id = w.surroundings.session;
  CHECK(w.run("forget", "sessions", words(id)).error().code == ErrorCode::kUsage);
  w.caller.agreed = true;
  const auto forgotten = w.run("forget", "sessions", words(id));
  REQUIRE(forgotten.ok());
  CHECK(forgotten->data.find("forgotten")->as_int() == 1);
  w.surroundings.session.clear();
  w.caller.session = id;
  const auto verified = w.run("verify");
  REQUIRE(verified.ok());
  CHECK_FALSE(verified->refusal.has_value());
  CHECK(verified->data.find("forgotten")->as_bool());
  CHECK_FALSE(w.run("log").ok());
  w.caller.session.clear();
  CHECK(w.run("forget", "sessions", words(id))->data.find("forgotten")->as_int() == 0);
}

TEST_CASE("a rule forgets closed sessions, forks before their parents, and keeps open ones") {
  WorkspaceFixture w;
  w.must("start", "goal", "Parent work", "id", "parent");
  w.caller.session = "parent";
  w.must("fork", "id", "child");
  w.caller.session = "child";
  w.must("close", "aborted", true);
  w.caller.session = "parent";
  w.must("close", "aborted", true);
  w.caller.session.clear();
  w.must("start", "goal", "Going on", "id", "open");
  const auto answer = w.run("forget", "project", true);
  REQUIRE(answer.ok());
  CHECK(answer->data.find("forgotten")->as_int() == 2);
  CHECK(answer->data.find("kept")->as_list() == Value::List{"open"});
  w.pass(days(1));
  CHECK(w.run("forget", "before", "2020-01-01")->data.find("forgotten")->as_int() == 0);
  CHECK(w.refused("forget") == ErrorCode::kUsage);
  CHECK(w.refused("forget", "before", "soon") == ErrorCode::kUsage);
}

TEST_CASE("a session is archived and comes back") {
  WorkspaceFixture w;
  w.start_plan();
  w.check_key("archive");
  CHECK(w.must("list").data.find("sessions")->as_list().empty());
  w.must("unarchive");
  CHECK(w.must("list").data.find("sessions")->as_list().size() == 1);
  CHECK(w.refused("unarchive") == ErrorCode::kInvalid);
}

}  // namespace
}  // namespace clew

// What every changing verb owes: `changed`, where it leaves the session, and keys that hold.

#include <filesystem>

#include "command/changing_verbs_rows_test.h"
#include "command/verb.h"
#include "document/json/json.h"

namespace clew {
namespace {

// Everything that could change: the events of all sessions and the files of the project.
std::string world_of(WorkspaceFixture& w) {
  std::string all;
  ListQuery query;
  query.archived = true;
  const auto summaries = w.store().list(query);
  REQUIRE(summaries.ok());
  for (const auto& summary : *summaries) {
    all += summary.id.text + " " + std::to_string(summary.head.seq.number) + " " +
           summary.head.hash.hex();
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(w.project())) {
    const bool is_store = entry.path().string().find("/.clew/") != std::string::npos;
    if (entry.is_regular_file() && !is_store) {
      all += entry.path().string() + read_text(entry.path().string());
    }
  }
  return all;
}

Answer asked(WorkspaceFixture& w, const std::string& verb, const Value::Object& request) {
  auto answer = w.run(verb, request);
  if (!answer) FAIL(verb, ": ", answer.error().message, " (", answer.error().subject, ")");
  return std::move(*answer);
}

TEST_CASE("every changing verb says whether it changed something, and where the session stands") {
  for (const Verb& verb : catalogue()) {
    if (verb.effect != Effect::kChanges || *verb.group == '\0') continue;
    INFO("verb: ", verb.name);
    const auto found = change_rows().find(verb.name);
    REQUIRE_MESSAGE(found != change_rows().end(), verb.name, " has no row here");
    WorkspaceFixture w;
    found->second.prepare(w);
    const Answer answer = asked(w, verb.name, found->second.request(w));
    REQUIRE(answer.data.find("changed") != nullptr);
    CHECK(answer.data.find("changed")->as_bool());
    if (found->second.about == ChangeRow::About::kNoSession) continue;
    for (const char* name : {"session", "seq", "hash"}) {
      CHECK_MESSAGE(answer.data.find(name) != nullptr, verb.name, " answers without ", name);
    }
  }
}

TEST_CASE("the same key twice changes nothing the second time, and answers the same") {
  for (const auto& [verb, change] : change_rows()) {
    INFO("verb: ", verb);
    WorkspaceFixture w;
    change.prepare(w);
    const Value::Object request = change.request(w);
    w.caller.key = "a key";
    const Answer first = asked(w, verb, request);
    const std::string world = world_of(w);
    w.pass(minutes(1));
    Answer second = asked(w, verb, request);
    CHECK(world_of(w) == world);
    REQUIRE(second.data.find("changed") != nullptr);
    CHECK_FALSE(second.data.find("changed")->as_bool());
    second.data.set("changed", true);
    if (verb != "resume") CHECK(write_json(second.data) == write_json(first.data));
  }
}

TEST_CASE("a key that was used for another request is refused, by every verb") {
  for (const auto& [verb, change] : change_rows()) {
    if (verb == "init") continue;  // its key stands in the store it makes
    INFO("verb: ", verb);
    WorkspaceFixture w;
    change.prepare(w);
    const Value::Object request = change.request(w);
    w.caller.key = "a key";
    asked(w, verb, request);
    const std::string session = w.caller.session;
    const std::string before = world_of(w);
    w.caller.session.clear();
    const auto other = w.run("start", "goal", "Another request");
    REQUIRE_FALSE(other.ok());
    CHECK(other.error().code == ErrorCode::kConflict);
    CHECK(world_of(w) == before);
  }
  for (const auto& [verb, change] : change_rows()) {
    if (verb == "init") continue;
    INFO("verb: ", verb);
    WorkspaceFixture w;
    change.prepare(w);
    const Value::Object request = change.request(w);
    w.caller.key = "a key";
    const std::string session = w.caller.session;
    w.caller.session.clear();
    w.must("start", "goal", "The first request", "id", "first");
    w.caller.session = session;
    const auto other = w.run(verb, request);
    REQUIRE_FALSE(other.ok());
    CHECK(other.error().code == ErrorCode::kConflict);
    w.caller.key.clear();
    if (verb == "repair") asked(w, verb, request);  // no damage is left behind
  }
}

TEST_CASE("a command that found nothing to do finds nothing the second time either") {
  WorkspaceFixture w;
  start_main(w);
  w.must("view attach", "dialect", "orchestration", "dir", "view");
  w.caller.key = "a key";
  CHECK_FALSE(w.must("view accept").data.find("changed")->as_bool());
  const Value view = w.must("view list").data.find("views")->as_list().at(0);
  const std::string path =
      w.project() + "/view/" + view.find("files")->as_list().at(0).find("path")->as_string();
  std::string text = read_text(path);
  text.replace(text.find("Work"), 4, "Play");
  write_text(path, text);
  const size_t before = w.events().size();
  CHECK_FALSE(w.must("view accept").data.find("changed")->as_bool());
  CHECK(w.events().size() == before);
  CHECK(w.run("note", "text", "another request").error().code == ErrorCode::kConflict);
}

TEST_CASE("what a key answered is cut down when its session is forgotten") {
  WorkspaceFixture w;
  start_main(w);
  const int64_t seq = w.must("note", "text", "Rosa").data.find("seq")->as_int();
  w.caller.key = "a key";
  w.must("redact", "events", words(std::to_string(seq)), "reason", "she asked");
  w.caller.key.clear();
  w.must("close", "aborted", true);
  w.surroundings.session.clear();
  w.must("forget", "sessions", words(kMain));
  const auto kept = w.store().settings("key:");
  REQUIRE(kept.ok());
  REQUIRE(kept->size() == 1);
  CHECK(kept->front().value.find("redacted") == std::string::npos);
}

}  // namespace
}  // namespace clew

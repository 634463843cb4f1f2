#include "testing/workspace_fixture.h"

#include <unistd.h>

#include <filesystem>

#include "command/verb.h"
#include "document/json/json.h"
#include "store/sqlite/sqlite_factory.h"

namespace clew {

WorkspaceFixture::WorkspaceFixture() {
  caller.actor = ActorId("ana@laptop");
  caller.read_input = [this] { return Result<std::string>(input); };
  surroundings.cwd = folder_ / "project";
  surroundings.home = folder_.path();
  surroundings.device = "laptop";
  surroundings.user = geteuid();
  surroundings.stores = &sqlite_factory();
  surroundings.verbs = find_verb_kind;
  surroundings.store_path = folder_ / "store/clew.db";
  surroundings.state_folder = folder_ / "state";
  std::filesystem::create_directories(surroundings.cwd);
  StoreOptions options;
  options.writer = "clew test";
  options.random = [this](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>(chance_());
  };
  auto opened =
      sqlite_factory().open({StoreLocation::Backend::kSqlite, surroundings.store_path}, options);
  REQUIRE(opened.ok());
  store_ = std::make_unique<CountingStore>(std::move(*opened));
}

WorkspaceFixture::~WorkspaceFixture() {
  const auto report = store_->verify(std::nullopt);
  if (!report) {
    FAIL_CHECK("verify: ", report.error().message);
    return;
  }
  for (const auto& problem : report->problems) {
    FAIL_CHECK("verify: ", problem.session.text, ": ", problem.what);
  }
}

Result<Answer> WorkspaceFixture::run(const std::string& verb, Value::Object request) {
  const Verb* found = find_verb(verb);
  REQUIRE_MESSAGE(found != nullptr, "there is no verb ", verb);
  Caller asking = caller;
  ask_for(asking, *found);
  asking.request = Value(std::move(request));
  const RandomSource random = [this](Bytes& bytes) {
    for (char& c : bytes) c = static_cast<char>(chance_());
  };
  Workspace workspace(*store_, files_, [this] { return now; }, random, asking, surroundings);
  return found->run(workspace, asking.request);
}

Answer WorkspaceFixture::must(const std::string& verb, Value::Object request) {
  auto answer = run(verb, std::move(request));
  if (!answer) FAIL(verb, ": ", answer.error().message, " (", answer.error().subject, ")");
  if (find_verb(verb)->effect == Effect::kChanges) {
    for (const char* name : {"session", "seq", "hash", "changed"}) {
      CHECK_MESSAGE(answer->data.find(name) != nullptr, verb, " answers without ", name);
    }
  }
  return std::move(*answer);
}

Error WorkspaceFixture::error(const std::string& verb, Value::Object request) {
  const size_t before = surroundings.session.empty() ? 0 : events().size();
  auto answer = run(verb, std::move(request));
  REQUIRE_MESSAGE(!answer.ok(), verb, " was not refused: ", answer->text);
  if (before > 0) CHECK(events().size() == before);
  return answer.error();
}

ErrorCode WorkspaceFixture::refused(const std::string& verb, Value::Object request) {
  return error(verb, std::move(request)).code;
}

void WorkspaceFixture::check_key(const std::string& verb, const Value::Object& request) {
  INFO("verb: ", verb);
  caller.key = "key of " + verb;
  Answer first = must(verb, request);
  const size_t count = events().size();
  pass(minutes(1));
  Answer second = must(verb, request);
  caller.key.clear();
  CHECK(events().size() == count);
  CHECK(first.data.find("changed")->as_bool());
  CHECK_FALSE(second.data.find("changed")->as_bool());
  second.data.set("changed", true);
  CHECK(write_json(second.data) == write_json(first.data));
}

void WorkspaceFixture::start_plan() {
  const Answer answer =
      must("start", "goal", "Add OAuth", "step", Value::List{"Plan", "Build", "Review"}, "gate",
           Value::List{"2:coverage >= 80"});
  surroundings.session = answer.data.find("session")->as_string();
}

SessionId WorkspaceFixture::only_session() {
  ListQuery query;
  query.archived = true;
  const auto summaries = store_->list(query);
  REQUIRE(summaries.ok());
  REQUIRE(summaries->size() == 1);
  return summaries->front().id;
}

Session WorkspaceFixture::session() {
  auto loaded = store_->load(only_session(), std::nullopt);
  REQUIRE(loaded.ok());
  return std::move(loaded->session);
}

std::vector<StoredEvent> WorkspaceFixture::events() {
  auto read = store_->read(only_session(), Seq{1}, 100'000);
  REQUIRE(read.ok());
  return std::move(*read);
}

void WorkspaceFixture::write(const std::string& path, const std::string& text) {
  const std::filesystem::path whole = surroundings.cwd + "/" + path;
  std::filesystem::create_directories(whole.parent_path());
  write_text(whole.string(), text);
}

}  // namespace clew

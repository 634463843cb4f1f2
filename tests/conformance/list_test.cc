#include "conformance/store_fixture.h"

namespace clew {
namespace {

std::vector<std::string> ids(const std::vector<SessionSummary>& summaries) {
  std::vector<std::string> out;
  for (const auto& summary : summaries) out.push_back(summary.id.text);
  return out;
}
using Ids = std::vector<std::string>;

STORE_TEST("the list is newest first, and as long as asked for") {
  for (const char* id : {"a", "b", "c", "d"}) stores.start(id, "goal");
  CHECK(ids(must(stores.store().list({}))) == Ids{"d", "c", "b", "a"});
  ListQuery query;
  query.limit = 2;
  CHECK(ids(must(stores.store().list(query))) == Ids{"d", "c"});
  stores.record("b", {note("touched within the minute")});
  CHECK(ids(must(stores.store().list(query))) == Ids{"b", "d"});
  stores.pass(hours(1));
  stores.record("a", {note("touched an hour later")});
  CHECK(ids(must(stores.store().list(query))) == Ids{"a", "b"});
}

STORE_TEST("a card says where the session stands") {
  SessionStarted started;
  started.goal = "ship it";
  started.project = "p-1";
  started.project_path = "/work/p";
  StepAdded build;
  build.step = StepId{1};
  build.title = "Build";
  StepAdded test;
  test.step = StepId{2};
  test.title = "Test";
  const Time begun = stores.now();
  stores.record("s", {
                         started, build, test, StepStarted{StepId{1}, 1}
  });
  stores.actor = "bob";
  const Head head = stores.record("s", {
                                           StepCompleted{StepId{1}, 1, {}, "", {}, {}}
  });

  const auto summary = must(stores.store().summary(session_id("s")));
  CHECK(summary.goal == "ship it");
  CHECK(summary.project == "p-1");
  CHECK(summary.project_path == "/work/p");
  CHECK(summary.status == Lifecycle::kActive);
  CHECK(summary.percent == 50);
  CHECK(summary.step.find("Test") != std::string::npos);
  CHECK(summary.actor.text == "bob");
  CHECK(summary.created_at == begun);
  CHECK(summary.touched_at == stores.now() - seconds(1));
  CHECK(summary.head == head);
  CHECK(must(stores.store().list({})).front().head == head);
}

STORE_TEST("the list is filtered by project, status, actor, text and age") {
  stores.start("a", "Fix the Login", "p-1");
  stores.start("b", "write docs", "p-2");
  stores.actor = "bob";
  stores.start("c", "fix logout", "p-1");
  stores.record("c", {
                         SessionPaused{"lunch", ""}
  });
  const Time later = stores.now();
  stores.start("d", "other", "p-1");

  ListQuery by_project;
  by_project.project = "p-1";
  CHECK(ids(must(stores.store().list(by_project))) == Ids{"d", "c", "a"});
  by_project.project = "nobody's";
  CHECK(must(stores.store().list(by_project)).empty());

  ListQuery by_status;
  by_status.statuses = {Lifecycle::kPaused};
  CHECK(ids(must(stores.store().list(by_status))) == Ids{"c"});

  ListQuery by_actor;
  by_actor.actor = ActorId("ana@laptop");
  CHECK(ids(must(stores.store().list(by_actor))) == Ids{"b", "a"});
  stores.record("a", {note("bob was here too")});
  by_actor.actor = ActorId("bob");
  CHECK(ids(must(stores.store().list(by_actor))) == Ids{"a", "d", "c"});

  ListQuery by_text;
  by_text.text = "LOG";
  CHECK(ids(must(stores.store().list(by_text))) == Ids{"a", "c"});

  ListQuery by_age;
  by_age.touched_since = later;
  CHECK(ids(must(stores.store().list(by_age))) == Ids{"a", "d"});
  by_age = {};
  by_age.touched_before = later;
  CHECK(ids(must(stores.store().list(by_age))) == Ids{"c", "b"});
}

STORE_TEST("archived sessions are listed only when asked for") {
  stores.start("a", "goal");
  stores.start("b", "goal");
  stores.record("a", {SessionArchived{true}});
  CHECK(ids(must(stores.store().list({}))) == Ids{"b"});
  ListQuery all;
  all.archived = true;
  CHECK(ids(must(stores.store().list(all))) == Ids{"a", "b"});
  CHECK(must(stores.store().summary(session_id("a"))).archived);
  stores.record("a", {SessionArchived{false}});
  CHECK(must(stores.store().list({})).size() == 2);
}

STORE_TEST("any unique beginning of an id names the session") {
  for (const char* id : {"oauth-1", "oauth-12", "login-7"}) stores.start(id, "goal");
  CHECK(must(stores.store().resolve("log")).text == "login-7");
  CHECK(must(stores.store().resolve("oauth-12")).text == "oauth-12");
  CHECK(must(stores.store().resolve("oauth-1")).text == "oauth-1");
  const auto several = stores.store().resolve("oauth");
  CHECK(refusal(several) == ErrorCode::kUsage);
  CHECK(several.error().message.find("oauth-12") != std::string::npos);
  CHECK(refusal(stores.store().resolve("x")) == ErrorCode::kNotFound);
  CHECK(refusal(stores.store().resolve("")) == ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew

// Time travel: fork and diff; and search.

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("a fork goes on from its moment, and the parent does not notice") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string id = w.surroundings.session;
  const uint32_t head = w.session().head.number;
  w.must("note", "text", "after the fork");
  w.caller.session = id + "@" + std::to_string(head);
  const Answer forked = w.must("fork", "id", "side", "reason", "try cookies");
  CHECK(forked.data.find("session")->as_string() == "side");
  CHECK(forked.data.find("parent")->as_string() == id);
  CHECK(forked.data.find("parent_seq")->as_int() == head);
  const auto side = w.store().load(SessionId("side"), std::nullopt);
  REQUIRE(side.ok());
  CHECK(side->session.notes.items.empty());
  CHECK(w.run("fork", "id", "side").error().code == ErrorCode::kConflict);
}

TEST_CASE("a fork under a name that is no id is told how to fork") {
  WorkspaceFixture w;
  w.start_plan();
  const auto refused = w.run("fork", "id", "no spaces");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kUsage);
  CHECK(refused.error().next == "clew fork " + w.session().identity.id.text + " --id NAME");
}

TEST_CASE("two moments differ by what happened between them") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string id = w.surroundings.session;
  const std::string before = id + "@" + std::to_string(w.session().head.number);
  CHECK(w.must("diff", "refs", words(before)).data.find("changes")->as_list().empty());
  w.must("decide", "choice", "hybrid JWT", "because", "revocation");
  const Answer answer = w.must("diff", "refs", Value::List{before, id});
  REQUIRE(answer.data.find("changes")->as_list().size() >= 1);
  CHECK(answer.text.find("hybrid JWT") != std::string::npos);
  CHECK(write_json(w.must("diff", "refs", words(before)).data) == write_json(answer.data));
  CHECK(w.refused("diff", "refs", words(id)) == ErrorCode::kUsage);
  CHECK(w.refused("diff", "refs", words(id + "@999")) == ErrorCode::kNotFound);
}

TEST_CASE("words are found where they were said") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("note", "text", "refresh tokens rotate every hour");
  w.must("note", "text", "nothing to see");
  const Answer found = w.must("search", "words", Value::List{"tokens", "refresh"});
  REQUIRE(found.data.find("hits")->as_list().size() == 1);
  const Value& hit = found.data.find("hits")->as_list()[0];
  CHECK(hit.find("type")->as_string() == "note_added");
  CHECK(hit.find("session")->as_string() == w.surroundings.session);
  const Answer none = w.must("search", "words", Value::List{"absent", "(or not"});
  CHECK(none.data.find("hits")->as_list().empty());
  CHECK(none.text == "Nothing found.  clew search --all absent '(or not'   searches every project");
  CHECK(
      w.must("search", "words", words("rotate"), "all", true).data.find("hits")->as_list().size() ==
      1);
  CHECK(w.refused("search", "words", words("x"), "limit", int64_t{0}) == ErrorCode::kUsage);
}

TEST_CASE("a list or a search that stops at its limit says that there is more") {
  WorkspaceFixture w;
  for (const char* id : {"one", "two", "three"}) {
    w.must("start", "goal", "Mend it", "id", id);
  }
  for (const bool all : {false, true}) {
    for (const char* verb : {"list", "search"}) {
      const bool lists = std::string(verb) == "list";
      const auto answer = [&](int64_t limit) {
        return lists ? w.must(verb, "all", all, "limit", limit)
                     : w.must(verb, "words", words("Mend"), "all", all, "limit", limit);
      };
      const Answer two = answer(2);
      CHECK(two.data.find(lists ? "sessions" : "hits")->as_list().size() == 2);
      CHECK(two.data.find("more")->as_bool());
      CHECK(two.text.ends_with("\nthere are more than 2: add  --limit 10"));
      CHECK(answer(3).data.find("more") == nullptr);
    }
  }
}

}  // namespace
}  // namespace clew

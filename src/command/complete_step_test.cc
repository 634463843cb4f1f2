// done: keys, and what is said next.

#include <filesystem>

#include "testing/temp_folder.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value::List ran_into(const std::string& file) {
  return Value::List{"sh", "-c", "echo ran >> " + file};
}

// The answer to the same request with the same key, twice.
std::pair<Answer, Answer> twice(WorkspaceFixture& w, const std::string& verb,
                                const Value::Object& request = {}) {
  w.caller.key = "a key of " + json_line(Value(request));
  const auto first = w.run(verb, request);
  REQUIRE(first.ok());
  const auto second = w.run(verb, request);
  w.caller.key.clear();
  REQUIRE_MESSAGE(second.ok(), second.error().message);
  CHECK_FALSE(second->data.find("changed")->as_bool());
  CHECK(first->refusal.has_value() == second->refusal.has_value());
  return {*first, *second};
}

TEST_CASE("a command is not run again for a key that was used") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  const std::string file = w.project() + "/ran.txt";
  twice(w, "done",
        {
            {"command", Value(ran_into(file))}
  });
  CHECK(read_text(file) == "ran\n");
  const auto [first, second] = twice(w, "done",
                                     {
                                         {"command", Value(Value::List{"sh", "-c", "exit 3"})}
  });
  REQUIRE(second.refusal);
  CHECK(first.refusal->message == second.refusal->message);
}

TEST_CASE("the same key answers the same after the session ended with it") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A"});
  const std::string file = w.project() + "/ran.txt";
  const auto [first, second] = twice(w, "done",
                                     {
                                         {"command", Value(ran_into(file))}
  });
  CHECK(read_text(file) == "ran\n");
  CHECK(second.text == first.text + "\nnote: nothing changed; this key was used before");
}

TEST_CASE("closing twice with a key closes once") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests");
  w.caller.key = "a key";
  const Answer first = w.must("close");
  const Answer second = w.must("close");
  CHECK(json_line(*first.data.find("hash")) == json_line(*second.data.find("hash")));
  CHECK_FALSE(second.data.find("changed")->as_bool());
  CHECK(w.refused("close", "reason", "another request") == ErrorCode::kConflict);
  CHECK(w.refused("done") == ErrorCode::kConflict);
}

TEST_CASE("a key means the session it meant, also when another one is open now") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "step", Value::List{"A"});
  w.caller.key = "a key";
  w.must("done");
  w.caller.key.clear();
  w.must("start", "goal", "Two", "id", "two", "step", Value::List{"A"});
  w.caller.key = "a key";
  const Answer again = w.must("done");
  CHECK(again.data.find("session")->as_string() == "one");
  CHECK_FALSE(again.data.find("changed")->as_bool());
}

}  // namespace
}  // namespace clew

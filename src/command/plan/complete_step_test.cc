// done: keys, and what is said next.

#include <filesystem>

#include "document/json/json.h"
#include "testing/temp_folder.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value::List ran_into(const std::string& file) {
  return Value::List{"sh", "-c", "echo ran >> " + file};
}

TEST_CASE("a key used in one project is another request in the next, where no session is named") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one", "step", Value::List{"A", "B"});
  w.caller.key = "k";
  w.must("done");
  const std::string other = w.project() + "-other";
  std::filesystem::create_directories(other);
  w.surroundings.cwd = other;
  w.caller.key.clear();
  w.must("start", "goal", "Two", "id", "two", "step", Value::List{"A", "B"});
  w.caller.key = "k";
  CHECK(w.refused("done") == ErrorCode::kConflict);
}

// The answer to the same request with the same key, twice.
std::pair<Answer, Answer> twice(WorkspaceFixture& w, const std::string& verb,
                                const Value::Object& request = {}) {
  w.caller.key = "a key of " + write_json(Value(request));
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
  CHECK(write_json(*first.data.find("hash")) == write_json(*second.data.find("hash")));
  CHECK_FALSE(second.data.find("changed")->as_bool());
  CHECK(w.refused("close", "reason", "another request") == ErrorCode::kConflict);
  CHECK(w.refused("done") == ErrorCode::kConflict);
}

TEST_CASE("forking twice with a key forks once") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  w.caller.key = "a key";
  const Answer first = w.must("fork");
  const Answer second = w.must("fork");
  CHECK(first.data.find("session")->as_string() == second.data.find("session")->as_string());
  CHECK(second.data.find("parent")->as_string() == "one");
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

// The gate of a plan, written as an object.
void start_planned(WorkspaceFixture& w, const std::string& plan) {
  w.write("plan.yaml", plan);
  w.must("start", "goal", "Tests", "plan", w.project() + "/plan.yaml");
}

TEST_CASE("an override is offered only where the gate allows one") {
  WorkspaceFixture w;
  start_planned(
      w,
      "steps:\n  - title: A\n    gate: {override: false, fields: [{name: ok, type: boolean, "
      "required: true}]}\n  - title: B\n    gate: ok\n  - title: C\n");
  const Answer shut = w.run("done").value();
  REQUIRE(shut.refusal);
  CHECK(shut.refusal->next == "clew done 1 ok=…");
  CHECK(w.error("done", "words", words("B")).next.find("--override") == std::string::npos);
  w.must("done", "words", words("ok=true"));
  const Answer second = w.run("done").value();
  REQUIRE(second.refusal);
  CHECK(second.refusal->next.find("clew done 2 --override") != std::string::npos);
  CHECK(w.error("done", "words", words("C")).next.find("--override") != std::string::npos);
}

TEST_CASE("an override without a reason is offered for the step that was named") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"}, "any_order", true);
  CHECK(w.error("done", "words", words("B"), "override", true).next ==
        "clew done B --override --reason \"…\"");
  CHECK(w.error("done", "words", Value::List{"B", "n=1"}, "output", words("a b"), "override", true,
                "command", Value::List{"ls", "a b"})
            .next == "clew done B n=1 --output 'a b' --override --reason \"…\" -- ls 'a b'");
}

TEST_CASE("what a gate may be shown is not told as what it demands") {
  WorkspaceFixture w;
  start_planned(
      w,
      "steps:\n  - title: A\n    gate: {fields: [{name: ok, type: boolean}, {name: remark, "
      "required: false}]}\n");
  const std::string next = w.must("next").text;
  CHECK(next.find("remark") == std::string::npos);
  CHECK(next.find("until ok") != std::string::npos);
}

TEST_CASE("a measured command that a signal ended leaves a failed attempt that says so") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  const Answer shut =
      w.run("done", "command", Value::List{"sh", "-c", "echo begun; kill -KILL $$"}).value();
  REQUIRE(shut.refusal);
  CHECK(shut.refusal->code == ErrorCode::kInvalid);
  CHECK(
      shut.refusal->message ==
      "step 1 \"A\" is not done (its gate failed: sh was ended by SIGKILL); attempt 1 is recorded");
  const AttemptFailed failed = w.last<AttemptFailed>();
  REQUIRE(failed.evidence.measurement);
  CHECK(failed.evidence.measurement->signal == "SIGKILL");
  CHECK(failed.evidence.measurement->exit_code == 137);
  CHECK(*w.store().blob(failed.evidence.measurement->output) == "begun\n");
  CHECK(w.must("status").text.find("sh was ended by SIGKILL") != std::string::npos);
}

TEST_CASE("a step that was measured is to be measured again") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  w.run("done", "command", Value::List{"sh", "-c", "exit 3"}).value();
  CHECK(w.must("next").text.find("clew done -- sh -c 'exit 3'") != std::string::npos);
  CHECK(w.must("brief").text.find("make it exit 0, then `clew done -- sh -c 'exit 3'`") !=
        std::string::npos);
}

TEST_CASE("what a gate was not shown stands in the command that shows it") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done");
  REQUIRE(w.run("done").value().refusal);
  const std::string command = "clew done 2 coverage=…";
  CHECK(w.must("next").text == "step 2 \"Build\" until coverage >= 80\nnext  " + command);
  CHECK(w.must("status").text.ends_with("then  " + command));
  CHECK(w.must("brief").text.find("then `" + command + "`") != std::string::npos);
  REQUIRE(w.run("done", "words", words("coverage=50")).value().refusal);
  CHECK(w.must("next").text == "bring coverage to >= 80\nnext  " + command);
}

TEST_CASE("what a task was shown counts for the gate of its phase") {
  WorkspaceFixture w;
  start_planned(
      w,
      "steps:\n  - title: Freeze\n    gate: branch_cut and reviewed\n    steps: [Announce, "
      "Branch]\n  - title: Ship\n");
  w.must("done", "words", words("branch_cut=true"));  // while a task is the current step
  w.must("done");
  const Answer shut = w.run("done", "words", words("1")).value();
  REQUIRE(shut.refusal);
  CHECK(shut.refusal->message.find("reviewed") != std::string::npos);
  CHECK(shut.refusal->message.find("branch_cut") == std::string::npos);
  const Answer done = w.must("done", "words", Value(Value::List{"1", "reviewed=true"}));
  CHECK(done.text.find("branch_cut true claimed") != std::string::npos);
  // Gone back to, it is to be shown again.
  w.must("revisit", "step", "1", "impact", "minor", "reason", "again");
  REQUIRE(w.run("done", "words", words("1")).value().refusal);
}

TEST_CASE("whoever is told to complete a step is told what its gate asks for") {
  WorkspaceFixture w;
  start_planned(w, "steps:\n  - title: A\n    gate: coverage >= 80 and reviewed\n  - title: B\n");
  const std::string command = "clew done 1 coverage=… reviewed=…";
  CHECK(w.must("next").text.ends_with("\nnext  " + command));
  CHECK(w.must("status").text.ends_with("  " + command));
  CHECK(w.must("status").data.find("next")->find("command")->as_string() == command);
  CHECK(w.must("brief").text.find("then `" + command + "`") != std::string::npos);
  const Answer shut = w.run("done", "words", words("coverage=70")).value();
  REQUIRE(shut.refusal);
  CHECK(shut.refusal->next.starts_with("bring coverage to >= 80, then  " + command + "      or"));
  CHECK(w.must("next", "claim", true).text.ends_with("\nnext  " + command + " --fence 1"));
}

TEST_CASE("a start says what the gate of its first step asks for") {
  WorkspaceFixture w;
  w.write("plan.yaml", "steps:\n  - title: A\n    gate: coverage >= 80\n");
  const Answer begun = w.must("start", "goal", "Tests", "plan", w.project() + "/plan.yaml");
  CHECK(begun.text.ends_with("\nnext  clew done 1 coverage=…"));
}

TEST_CASE("when every step is done, the session is closed with the command that is named") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests");
  w.must("step add", "title", words("A"));
  w.must("step start", "step", "1");
  w.must("done");
  CHECK(w.must("status").text.ends_with("every step is done; close the session with  clew done"));
}

TEST_CASE("nobody is told to claim where there is nothing to claim") {
  WorkspaceFixture w;
  w.caller.actor = ActorId("ana");
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  w.must("next", "claim", true);
  w.caller.actor = ActorId("bob");
  CHECK(w.must("next").text.find("--claim") == std::string::npos);
  CHECK(w.must("status").text.find("--claim") == std::string::npos);
  CHECK(w.error("done", "words", words("1")).next == "clew status");
  CHECK(w.refused("next", "claim", true) == ErrorCode::kNotFound);
}

TEST_CASE("a stale fence is told with the one that holds") {
  WorkspaceFixture w;
  w.caller.actor = ActorId("ana");
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  w.must("next", "claim", true);
  w.must("next", "release", true);
  CHECK(w.error("done", "words", words("1"), "fence", 1).message ==
        "fence 1 on step 1 \"A\" is stale; nobody holds it now");
}

TEST_CASE("closing says the way on from a step that failed") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"});
  w.must("step fail", "reason", "no disk");
  CHECK(w.error("close").next == "clew step retry 1      or  clew close --aborted --reason \"…\"");
}

TEST_CASE("evidence that is typed twice is refused, and nothing is recorded") {
  WorkspaceFixture w;
  w.start_plan();
  const size_t before = w.events().size();
  CHECK(w.refused("done", "words", Value::List{"a=1", "a=2"}) == ErrorCode::kUsage);
  CHECK(w.error("done", "words", words("a=1"), "evidence", words("a=2")).message ==
        "a is given twice");
  CHECK(w.events().size() == before);
}

TEST_CASE("a step that is not there is told with how many there are") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", words("A"));
  CHECK(w.run("done", "words", words("9")).error().message ==
        "there is no step \"9\"; the plan has 1 step");
  w.must("step add", "title", words("part"), "under", "1");
  w.must("step add", "title", words("another"), "under", "1");
  CHECK(w.run("done", "words", words("2")).error().message ==
        "there is no step \"2\"; the plan has 1 step");
}

TEST_CASE("what has no plan cannot be revisited") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "id", "plain");
  w.must("done");
  w.surroundings.session = "plain";
  CHECK(w.error("note", "text", "late").next == "clew fork plain");
}

TEST_CASE("a session's own gate is shown when every step is done") {
  WorkspaceFixture w;
  start_planned(w, "gate: ok\nsteps:\n  - A\n");
  w.must("done");
  CHECK(w.must("next").text ==
        "every step is done; to end the session show ok\nnext  clew done ok=…");
  CHECK(w.must("status").text.ends_with("show ok with  clew done ok=…"));
}

TEST_CASE("everything empty is answered with the command that says it") {
  WorkspaceFixture w;
  w.start_plan();
  CHECK(w.error("note", "text", "  ").next == "clew note \"…\"");
  CHECK(w.error("decide", "choice", "").next == "clew decide \"…\" --because \"…\"");
  CHECK(w.error("ask", "question", "").next == "clew ask \"…\"");
}

}  // namespace
}  // namespace clew

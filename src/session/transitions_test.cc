// Every state meets every verb. What is expected is written down here a second time, as people
// would draw it, so that a slip in the tables shows.

#include <doctest/doctest.h>

#include <sstream>

#include "session/agent.h"
#include "session/session.h"
#include "session/step.h"

namespace clew {
namespace {

// Walks a drawing: the first line names the verbs, each other line a state and what each verb leads
// to; "-" is refused.
template <class State, class Verb>
void walk(const std::string& drawing) {
  std::istringstream lines(drawing);
  std::string line;
  std::getline(lines, line);
  std::vector<Verb> verbs;
  std::istringstream head(line);
  for (std::string word; head >> word;) verbs.push_back(*enum_from<Verb>(word));
  CHECK(verbs.size() == std::size(EnumNames<Verb>::names));
  size_t states = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    const auto from = enum_from<State>(word);
    REQUIRE(from.has_value());
    CHECK(static_cast<size_t>(*from) == states++);
    for (const Verb verb : verbs) {
      REQUIRE(static_cast<bool>(words >> word));
      CAPTURE(name_of(*from));
      CAPTURE(name_of(verb));
      const auto to = next_status(*from, verb);
      CHECK((to ? name_of(*to) : "-") == word);
    }
  }
  CHECK(states == std::size(EnumNames<State>::names));
}

TEST_CASE("the session's table, cell by cell") {
  walk<Lifecycle, LifecycleVerb>(
      "           pause   resume  complete   fail    abort    abandon    reopen  work    fact\n"
      "active     paused  -       completed  failed  aborted  abandoned  -       active  active\n"
      "paused     -       active  completed  failed  aborted  abandoned  -       -       paused\n"
      "completed  -       -       -          -       -        -          active  -       -\n"
      "failed     -       -       -          -       -        -          -       -       -\n"
      "aborted    -       -       -          -       -        -          -       -       -\n"
      "abandoned  -       -       -          -       -        -          -       -       -\n");
}

TEST_CASE("the step's table, cell by cell") {
  walk<StepStatus, StepVerb>(
      "              start   done  fail    block    unblock  review        skip     retry     "
      "put_back\n"
      "pending       active  done  -       blocked  -        -             skipped  -         -\n"
      "active        -       done  failed  blocked  -        needs_review  skipped  active    "
      "pending\n"
      "done          -       -     -       -        -        -             -        -         -\n"
      "failed        -       -     -       blocked  -        needs_review  skipped  active    -\n"
      "blocked       -       -     failed  -        pending  -             skipped  -         -\n"
      "needs_review  active  done  failed  blocked  -        -             skipped  active    -\n"
      "skipped       -       -     -       -        -        -             -        -         -\n");
}

TEST_CASE("the agent's table, cell by cell") {
  walk<AgentStatus, AgentVerb>(
      "           start    progress  done       fail   timeout  retry    plan\n"
      "pending    running  running   completed  error  timeout  -        pending\n"
      "running    running  running   completed  error  timeout  -        -\n"
      "completed  running  -         -          -      -        -        -\n"
      "error      running  -         -          -      -        running  -\n"
      "timeout    running  -         -          -      -        running  -\n");
}

TEST_CASE("a closed session is one that has ended") {
  CHECK_FALSE(is_closed(Lifecycle::kActive));
  CHECK_FALSE(is_closed(Lifecycle::kPaused));
  for (const auto ended :
       {Lifecycle::kCompleted, Lifecycle::kFailed, Lifecycle::kAborted, Lifecycle::kAbandoned}) {
    CHECK(is_closed(ended));
  }
}

}  // namespace
}  // namespace clew

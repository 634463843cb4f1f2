#include "engine/suggestion.h"

#include "command/verb.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct NamedRow {
  const char* given;
  const char* named;
};
const NamedRow kNamed[] = {
    {"clew done 1",                               "clew done -s s1 1"                      },
    {"clew step retry 2",                         "clew step retry -s s1 2"                },
    {"clew done -- make test",                    "clew done -s s1 -- make test"           },
    {"clew done 2      or  clew close --aborted",
     "clew done -s s1 2      or  clew close -s s1 --aborted"                               },
    {"bring it to 80, then  clew done 2",         "bring it to 80, then  clew done -s s1 2"},
    {"clew resume s1",                            "clew resume s1"                         },
    {"clew diff s1@3 s1   shows it",              "clew diff s1@3 s1   shows it"           },
    {"clew done -s other 1",                      "clew done -s other 1"                   },
    {"clew list --all",                           "clew list --all"                        },
    {"clew help done",                            "clew help done"                         },
    {"clew start \"…\"",                          "clew start \"…\""                       },
    {"name one with -s, or  clew use s2",         "name one with -s, or  clew use s2"      },
    {"run it again",                              "run it again"                           },
};

TEST_CASE("a command that takes a session and names none gets its name") {
  for (const auto& row : kNamed) {
    INFO(std::string(row.given));
    CHECK(with_session(row.given, "s1", find_verb_kind) == row.named);
  }
}

// Two open sessions, of which the second is the one in use.
struct TwoSessions : WorkspaceFixture {
  TwoSessions() {
    caller.actor = ActorId("ana@desk");
    must("start", "goal", "One", "id", "sj1", "step", Value::List{"A", "B"});
    must("start", "goal", "Two", "id", "sj2", "step", Value::List{"A", "B"});
  }
  Result<Answer> named(const std::string& verb, const std::string& session,
                       Value::Object request = {}) {
    Caller as = caller;
    as.session = session;
    std::swap(as, caller);
    auto answer = run(verb, std::move(request));
    std::swap(as, caller);
    return answer;
  }
};

TEST_CASE("what to type next acts on the session it is told of") {
  TwoSessions w;
  w.caller.session = "sj2";
  w.must("use");
  w.caller.session.clear();
  const auto brief = [&](const char* id) { return w.named("brief", id).value().text; };
  CHECK(brief("sj1").find("`clew done -s sj1 1`") != std::string::npos);
  CHECK(brief("sj2").find("`clew done 1`") != std::string::npos);
  const auto status = w.named("status", "sj1").value();
  CHECK(status.text.find("clew done -s sj1 1") != std::string::npos);
}

TEST_CASE("what is refused before its session was looked for keeps the one that was named") {
  TwoSessions w;
  w.caller.session = "sj2";
  w.must("use");
  w.caller.session.clear();
  const auto next_of = [&](const char* verb, const char* session, const Value::Object& request) {
    Caller as = w.caller;
    as.session = session;
    as.verb = verb;
    PosixFileSystem files;
    Workspace workspace(w.store(), files, [&] { return w.now; }, [](Bytes&) {}, as, w.surroundings);
    Result<Answer> answer = find_verb(verb)->run(workspace, Value(request));
    name_session(workspace, answer);
    REQUIRE_FALSE(answer.ok());
    return answer.error().next;
  };
  const Value::Object little{
      {"budget", Value(int64_t{500})}
  };
  const Value::Object few{
      {"tokens", Value(int64_t{10})}
  };
  CHECK(next_of("brief", "sj1", little) == "clew brief -s sj1 --budget 600");
  CHECK(next_of("brief", "sj1@2", little) == "clew brief -s sj1@2 --budget 600");
  CHECK(next_of("brief", "sj2", little) == "clew brief --budget 600");
  CHECK(next_of("brief", "sj1", few) == "clew brief -s sj1 --tokens 150");
  CHECK(next_of("resume", "sj1", few) == "clew resume -s sj1 --tokens 150");
  CHECK(next_of("done", "sj1",
                {
                    {"override", Value(true)}
  }) == "clew done -s sj1 --override --reason \"…\"");
  CHECK(next_of("brief", "nobody", little) == "clew brief --budget 600");
}

}  // namespace
}  // namespace clew

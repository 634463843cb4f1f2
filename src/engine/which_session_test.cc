// Which session a request means.

#include <doctest/doctest.h>

#include <filesystem>

#include "base/error.h"
#include "files/folder_identity.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Says which session is meant in this checkout.
void use(WorkspaceFixture& fixture, const std::string& session) {
  fixture.caller.session = session;
  fixture.must("use");
  fixture.caller.session.clear();
}

std::string session_of_a_note(WorkspaceFixture& fixture) {
  return fixture.must("note", "text", "goes on").data.find("session")->as_string();
}

}  // namespace

TEST_CASE("a session in use that is closed stands in nobody's way") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  use(fixture, "one");
  fixture.must("close");
  fixture.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(fixture) == "two");
}

TEST_CASE(
    "a session that is closed or put away cannot be used, and one in use says that it ended") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  use(fixture, "one");
  CHECK(fixture.must("use").data.find("holds")->as_bool());
  fixture.must("close");
  const Answer ended = fixture.must("use");
  CHECK_FALSE(ended.data.find("holds")->as_bool());
  CHECK(ended.text.starts_with("one was selected here, but is completed"));
  fixture.caller.session = "one";
  CHECK(fixture.refused("use") == ErrorCode::kInvalid);
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.caller.session = "two";
  fixture.must("archive");
  CHECK(fixture.error("use").message == "two is archived and cannot be selected");
}

TEST_CASE("a session in use that is forgotten stands in nobody's way") {
  WorkspaceFixture fixture;
  fixture.caller.agreed = true;
  fixture.must("start", "goal", "One", "id", "one");
  use(fixture, "one");
  fixture.must("forget", "sessions", words("one"));
  fixture.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(fixture) == "two");
}

TEST_CASE("of several open sessions the one in use is meant") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  CHECK(fixture.refused("note", "text", "for whom?") == ErrorCode::kUsage);
  use(fixture, "one");
  CHECK(session_of_a_note(fixture) == "one");
}

TEST_CASE(
    "where several sessions are open, reading verbs list them and changing verbs do not guess") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  struct Row {
    const char* verb;
    Value::Object request;
  };
  const Row rows[] = {
      {"status",        {}                                      },
      {"log",           {}                                      },
      {"brief",         {}                                      },
      {"show",          {}                                      },
      {"next",          {}                                      },
      {"artifact list", {}                                      },
      {"diff",          {{"refs", words("@1")}}                 },
      {"export",        {{"to", "workflow"}}                    },
      {"export",        {{"log", true}, {"out", "sessions.log"}}},
  };
  for (const auto& row : rows) {
    INFO(row.verb);
    const auto answer = fixture.run(row.verb, row.request);
    REQUIRE(answer.ok());
    CHECK(answer->data.find("sessions")->as_list().size() == 2);
    CHECK(answer->text.find("clew use two") != std::string::npos);
  }
  CHECK(fixture.refused("note", "text", "for whom?") == ErrorCode::kUsage);
  CHECK(fixture.refused("next", "claim", true) == ErrorCode::kUsage);
}

TEST_CASE("where several sessions are open, verify checks each of them") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  const auto answer = fixture.run("verify");
  REQUIRE(answer.ok());
  CHECK(answer->exit == 0);
  CHECK(answer->data.find("sessions")->as_list().size() == 2);
  CHECK(answer->text.find("one  1 of 1 events") != std::string::npos);
  CHECK(answer->text.find("two  1 of 1 events") != std::string::npos);

  fixture.caller.session = "one";
  fixture.write("a.txt", "a");
  fixture.must("changed", "path", "a.txt");
  fixture.write("a.txt", "b");
  fixture.caller.session.clear();
  CHECK(fixture.run("verify")->exit == kExitDrift);
}

TEST_CASE("@ is the session at hand, and @1 a moment of it") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("note", "text", "more");
  const Answer diff = fixture.must("diff", "refs", words("@1"));
  CHECK(diff.text.starts_with("one@1 → one@2"));
  fixture.caller.session = "@1";
  CHECK(fixture.must("status").data.find("seq")->as_int() == 1);
  CHECK(fixture.refused("note", "text", "too late") == ErrorCode::kUsage);
  fixture.caller.session = "@9";
  CHECK(fixture.refused("status") == ErrorCode::kNotFound);
  fixture.caller.session = "one@";
  CHECK(fixture.refused("status") == ErrorCode::kUsage);
  fixture.caller.session.clear();
  fixture.surroundings.session = "@";
  CHECK(fixture.refused("status") == ErrorCode::kNotFound);
  fixture.surroundings.session.clear();
}

TEST_CASE("@1 beside -s is a moment of the session named there") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  fixture.caller.session = "one";
  fixture.must("note", "text", "more");
  for (const char* named : {"one", "one@2"}) {
    fixture.caller.session = named;
    INFO(named);
    CHECK(fixture.must("diff", "refs", Value::List{"@1", "@"}).text.starts_with("one@1 → one@2"));
    CHECK(fixture.must("show", "what", words("@1")).data.find("session")->as_string() == "one");
    CHECK(fixture.refused("show", "what", words("@9")) == ErrorCode::kNotFound);
    CHECK(fixture.refused("export", "log", true, "sessions", words("@1")) == ErrorCode::kUsage);
  }
  // A log is whole, whichever way its session is named.
  CHECK(fixture.refused("export", "log", true) == ErrorCode::kUsage);
  fixture.caller.session.clear();
  fixture.surroundings.session = "one";
  CHECK(fixture.must("diff", "refs", words("@1")).text.starts_with("one@1 → one@2"));
  fixture.caller.session = "@1";
  CHECK(fixture.must("status").data.find("session")->as_string() == "one");
  fixture.caller.session.clear();
  fixture.surroundings.session.clear();
}

TEST_CASE("an agent is bound with its first work, and to what it starts or resumes after that") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  fixture.caller.actor = ActorId("claude-code:8f1c");
  CHECK(fixture.refused("note", "text", "where?") == ErrorCode::kUsage);
  fixture.caller.session = "one";
  fixture.must("note", "text", "here");
  fixture.caller.session = "two";
  fixture.must("note", "text", "and once there");
  fixture.caller.session.clear();
  CHECK(session_of_a_note(fixture) == "one");
  fixture.caller.session = "two";
  fixture.must("resume");
  fixture.caller.session.clear();
  CHECK(session_of_a_note(fixture) == "two");
  fixture.must("start", "goal", "Three", "id", "three");
  CHECK(session_of_a_note(fixture) == "three");
}

TEST_CASE("a person is not bound by what they did elsewhere") {
  WorkspaceFixture fixture;
  fixture.must("start", "goal", "One", "id", "one");
  fixture.must("start", "goal", "Two", "id", "two");
  fixture.must("use", "none", true);
  fixture.caller.actor = ActorId("ana@laptop");
  fixture.caller.session = "one";
  fixture.must("resume");
  fixture.must("note", "text", "here");
  fixture.caller.session.clear();
  CHECK(fixture.refused("note", "text", "where?") == ErrorCode::kUsage);
}

TEST_CASE("below a folder without git its work is told of, and is not meant") {
  WorkspaceFixture w;
  w.must("start", "goal", "Work", "id", "above");
  w.surroundings.cwd += "/src/deep";
  std::filesystem::create_directories(w.surroundings.cwd);
  const Error error = w.run("note", "text", "x").error();
  CHECK(error.code == ErrorCode::kNotFound);
  CHECK(error.next == "clew start \"…\"   or  clew status above");
  w.surroundings.cwd = w.folder() / "elsewhere";
  std::filesystem::create_directories(w.surroundings.cwd);
  CHECK(w.run("note", "text", "x").error().next == "clew start \"…\"   or  clew list --all");
}

TEST_CASE("a folder without git keeps its sessions when it is renamed") {
  WorkspaceFixture w;
  if (folder_mark(w.project()).empty()) {
    MESSAGE("skipped: this file system does not keep when a folder was made");
    return;
  }
  w.must("start", "goal", "One", "id", "one");
  w.write("a.txt", "text\n");
  w.must("changed", "path", "a.txt");
  const std::string old = w.project();
  const std::string now = old + "-renamed";
  std::filesystem::rename(old, now);
  w.surroundings.cwd = now;
  CHECK(w.must("status").data.find("session")->as_string() == "one");
  CHECK_FALSE(w.must("verify").refusal.has_value());
  w.must("note", "text", "goes on");
  CHECK(w.must("list").data.find("sessions")->as_list().size() == 1);
  SUBCASE("and renamed again") {
    std::filesystem::rename(now, now + "-again");
    w.surroundings.cwd = now + "-again";
    CHECK(w.must("status").data.find("session")->as_string() == "one");
  }
  SUBCASE("and has new ones beside them") {
    w.pass(minutes(1));
    w.must("start", "goal", "Two", "id", "two");
    w.must("use", "none", true);
    CHECK(w.error("note", "text", "x").message == "several sessions are open here: two, one");
    std::filesystem::rename(now, now + "-again");
    w.surroundings.cwd = now + "-again";
    CHECK(w.error("note", "text", "x").message == "several sessions are open here: two, one");
  }
  SUBCASE("and a copy of it has none") {
    std::filesystem::copy(now, now + "-copy", std::filesystem::copy_options::recursive);
    w.surroundings.cwd = now + "-copy";
    CHECK(w.refused("note", "text", "x") == ErrorCode::kNotFound);
  }
  SUBCASE("and its files are looked at where they are, whatever stands in the old place") {
    std::filesystem::create_directory(old);
    CHECK_FALSE(w.must("verify").refusal.has_value());
    w.write("b.txt", "more\n");
    CHECK(w.must("changed", "path", "b.txt", "action", "created").text == "created b.txt +1 −0");
  }
}

}  // namespace clew

// Which session a request means.

#include <doctest/doctest.h>

#include <filesystem>

#include "base/error.h"
#include "files/folder_identity.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Says which session is meant in this checkout.
void use(WorkspaceFixture& desk, const std::string& session) {
  desk.caller.session = session;
  desk.must("use");
  desk.caller.session.clear();
}

std::string session_of_a_note(WorkspaceFixture& desk) {
  return desk.must("note", "text", "goes on").data.find("session")->as_string();
}

}  // namespace

TEST_CASE("a session in use that is closed stands in nobody's way") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  use(desk, "one");
  desk.must("close");
  desk.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(desk) == "two");
}

TEST_CASE(
    "a session that is closed or put away cannot be used, and one in use says that it ended") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  use(desk, "one");
  CHECK(desk.must("use").data.find("holds")->as_bool());
  desk.must("close");
  const Answer ended = desk.must("use");
  CHECK_FALSE(ended.data.find("holds")->as_bool());
  CHECK(ended.text.starts_with("one was selected here, but is completed"));
  desk.caller.session = "one";
  CHECK(desk.refused("use") == ErrorCode::kInvalid);
  desk.must("start", "goal", "Two", "id", "two");
  desk.caller.session = "two";
  desk.must("archive");
  CHECK(desk.error("use").message == "two is archived and cannot be selected");
}

TEST_CASE("a session in use that is forgotten stands in nobody's way") {
  WorkspaceFixture desk;
  desk.caller.agreed = true;
  desk.must("start", "goal", "One", "id", "one");
  use(desk, "one");
  desk.must("forget", "sessions", words("one"));
  desk.must("start", "goal", "Two", "id", "two");
  CHECK(session_of_a_note(desk) == "two");
}

TEST_CASE("of several open sessions the one in use is meant") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
  CHECK(desk.refused("note", "text", "for whom?") == ErrorCode::kUsage);
  use(desk, "one");
  CHECK(session_of_a_note(desk) == "one");
}

TEST_CASE(
    "where several sessions are open, reading verbs list them and changing verbs do not guess") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
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
    const auto answer = desk.run(row.verb, row.request);
    REQUIRE(answer.ok());
    CHECK(answer->data.find("sessions")->as_list().size() == 2);
    CHECK(answer->text.find("clew use two") != std::string::npos);
  }
  CHECK(desk.refused("note", "text", "for whom?") == ErrorCode::kUsage);
  CHECK(desk.refused("next", "claim", true) == ErrorCode::kUsage);
}

TEST_CASE("where several sessions are open, verify checks each of them") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
  const auto answer = desk.run("verify");
  REQUIRE(answer.ok());
  CHECK(answer->exit == 0);
  CHECK(answer->data.find("sessions")->as_list().size() == 2);
  CHECK(answer->text.find("one  1 of 1 events") != std::string::npos);
  CHECK(answer->text.find("two  1 of 1 events") != std::string::npos);

  desk.caller.session = "one";
  desk.write("a.txt", "a");
  desk.must("changed", "path", "a.txt");
  desk.write("a.txt", "b");
  desk.caller.session.clear();
  CHECK(desk.run("verify")->exit == kExitDrift);
}

TEST_CASE("@ is the session at hand, and @1 a moment of it") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("note", "text", "more");
  const Answer diff = desk.must("diff", "refs", words("@1"));
  CHECK(diff.text.starts_with("one@1 → one@2"));
  desk.caller.session = "@1";
  CHECK(desk.must("status").data.find("seq")->as_int() == 1);
  CHECK(desk.refused("note", "text", "too late") == ErrorCode::kUsage);
  desk.caller.session = "@9";
  CHECK(desk.refused("status") == ErrorCode::kNotFound);
  desk.caller.session = "one@";
  CHECK(desk.refused("status") == ErrorCode::kUsage);
  desk.caller.session.clear();
  desk.surroundings.session = "@";
  CHECK(desk.refused("status") == ErrorCode::kNotFound);
  desk.surroundings.session.clear();
}

TEST_CASE("@1 beside -s is a moment of the session named there") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
  desk.caller.session = "one";
  desk.must("note", "text", "more");
  for (const char* named : {"one", "one@2"}) {
    desk.caller.session = named;
    INFO(named);
    CHECK(desk.must("diff", "refs", Value::List{"@1", "@"}).text.starts_with("one@1 → one@2"));
    CHECK(desk.must("show", "what", words("@1")).data.find("session")->as_string() == "one");
    CHECK(desk.refused("show", "what", words("@9")) == ErrorCode::kNotFound);
    CHECK(desk.refused("export", "log", true, "sessions", words("@1")) == ErrorCode::kUsage);
  }
  // A log is whole, whichever way its session is named.
  CHECK(desk.refused("export", "log", true) == ErrorCode::kUsage);
  desk.caller.session.clear();
  desk.surroundings.session = "one";
  CHECK(desk.must("diff", "refs", words("@1")).text.starts_with("one@1 → one@2"));
  desk.caller.session = "@1";
  CHECK(desk.must("status").data.find("session")->as_string() == "one");
  desk.caller.session.clear();
  desk.surroundings.session.clear();
}

TEST_CASE("an agent is bound with its first work, and to what it starts or resumes after that") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
  desk.caller.actor = ActorId("claude-code:8f1c");
  CHECK(desk.refused("note", "text", "where?") == ErrorCode::kUsage);
  desk.caller.session = "one";
  desk.must("note", "text", "here");
  desk.caller.session = "two";
  desk.must("note", "text", "and once there");
  desk.caller.session.clear();
  CHECK(session_of_a_note(desk) == "one");
  desk.caller.session = "two";
  desk.must("resume");
  desk.caller.session.clear();
  CHECK(session_of_a_note(desk) == "two");
  desk.must("start", "goal", "Three", "id", "three");
  CHECK(session_of_a_note(desk) == "three");
}

TEST_CASE("a person is not bound by what they did elsewhere") {
  WorkspaceFixture desk;
  desk.must("start", "goal", "One", "id", "one");
  desk.must("start", "goal", "Two", "id", "two");
  desk.must("use", "none", true);
  desk.caller.actor = ActorId("ana@laptop");
  desk.caller.session = "one";
  desk.must("resume");
  desk.must("note", "text", "here");
  desk.caller.session.clear();
  CHECK(desk.refused("note", "text", "where?") == ErrorCode::kUsage);
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

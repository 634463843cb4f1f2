// Where a session's files are, and what became of them.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

TEST_CASE("without git a session's files are those of its own folder, wherever one stands") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.txt", "a\n");
  w.must("artifact add", "paths", words("a.txt"));
  const std::string own = w.project();
  // A folder whose name begins as the project's does, the one around it, and one in it.
  for (const std::string& elsewhere :
       {own.substr(0, own.size() - 1), own.substr(0, own.rfind('/')), own + "/below"}) {
    CAPTURE(elsewhere);
    std::filesystem::create_directories(elsewhere);
    w.surroundings.cwd = elsewhere;
    const Answer verified = w.must("verify");
    CHECK(verified.exit == 0);
    CHECK(verified.data.find("looked")->as_bool());
    CHECK(w.must("brief").text.find("Project: found") == std::string::npos);
  }
}

TEST_CASE("a file of another project is none of the session's") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string own = w.project();
  const std::string elsewhere = own + "-other";
  std::filesystem::create_directories(elsewhere);
  w.surroundings.cwd = elsewhere;
  const std::string path = elsewhere + "/b.txt";
  FILE* file = std::fopen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  std::fclose(file);
  for (const char* verb : {"artifact add", "pause"}) {
    const Error error =
        w.error(verb, verb == std::string("pause") ? "artifact" : "paths", words("b.txt"));
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.next == "copy it under " + own);
  }
  CHECK(w.refused("changed", "path", "b.txt") == ErrorCode::kInvalid);
}

TEST_CASE("status sees an artifact that was edited, as verify does") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("a.txt", "a\n");
  w.must("artifact add", "paths", words("a.txt"));
  CHECK(w.must("status").data.find("drift")->as_list().empty());
  w.write("a.txt", "b\n");
  CHECK(w.must("status").data.find("drift")->as_list().size() == 1);
  CHECK(w.must("status").data.find("drift")->as_list() ==
        w.must("verify").data.find("drift")->as_list());
}

TEST_CASE("status shows what brings an artifact back whole, however long its name") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string path = "a folder/" + std::string(60, 'x') + ".txt";
  w.write(path, "a\n");
  w.must("artifact add", "paths", words(path));
  std::filesystem::remove(w.project() + "/" + path);
  const std::string text = w.must("status").text;
  CHECK(text.find("  clew artifact restore '" + path + "'\n") != std::string::npos);
  w.must("artifact restore", "path", path);
  CHECK(w.must("status").data.find("drift")->as_list().empty());
}

TEST_CASE("a status is listed as it is shown: what nobody touched for a day is paused") {
  WorkspaceFixture w;
  w.must("start", "goal", "Old", "id", "old");
  w.pass(hours(30));
  w.must("start", "goal", "New", "id", "new");
  const auto listed = [&](const char* status) {
    const Answer answer = w.must("list", "status", words(status));
    std::string ids;
    for (const auto& each : answer.data.find("sessions")->as_list()) {
      ids += each.find("session")->as_string() + " ";
    }
    return ids;
  };
  CHECK(listed("active") == "new ");
  CHECK(listed("paused") == "old ");
  CHECK(listed("completed").empty());
}

TEST_CASE("undo names the work, not the pause that inactivity had brought before it") {
  WorkspaceFixture w;
  w.start_plan();
  w.pass(days(9));
  CHECK(w.must("brief").text.find("no activity for 9 d") != std::string::npos);
  w.must("note", "text", "first work");
  CHECK(w.must("undo").text.starts_with("undid: noted: first work"));
}

TEST_CASE("who resumes is told why the work was paused, and what was kept") {
  WorkspaceFixture w;
  w.start_plan();
  w.write("half.md", "half\n");
  w.must("pause", "reason", "waiting for the key", "context", "the second call", "artifact",
         words("half.md"));
  w.pass(minutes(5));
  const std::string text = w.must("resume").text;
  CHECK(text.find("Was paused: waiting for the key; was at: the second call; kept half.md") !=
        std::string::npos);
}

}  // namespace
}  // namespace clew

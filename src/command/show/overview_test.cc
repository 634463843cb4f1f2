// `clew` alone, and what reading verbs say where several sessions are open.

#include "command/show/overview.h"

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

bool has(const Answer& answer, const std::string& text) {
  return answer.text.find(text) != std::string::npos;
}

Answer answered(Result<Answer> answer) {
  if (!answer) FAIL(answer.error().message);
  return std::move(*answer);
}

TEST_CASE("an agent is offered to be set up until it is") {
  WorkspaceFixture w;
  w.surroundings.program = "/opt/clew";
  w.surroundings.user = PosixFileSystem().info(w.folder().path())->owner;
  w.caller.agreed = true;
  std::filesystem::create_directories(w.folder() / ".claude");
  std::filesystem::create_directories(w.folder() / ".codex");
  CHECK(has(w.must("here"), "(found: Claude Code, Codex)"));
  answered(w.run("setup", "agents", words("claude-code")));
  CHECK(has(w.must("here"), "(found: Codex)"));
  answered(w.run("setup", "agents", words("codex"), "project", true));
  const Answer done = w.must("here");
  CHECK_FALSE(has(done, "clew setup"));
  CHECK(done.data.find("agents")->as_string().empty());
}

TEST_CASE("after the last session was closed, it is named with how to look at it") {
  WorkspaceFixture w;
  CHECK(has(w.must("here"), "No session here yet."));
  w.must("start", "goal", "First", "id", "one");
  w.must("close");
  w.pass(minutes(1));
  w.must("start", "goal", "Add OAuth", "id", "oauth");
  w.must("close");
  w.pass(minutes(5));
  const Answer answer = w.must("here");
  CHECK(answer.text.starts_with("No open session here.\n"));
  CHECK(has(answer, "clew status oauth      (completed 5 min ago: Add OAuth)"));
  CHECK(has(answer, "clew list"));
  CHECK(answer.data.find("last")->as_string() == "oauth");
}

TEST_CASE("while recording is off, one line says so and what switches it on") {
  WorkspaceFixture w;
  answered(w.run("off", "here", true));
  CHECK(w.must("here").text.starts_with("recording is off: clew on --here\nNo session here yet."));
  const Answer none = w.must("status");
  CHECK(none.text == "recording is off: clew on --here");
  REQUIRE(none.refusal.has_value());
  CHECK(none.refusal->code == ErrorCode::kNotFound);
  answered(w.run("on", "here", true));
  w.must("start", "goal", "Add OAuth", "id", "oauth");
  CHECK_FALSE(has(w.must("here"), "recording"));
  answered(w.run("off"));
  for (const char* verb : {"here", "status"}) {
    CAPTURE(verb);
    const Answer answer = w.must(verb);
    CHECK(answer.text.starts_with("recording is off: clew on\noauth"));
    CHECK(answer.text.find("recording", 1) == std::string::npos);
    CHECK(answer.data.find("off")->as_bool());
  }
  CHECK_FALSE(has(w.must("status", "line", true), "recording"));
}

TEST_CASE("reading verbs list the sessions where several are open, and how to name one") {
  WorkspaceFixture w;
  w.must("start", "goal", "One", "id", "one");
  w.pass(minutes(1));
  w.must("start", "goal", "Two", "id", "two");
  w.must("use", "none", true);
  for (const char* verb : {"here", "status", "brief", "log", "show"}) {
    CAPTURE(verb);
    const Answer answer = w.must(verb);
    REQUIRE(answer.data.find("sessions") != nullptr);
    CHECK(answer.data.find("sessions")->as_list().size() == 2);
    const std::string again = verb == std::string("here") ? "status" : verb;
    CHECK(answer.text.ends_with("\nnext  clew " + again + " two      or  clew use two"));
    CHECK_FALSE(answer.refusal.has_value());
    w.caller.session = "three";
    CHECK(w.refused(verb) == ErrorCode::kNotFound);
    w.caller.session.clear();
    w.surroundings.session = "three";
    CHECK(w.run(verb).error().code == ErrorCode::kNotFound);
    w.surroundings.session.clear();
  }
  CHECK(w.refused("log", "follow", true) == ErrorCode::kUsage);
  // Who wants to take one up chooses from the same list.
  const auto resumed = w.run("resume");
  REQUIRE(resumed.ok());
  CHECK(resumed->data.find("sessions")->as_list().size() == 2);
  REQUIRE(resumed->refusal.has_value());
  CHECK(resumed->refusal->code == ErrorCode::kUsage);
  // What an agent takes for an answer is of one session.
  w.caller.via = Via::kMcp;
  CHECK(w.refused("brief") == ErrorCode::kUsage);
}

TEST_CASE("an agent that has clew as a plugin is not offered to be set up") {
  struct Row {
    const char* title;
    const char* file;
    const char* text;
    const char* switched_off;
  };
  const Row rows[] = {
      {"Claude Code", ".claude/settings.json",                         R"({"enabledPlugins":{"clew@clew":true}})",
       R"({"enabledPlugins":{"clew@clew":false}})"                                                                         },
      {"Codex",       ".codex/config.toml",                            "[plugins.\"clew@clew\"]\nenabled = true\n",
       "[plugins.\"clew@clew\"]\nenabled = false\n"                                                                        },
      {"Gemini CLI",  ".gemini/extensions/clew/gemini-extension.json", "{}",                                        nullptr},
  };
  for (const Row& row : rows) {
    INFO(row.title);
    WorkspaceFixture w;
    w.surroundings.user = PosixFileSystem().info(w.folder().path())->owner;
    w.surroundings.program = "/opt/clew";
    const std::string program = w.folder() / "bin/clew";
    std::filesystem::create_directories(w.folder() / "bin");
    write_text(program, "");
    std::filesystem::permissions(program, std::filesystem::perms(0755));
    w.surroundings.variable = [&](const std::string& name) {
      return name == "PATH" ? std::string(w.folder() / "bin") : std::string();
    };
    const std::filesystem::path file = w.folder() / row.file;
    std::filesystem::create_directories(file.parent_path());
    write_text(file, row.text);
    CHECK_FALSE(has(w.must("here"), "clew setup"));
    const Answer setup = answered(w.run("setup"));
    CHECK(setup.text.starts_with("nothing to do: plugins already provide"));
    CHECK(read_text(file) == row.text);
    CHECK(has(answered(w.run("setup", "check", true)), "provides the hooks and the server"));
    if (row.switched_off == nullptr) continue;
    write_text(file, row.switched_off);
    CHECK(has(w.must("here"), std::string("(found: ") + row.title + ")"));
  }
}

TEST_CASE("where an agent keeps its settings is told by the environment of whoever asks") {
  WorkspaceFixture w;
  w.surroundings.user = PosixFileSystem().info(w.folder().path())->owner;
  w.surroundings.program = "/opt/clew";
  CHECK_FALSE(has(w.must("here"), "clew setup"));
  const std::string moved = w.folder() / "elsewhere";
  std::filesystem::create_directories(moved);
  w.surroundings.variable = [&](const std::string& name) {
    return name == "CODEX_HOME" ? moved : std::string();
  };
  CHECK(has(w.must("here"), "(found: Codex)"));
}

}  // namespace
}  // namespace clew

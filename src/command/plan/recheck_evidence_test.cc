// Evidence remembers what it was measured on, and recheck says what is no longer true.

#include <filesystem>

#include "files/relative_path.h"
#include "testing/git_sandbox.h"
#include "testing/temp_folder.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

Value::List by_shell(const std::string& script) { return Value::List{"sh", "-c", script}; }

// A project with the steps Test and Ship, in which clew knows what it ran.
class Measured {
 public:
  enum class Under { kNothing, kGit };
  explicit Measured(Under under = Under::kNothing) {
    if (under == Under::kGit) {
      const GitSandbox git(w.project());
      git.init();
      git.commit("src/a.c", "int a;\n");
    }
    w.surroundings.state_folder = w.folder() / "state";
    w.write("value", "83\n");
    w.must("start", "goal", "Release", "id", "r", "step", Value::List{"Test", "Ship"});
  }

  // The step's file is `value`, and what the command prints is in it.
  void do_test_step() {
    w.must("changed", "path", "value");
    w.must("done", "command", by_shell("echo coverage: $(cat value); grep -q 83 value"));
  }
  std::string stale(const char* verb = "status") {
    std::string out;
    const Value data = w.must(verb).data;
    for (const Value& each : data.find("stale_evidence")->as_list()) {
      out += each.find("kind")->as_string() + " " + each.find("subject")->as_string() + ";";
    }
    return out;
  }

  WorkspaceFixture w;
};

TEST_CASE("evidence is stale when a file of its step changed, in every place that shows it") {
  Measured m;
  m.do_test_step();
  for (const char* verb : {"status", "show", "brief", "verify"}) CHECK(m.stale(verb).empty());
  m.w.write("other", "nobody measured this\n");
  CHECK(m.stale().empty());
  m.w.write("value", "84\n");
  for (const char* verb : {"status", "show", "brief", "verify"}) {
    CAPTURE(verb);
    CHECK(m.stale(verb) == "file_changed value;");
    CHECK(m.w.must(verb).text.find("value changed since ") != std::string::npos);
    CHECK(m.w.must(verb).text.find("clew recheck r") != std::string::npos);
  }
  m.w.write("value", "83\n");
  CHECK(m.stale().empty());
  std::filesystem::remove(m.w.project() + "/value");
  CHECK(m.stale() == "file_gone value;");
}

TEST_CASE("a step without files is measured on all that git knows, whatever is committed since") {
  CLEW_NEED_GIT();
  Measured m(Measured::Under::kGit);
  const GitSandbox git(m.w.project());
  m.w.write("src/a.c", "int a, b;\n");
  m.w.write("src/new.c", "int c;\n");
  m.w.must("done", "command", by_shell("date > made.txt"));
  CHECK_FALSE(m.w.last<StepCompleted>().evidence.measurement->on->tree.empty());
  CHECK(m.stale().empty());
  git.git({"add", "src", "value"});
  git.git({"commit", "-q", "-m", "the same content"});
  CHECK(m.stale().empty());
  m.w.write("src/new.c", "int d;\n");
  CHECK(m.stale() == "tree_changed ;");
  m.w.write("src/new.c", "int c;\n");
  CHECK(m.stale().empty());
  std::filesystem::remove(m.w.project() + "/src/a.c");
  CHECK(m.stale() == "tree_changed ;");
}

TEST_CASE("what changes while the command runs is stale at once, and that is said") {
  Measured m;
  m.w.must("changed", "path", "value");
  const Answer done = m.w.must("done", "command", by_shell("echo 99 > value"));
  CHECK(done.text.find("value changed while the command ran") != std::string::npos);
  CHECK(m.stale() == "file_changed value;");
}

TEST_CASE("recheck says which step is no longer true, records it, and leaves the step done") {
  Measured m;
  m.do_test_step();
  m.w.write("value", "83 again\n");
  const Answer same = m.w.must("recheck");
  CHECK(same.exit == 0);
  CHECK(same.data.find("still_true")->as_int() == 1);
  CHECK(m.stale().empty());  // measured anew on what is there
  m.w.write("value", "65\n");
  const Answer broken = m.w.must("recheck");
  CHECK(broken.exit == 7);
  CHECK(broken.data.find("no_longer_true")->as_int() == 1);
  CHECK(broken.text.find("no longer true: sh exited 1") != std::string::npos);
  CHECK(broken.text.find("clew revisit 1 -s r") != std::string::npos);
  CHECK(m.stale() == "no_longer_true ;");
  CHECK(m.w.session().find(StepId{1})->status == StepStatus::kDone);
  m.w.must("undo");
  CHECK(m.stale() == "file_changed value;");
}

TEST_CASE("one command runs once for all steps that were done with it, where it ran then") {
  Measured m;
  std::filesystem::create_directories(m.w.project() + "/sub");
  const std::string project = m.w.project();
  const auto log = by_shell("pwd >> " + (m.w.folder() / "log"));
  m.w.caller.session = "r";
  m.w.surroundings.cwd = project + "/sub";
  m.w.must("done", "words", words("1"), "command", log);
  m.w.must("done", "words", words("2"), "command", log);
  m.w.surroundings.cwd = project;
  m.w.caller.session.clear();
  std::filesystem::remove(m.w.folder() / "log");
  CHECK(m.w.must("recheck", "all", true, "closed", true).data.find("still_true")->as_int() == 2);
  const std::string ran = read_text(m.w.folder() / "log");
  CHECK(ran.ends_with("/sub\n"));
  CHECK(std::count(ran.begin(), ran.end(), '\n') == 1);
}

TEST_CASE("what another one recorded is shown, and run only when somebody agrees") {
  Measured m;
  const std::string log = m.w.folder() / "log";
  m.w.must("done", "command", by_shell("echo ran >> " + log));
  std::filesystem::remove(log);
  const auto asked_by = [&](const std::optional<bool>& answer) {
    std::string question;
    m.w.caller.confirm = [&](const std::string& text) {
      question = text;
      return answer;
    };
    const auto result = m.w.run("recheck");
    m.w.caller.confirm = nullptr;
    return std::pair(question, result);
  };
  SUBCASE("another actor") { m.w.caller.actor = ActorId("somebody@else"); }
  SUBCASE("another device, or an import: nothing here knows that it ran") {
    std::filesystem::remove_all(m.w.surroundings.state_folder);
  }
  SUBCASE("another folder with the same project") {
    const std::string other = m.w.project() + "-other";
    std::filesystem::rename(m.w.project(), other);
    m.w.surroundings.cwd = other;
  }
  SUBCASE("a list that others can write") {
    std::filesystem::permissions(m.w.surroundings.state_folder + "/measured",
                                 std::filesystem::perms::others_write,
                                 std::filesystem::perm_options::add);
  }
  const Error nobody = m.w.error("recheck");
  CHECK(nobody.code == ErrorCode::kUsage);
  CHECK(nobody.next == "clew recheck r --yes");
  CHECK(nobody.message.find("echo ran >> ") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(log));
  const auto [question, refused] = asked_by(false);
  CHECK(question.find("It was recorded by ") != std::string::npos);
  REQUIRE(refused.ok());
  CHECK(refused->refusal);
  CHECK(refused->data.find("not_run")->as_int() == 1);
  CHECK_FALSE(std::filesystem::exists(log));
  CHECK(asked_by(true).second->data.find("still_true")->as_int() == 1);
  CHECK(std::filesystem::exists(log));
  CHECK(m.w.must("recheck").exit == 0);  // by now this one ran it
}

TEST_CASE("a command is asked about when all of it can be seen") {
  const auto question_about = [](const std::string& script) {
    Measured m;
    m.w.must("done", "command", by_shell(script));
    m.w.caller.actor = ActorId("somebody@else");
    std::string question;
    m.w.caller.confirm = [&](const std::string& text) -> std::optional<bool> {
      question = text;
      return true;
    };
    const Answer answer = m.w.must("recheck");
    return std::pair(question, answer);
  };
  SUBCASE("blanks push nothing out of sight") {
    const auto [question, answer] =
        question_about("true # " + std::string(3000, ' ') + "; touch x");
    CHECK(question.find("[3001 blanks]") != std::string::npos);
    CHECK(question.size() < 300);
  }
  SUBCASE("what is longer than a screen is not asked about, and not run") {
    const auto [question, answer] = question_about("true # " + std::string(3000, 'a'));
    CHECK(question.empty());
    CHECK(answer.text.find("too long to be asked about") != std::string::npos);
    CHECK(answer.data.find("not_run")->as_int() == 1);
  }
}

TEST_CASE("a folder out of the project, which a log names, is not entered") {
  Measured m;
  m.do_test_step();
  std::filesystem::create_directories(m.w.project() + "/sub");
  m.w.caller.session = "r";
  m.w.surroundings.cwd = m.w.project() + "/sub";
  m.w.must("done", "words", words("2"), "command", by_shell("pwd > " + (m.w.folder() / "log")));
  m.w.surroundings.cwd = parent_of(m.w.surroundings.cwd);
  m.w.caller.session.clear();
  std::filesystem::remove(m.w.project() + "/sub");
  std::filesystem::remove(m.w.folder() / "log");
  std::filesystem::create_directory_symlink(m.w.folder() / "state", m.w.project() + "/sub");
  m.w.caller.agreed = true;
  const Answer answer = m.w.must("recheck", "all", true, "closed", true);
  CHECK(answer.text.find("there is no folder sub") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(m.w.folder() / "log"));
}

TEST_CASE("a program that is not there leaves a step unchecked, which is no success") {
  Measured m;
  m.w.write("check.sh", "#!/bin/sh\nexit 0\n");
  std::filesystem::permissions(m.w.project() + "/check.sh", std::filesystem::perms::owner_all);
  m.w.must("done", "command", Value::List{"./check.sh"});
  std::filesystem::remove(m.w.project() + "/check.sh");
  const Answer answer = m.w.must("recheck");
  REQUIRE(answer.refusal);
  CHECK(answer.refusal->code == ErrorCode::kFailed);
  CHECK(answer.data.find("not_run")->as_int() == 1);
}

TEST_CASE("recheck of nothing says so, and options that do not go together are refused") {
  Measured m;
  CHECK(m.w.must("recheck").text.starts_with("nothing to recheck"));
  CHECK(m.w.refused("recheck", "closed", true) == ErrorCode::kUsage);
  m.w.caller.session = "r";
  CHECK(m.w.refused("recheck", "all", true) == ErrorCode::kUsage);
}

}  // namespace
}  // namespace clew

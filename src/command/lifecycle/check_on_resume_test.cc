// Who takes an essay up again hears what its files do not bear out.

#include "command/lifecycle/resume_session.h"

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct BrokenEssay : WorkspaceFixture {
  BrokenEssay() {
    must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
    const Answer views = must("view list");
    const std::string thesis =
        "e/" + views.data.find("views")->as_list().at(0).find("entry")->as_string() +
        "/stage-1-thesis.md";
    write(thesis, "# T\n");
    must("done", "words", words("1"), "override", true, "reason", "late");
    must("pause");
    std::filesystem::remove(project() + "/" + thesis);
  }
};

constexpr const char* kBroken = "stage_1 is completed, but stage-1-thesis.md does not exist";

TEST_CASE("on the command line a broken rule is a choice") {
  BrokenEssay w;
  const Error unasked = w.error("resume");
  CHECK(unasked.code == ErrorCode::kUsage);
  CHECK(unasked.message.find(kBroken) != std::string::npos);
  CHECK(unasked.next == "clew resume ess --yes");
  const size_t way = unasked.message.find("  clew artifact restore e/essay-pipeline-");
  CHECK(way != std::string::npos);
  std::string question;
  w.caller.confirm = [&](const std::string& asked) {
    question = asked;
    return std::optional(false);
  };
  CHECK(w.refused("resume") == ErrorCode::kNotAllowed);
  CHECK(question.find(kBroken) != std::string::npos);
  CHECK(w.session().lifecycle.status == Lifecycle::kPaused);
  w.caller.agreed = true;
  w.must("resume");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
}

TEST_CASE("a lost log is made anew by the command that is named") {
  WorkspaceFixture w;
  const Answer started =
      w.must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
  w.must("note", "text", "a", "log", "development");
  const std::string path = started.data.find("view")->find("path")->as_string();
  const std::string log = path + "/stage-1-development-log.md";
  const std::string text = read_text(log);
  std::filesystem::remove(log);
  CHECK(w.error("resume").message.find("\n  clew repair " + path + "\n") != std::string::npos);
  w.caller.session = path;
  w.must("repair");
  CHECK(read_text(log) == text);
}

TEST_CASE("an agent that resumes by a tool is told which rules are broken, and goes on") {
  BrokenEssay w;
  w.caller.via = Via::kMcp;
  const Answer first = w.must("resume");
  CHECK(w.session().lifecycle.status == Lifecycle::kActive);
  for (const Answer& answer : {first, w.must("resume")}) {
    CHECK(answer.text.find("\n\nFiles on disk do not match the session:\n- ") != std::string::npos);
    CHECK(answer.text.find(kBroken) != std::string::npos);
    REQUIRE(answer.data.find("broken_rules") != nullptr);
    CHECK(answer.data.find("broken_rules")->as_list().size() == 1);
  }
}

TEST_CASE("a session is found by the directory in which it shows itself") {
  WorkspaceFixture w;
  const Answer started =
      w.must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
  const std::string entry = started.data.find("view")->find("entry")->as_string();
  for (const std::string& name : {entry, "e/" + entry, "e/" + entry + "/"}) {
    CAPTURE(name);
    w.caller.session = name;
    const Error error = w.error("resume");
    CHECK(error.code == ErrorCode::kNotFound);
    CHECK(error.next == "clew resume ess");
  }
}

TEST_CASE("who resumes after a week hears for how long nothing happened, and how to put it away") {
  WorkspaceFixture w;
  w.start_plan();
  const std::string id = w.session().identity.id.text;
  w.pass(hours(26));
  CHECK(w.must("resume").text.find("\nWas paused: by inactivity   from ") != std::string::npos);
  w.pass(days(9));
  const std::string text = w.must("resume").text;
  CHECK(text.find("\nWas paused: by inactivity; no activity for 9 d: check that it still "
                  "applies, or archive it: `clew archive " +
                  id + "`   from ") != std::string::npos);
}

}  // namespace
}  // namespace clew

// What a view says of files of the work is true of the folder it stands in.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct EssayFolder : WorkspaceFixture {
  EssayFolder() { must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e"); }
  // The session directory in a folder of views.
  std::string directory(const std::string& in, const std::string& of = "ess") {
    const Answer views = must("view list");
    for (const auto& view : views.data.find("views")->as_list()) {
      if (view.find("session")->as_string() != of) continue;
      return in + "/" + view.find("entry")->as_string();
    }
    FAIL("there is no view");
    return {};
  }
  std::string state(const std::string& in, const std::string& of = "ess") {
    return read_text(project() + "/" + directory(in, of) + "/session-state.yaml");
  }
  bool says(const std::string& part) { return state("e").find(part) != std::string::npos; }
  bool is_valid(const std::string& path) {
    const auto answer = run("validate", "paths", words(path));
    if (answer && answer->refusal) MESSAGE(answer->text);
    return answer.ok() && !answer->refusal;
  }
  void pass_stage(const char* step) {
    must("done", "words", words(step), "override", true, "reason", "late");
  }
};

TEST_CASE("a stage passed without its file is for review, and the folder stays valid") {
  EssayFolder w;
  w.pass_stage("1");
  CHECK(w.says("    status: \"needs_review\"\n    thesis_file: null"));
  CHECK(w.says("stage_1: \"done\""));
  CHECK(w.session().steps[1].status == StepStatus::kDone);
  CHECK(w.is_valid("e"));
  // What was read back is the session as it is: nothing is taken in.
  const size_t events = w.events().size();
  w.must("view accept");
  CHECK(w.events().size() == events);

  w.write(w.directory("e") + "/stage-1-thesis.md", "# T\n");
  w.must("artifact add", "paths", words(w.directory("e") + "/stage-1-thesis.md"), "step", "1");
  CHECK(w.says("    status: \"completed\"\n    thesis_file: \"/"));
  CHECK_FALSE(w.says("stage_1: \"done\""));
  CHECK(w.is_valid("e"));
}

TEST_CASE("the file of a stage that is done is kept with it") {
  EssayFolder w;
  w.write(w.directory("e") + "/stage-1-thesis.md", "# T\n");
  w.pass_stage("1");
  CHECK(w.says("    status: \"completed\"\n    thesis_file: \"/"));
  REQUIRE(w.session().artifacts.items.size() == 1);
  CHECK(w.session().artifacts.items[0].origin.step == StepId{1});
  CHECK(w.is_valid("e"));
  w.must("undo");
  CHECK(w.session().artifacts.items.empty());
  CHECK(w.session().steps[1].status == StepStatus::kActive);
}

TEST_CASE("a stage that was skipped needs no file") {
  EssayFolder w;
  w.must("step skip", "step", "1", "reason", "given");
  CHECK(w.says("    status: \"completed\"\n    thesis_file: null"));
  CHECK(w.is_valid("e"));
}

TEST_CASE("the view of a fork has the files that its parent kept") {
  for (const char* dir : {"other", "e"}) {
    CAPTURE(dir);
    EssayFolder w;
    const std::string parent = w.directory("e");
    w.write(parent + "/stage-1-thesis.md", "# T\n");
    w.pass_stage("1");
    w.pass(hours(1));
    w.must("fork", "id", "fo");
    w.caller.session = "fo";
    const Answer attached = w.must("view attach", "dialect", "essay", "dir", dir);
    CHECK(attached.text.find("stage-1-thesis.md was restored as it was last kept") !=
          std::string::npos);
    const std::string own = w.directory(dir, "fo");
    CHECK(own != parent);
    CHECK(read_text(w.project() + "/" + own + "/stage-1-thesis.md") == "# T\n");
    CHECK(w.state(dir, "fo").find("    status: \"completed\"\n    thesis_file: \"/") !=
          std::string::npos);
    CHECK(w.is_valid(dir));
    // What the fork archives is its own copy.
    w.must("revisit", "step", "1", "reason", "again", "impact", "major");
    CHECK(std::filesystem::exists(w.project() + "/" + parent + "/stage-1-thesis.md"));
    CHECK(w.is_valid(dir));
  }
}

TEST_CASE("an export has the files that it names, and is valid") {
  EssayFolder w;
  w.write(w.directory("e") + "/stage-1-thesis.md", "# T\n");
  w.pass_stage("1");
  const Answer answer = w.must("export", "sessions", words("ess"), "to", "essay", "out", "out");
  CHECK(answer.text.find("stage-1-thesis.md was restored") != std::string::npos);
  CHECK(read_text(w.project() + "/" + w.directory("out") + "/stage-1-thesis.md") == "# T\n");
  CHECK(w.is_valid("out"));
}

TEST_CASE("a value that names a file which is not there is refused, and the usual one counts") {
  EssayFolder w;
  const Error error = w.error("set", "pairs", words("thesis_file=nope.md"), "step", "1");
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.message == "nope.md does not exist");
  CHECK(error.next.find("/nope.md first") != std::string::npos);
  CHECK(w.error("set", "pairs", words("style_profile_path=/nowhere/style.md")).next ==
        "write /nowhere/style.md first");
  CHECK(w.refused("set", "pairs", words("outline_file=foo.md"), "step", "2") ==
        ErrorCode::kInvalid);
  CHECK(w.refused("set", "pairs", words("output.final_essay_file=x.md")) == ErrorCode::kInvalid);
  w.write(w.directory("e") + "/stage-1-thesis.md", "# T\n");
  w.must("artifact add", "paths", words(w.directory("e") + "/stage-1-thesis.md"), "step", "1");
  CHECK(w.says("/stage-1-thesis.md\""));
  w.write(w.directory("e") + "/own.md", "# O\n");
  w.must("set", "pairs", words("thesis_file=own.md"), "step", "1");
  CHECK(w.says("/own.md\""));
  CHECK(w.is_valid("e"));
  // Another value is nobody's file.
  std::filesystem::remove(w.project() + "/" + w.directory("e") + "/own.md");
  w.must("set", "pairs", words("claim_type=argument"), "step", "1");
}

}  // namespace
}  // namespace clew

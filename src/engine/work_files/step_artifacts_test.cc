// The files of the work that stand in a view's folder are kept by what makes them.

#include "engine/work_files/step_artifacts.h"

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct EssayWork : WorkspaceFixture {
  EssayWork() {
    must("start", "goal", "Ess", "id", "ess", "dialect", "essay", "dir", "e");
    const Answer views = must("view list");
    entry = views.data.find("views")->as_list().at(0).find("entry")->as_string();
  }
  std::string state() { return text("session-state.yaml"); }
  std::string text(const std::string& name) {
    return read_text(project() + "/e/" + entry + "/" + name);
  }
  bool says(const std::string& part) { return state().find(part) != std::string::npos; }
  bool has(const std::string& name) {
    return std::filesystem::exists(project() + "/e/" + entry + "/" + name);
  }
  void put(const std::string& name, const std::string& content) {
    write("e/" + entry + "/" + name, content);
  }
  Answer done(Value::List shown) { return must("done", "words", std::move(shown)); }
  void pass_stage(const char* step) {
    must("done", "words", words(step), "override", true, "reason", "late");
  }
  // Stages 1 to 3 are done with their files.
  void reach_section() {
    put("stage-1-thesis.md", "# T\n");
    pass_stage("1");
    put("stage-2-outline.md", "1. A\n");
    must("set", "pairs", words("total_sections=1"), "step", "2");
    pass_stage("2");
    put("stage-3-section-1-arguments.md", "M\n");
    must("done", "words", words("3.1"));
    pass_stage("3");
  }
  // Its section is written paragraph by paragraph.
  void reach_paragraphs() {
    reach_section();
    must("set", "pairs", words("total_paragraphs=2"), "step", "4.1");
  }
  const Artifact* kept(const std::string& name) {
    now_ = session();
    for (const auto& artifact : now_.artifacts.items) {
      if (artifact.path.ends_with("/" + name)) return &artifact;
    }
    return nullptr;
  }

  std::string entry;

 private:
  Session now_;
};

TEST_CASE("a step is not done with a file that seems to hold a secret, until that is agreed to") {
  EssayWork w;
  w.put("stage-1-thesis.md", "# T\n\npassword: hunter2Hunter2\n");
  const Value::Object request = {
      {"words",    Value(words("1"))},
      {"override", true             },
      {"reason",   "late"           }
  };
  const auto refused = w.run("done", request);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find(
            "stage-1-thesis.md seems to hold secrets (password in line 3)") != std::string::npos);
  CHECK(refused.error().next.find("clew artifact add ") == 0);
  CHECK(w.kept("stage-1-thesis.md") == nullptr);
  SUBCASE("with --yes") {
    w.caller.agreed = true;
    REQUIRE(w.run("done", request).ok());
  }
  SUBCASE("or by keeping the file first") {
    w.caller.agreed = true;
    w.must("artifact add", "paths", words(w.project() + "/e/" + w.entry + "/stage-1-thesis.md"));
    w.caller.agreed = false;
    REQUIRE(w.run("done", request).ok());
  }
  CHECK(w.kept("stage-1-thesis.md") != nullptr);
}

TEST_CASE("the draft is kept with every paragraph, as the file of its stage") {
  EssayWork w;
  w.reach_paragraphs();
  CHECK(w.says("draft_file: null"));
  w.put("stage-4-draft.md", "## A\n\none\n");
  w.done({"4.1.1"});
  CHECK(w.says("/stage-4-draft.md\""));
  REQUIRE(w.kept("stage-4-draft.md") != nullptr);
  CHECK(w.session().find(w.kept("stage-4-draft.md")->origin.step)->key == "stage_4");
  w.put("stage-4-draft.md", "## A\n\none\n\ntwo\n");
  w.done({"4.1.2"});
  CHECK(w.kept("stage-4-draft.md")->version == 2);
  CHECK(w.must("verify").data.find("drift")->as_list().empty());
  // To write it is the work; that an earlier stage's file has changed is drift.
  w.put("stage-4-draft.md", "## A\n\none\n\ntwo\n\nand more\n");
  CHECK(w.must("verify").data.find("drift")->as_list().empty());
  w.put("stage-1-thesis.md", "# Another\n");
  CHECK(w.must("verify").data.find("drift")->as_list().size() == 1);
  CHECK_FALSE(w.has("stage-4-draft.v1.md"));
}

TEST_CASE("the end of stage 4 keeps the final essay, and what it shows is the output") {
  EssayWork w;
  w.reach_paragraphs();
  w.put("stage-4-draft.md", "## A\n\none\n\ntwo\n");
  w.done({"4.1.1"});
  w.done({"4.1.2"});
  w.put("final-essay.md", "# E\n");
  w.done({"4", "sources_verified=9", "voice_consistency_score=4.5", "total_word_count=2047"});
  CHECK(w.session().lifecycle.status == Lifecycle::kCompleted);
  CHECK(w.says("/final-essay.md\""));
  CHECK(w.says("sources_verified: 9\n  voice_consistency_score: 4.5\n  total_word_count: 2047"));
}

TEST_CASE("what a section showed when it was done is told of it") {
  EssayWork w;
  w.reach_section();
  w.done({"4.1", "voice_check_score=4"});
  CHECK(w.says("voice_check_score: 4"));
}

TEST_CASE("a field that a gate was shown is edited by hand like any other") {
  EssayWork w;
  w.must("done", "words", Value::List{"1", "claim_type=argument"}, "override", true, "reason", "x");
  std::string text = w.state();
  const std::string shown = "claim_type: \"argument\"";
  REQUIRE(text.find(shown) != std::string::npos);
  w.put("session-state.yaml",
        text.replace(text.find(shown), shown.size(), "claim_type: \"hybrid\""));
  const Answer noted = w.must("note", "text", "a");
  CHECK(noted.text == "noted as " + std::to_string(w.events().size()));
  CHECK(w.says("claim_type: \"hybrid\""));
}

TEST_CASE("where a paused session stands is where whoever paused it goes on") {
  EssayWork w;
  w.pass_stage("1");
  w.must("set", "pairs", words("total_sections=2"), "step", "2");
  w.pass_stage("2");
  w.done({"3.1"});
  w.must("set", "pairs", words("total_paragraphs=2"), "step", "4.1");
  w.must("step start", "step", "4.1.1");
  w.done({"4.1.1"});
  const std::string text = w.must("pause").text;
  CHECK(text.find("at step 3.2 of 4") != std::string::npos);
  CHECK(text.find("\nSession paused at Stage 3, Section 2. ") != std::string::npos);
}

TEST_CASE("a pause keeps what stands there of the work in progress") {
  EssayWork w;
  w.reach_paragraphs();
  w.must("step start", "step", "4.1.1");
  w.put("stage-4-draft.md", "## A\n\nhalf a para\n");
  w.put("stage-1-thesis.md", "# T, touched since\n");
  w.pass(minutes(5));
  const Answer answer = w.must("pause");
  w.pass(minutes(5));
  CHECK(answer.text.find("\nkept e/" + w.entry + "/stage-4-draft.md\n") != std::string::npos);
  CHECK(w.kept("stage-4-draft.md") != nullptr);
  CHECK(w.kept("stage-1-thesis.md")->version == 1);
  CHECK(w.must("resume").text.find("; kept e/" + w.entry + "/stage-4-draft.md") !=
        std::string::npos);
  CHECK(w.must("pause").text.find("\nkept ") == std::string::npos);
  w.must("resume");
  w.put("stage-4-draft.md", "## A\n\na whole para\n");
  w.must("pause", "reason", "lunch");
  CHECK(w.must("undo").text.starts_with("undid: paused: lunch"));
  w.done({"4.1.1"});
  CHECK(w.must("undo").text.starts_with("undid: step 4.1.1 done"));
}

TEST_CASE(
    "a major revisit archives every later file that stands there, also what nobody has kept") {
  EssayWork w;
  w.reach_paragraphs();
  w.put("stage-4-draft.md", "## A\n\nbegun\n");
  const Answer shown = w.must("revisit", "step", "2", "impact", "major", "dry_run", true);
  CHECK(shown.text.find("stage-4-draft.md") != std::string::npos);
  CHECK(w.has("stage-4-draft.md"));
  w.must("revisit", "step", "2", "impact", "major", "reason", "another way");
  CHECK_FALSE(w.has("stage-4-draft.md"));
  CHECK(w.text("stage-4-draft.v1.md") == "## A\n\nbegun\n");
  CHECK(w.has("stage-3-section-1-arguments.v1.md"));
  CHECK(w.says("- \"stage-4-draft.v1.md\""));
  CHECK(w.has("stage-2-outline.md"));
  w.must("undo");
  CHECK(w.text("stage-4-draft.md") == "## A\n\nbegun\n");
}

TEST_CASE("what a revisit archives is the file as it stands, not as it was kept last") {
  EssayWork w;
  w.reach_paragraphs();
  w.put("stage-4-draft.md", "one\n");
  w.done({"4.1.1"});
  w.put("stage-4-draft.md", "one\n\ntwo\n");
  w.must("revisit", "step", "1", "impact", "major", "reason", "another way");
  CHECK_FALSE(w.has("stage-4-draft.md"));
  CHECK(w.text("stage-4-draft.v2.md") == "one\n\ntwo\n");
}

TEST_CASE("a file of a stage belongs to it, whatever is being worked on when it is kept") {
  EssayWork w;
  w.reach_paragraphs();
  w.put("stage-2-outline.md", "1. Another\n");
  const Answer answer =
      w.must("artifact add", "paths", words("e/" + w.entry + "/stage-2-outline.md"));
  CHECK(answer.text.find("\nstep 3.1 is now \"Another\"\n") != std::string::npos);
  CHECK(w.session().find(w.kept("stage-2-outline.md")->origin.step)->key == "stage_2");
  w.must("revisit", "step", "2", "impact", "major", "reason", "again");
  CHECK(w.has("stage-2-outline.md"));
  // Nobody's file is of the current step, as ever.
  w.write("notes.md", "n\n");
  w.must("artifact add", "paths", words("notes.md"));
  CHECK(w.session().artifacts.items.back().origin.step == StepId{2});
}

TEST_CASE("who completes a stage without its file is told what the files say of it") {
  EssayWork w;
  const Answer answer =
      w.must("done", "words", words("1"), "override", true, "reason", "from memory");
  const std::string path = w.project() + "/e/" + w.entry + "/stage-1-thesis.md";
  CHECK(answer.text.find(
            "note: stage-1-thesis.md does not exist: the files show step 1 \"Thesis Development\" "
            "as needing review until it is added with  clew artifact add " +
            path) != std::string::npos);
  w.put("stage-1-thesis.md", "# T\n");
  w.must("artifact add", "paths", words(path));
  CHECK(w.says("    status: \"completed\"\n    thesis_file: \"/"));
}

}  // namespace
}  // namespace clew

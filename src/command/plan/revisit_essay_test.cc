// Going back to an early stage of an essay: counts, sections and approvals follow the new outline.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Thesis, an outline of three sections, and their arguments are done; the first is written.
struct Argued : WorkspaceFixture {
  Argued() {
    must("start", "goal", "Why bridges sing", "id", "essay", "dialect", "essay", "dir", "essays");
    for (const auto& each : std::filesystem::directory_iterator(project() + "/essays")) {
      own = each.path().string();
    }
    put("stage-1-thesis.md", "# Thesis\n\nBridges sing.\n\nClaim type: argument\n");
    must("done", "words",
         Value::List{"clear_claim=true", "defensible=true", "interesting=true",
                     "claim_type=argument", "user_approved=true"});
    outline("## 1. Hook\n\n## 2. Body\n\n## 3. End\n", 3);
    for (const char* step : {"3.1", "3.2", "3.3"}) {
      put(std::string("stage-3-section-") + step[2] + "-arguments.md", "map\n");
      must("claim verify", "claim", std::string("claim of ") + step, "step", step);
      must("done", "words", words(step));
    }
    must("done", "words", Value::List{"3", "birds_eye_approved=true"});
    must("set", "pairs", words("total_paragraphs=2"), "step", "4.1");
    put("stage-4-draft.md", "A draft.\n");
    for (const char* step : {"4.1.1", "4.1.2"}) must("done", "words", words(step));
  }
  void put(const std::string& name, const std::string& text) { write_text(own + "/" + name, text); }
  void outline(const std::string& text, int64_t sections) {
    put("stage-2-outline.md", "# Outline\n\n" + text);
    must("done", "words",
         Value::List{"2", "total_sections=" + std::to_string(sections), "target_word_count=900",
                     "audience=general", "sections_have_purpose=true", "user_approved=true",
                     "word_target_sum=900"});
  }
  std::string state() { return read_text(own + "/session-state.yaml"); }
  size_t count(const std::string& part) {
    const std::string text = state();
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  }
  std::string proposed() {
    const Answer answer = must("revisit", "step", "1", "reason", "again", "dry_run", true);
    return answer.data.find("revisit")->find("impact")->as_string();
  }

  std::string own;
};

TEST_CASE("after a major revisit a shorter outline counts, lists and approves its own sections") {
  Argued w;
  CHECK(w.count("section_index: ") == 6);
  CHECK(w.count("birds_eye_approved: true") == 1);
  const Answer gone = w.must("revisit", "step", "2", "reason", "shorter", "impact", "major");
  CHECK(gone.text.find("3.3 \"End\"") != std::string::npos);
  CHECK(w.count("section_index: ") == 0);
  CHECK(w.count("birds_eye_approved: false") == 1);

  w.outline("## 1. Hook\n\n## 2. Rest\n", 2);
  CHECK(w.count("total_sections: 2") == 2);
  CHECK(w.count("section_index: ") == 4);
  CHECK(w.count("verified_claims: 0") == 2);
  CHECK(w.count("total_paragraphs: null") == 2);
  CHECK(w.count("birds_eye_approved: false") == 1);
  CHECK(w.must("status").text.find("3.2 Rest") != std::string::npos);
  // Also once the stage is begun again.
  w.must("step start", "step", "3.1");
  CHECK(w.count("birds_eye_approved: false") == 1);
  w.must("validate", "paths", words("essays"));
  for (int i = 0; i < 3; ++i) w.must("undo");
  CHECK(w.count("section_index: ") == 6);
  CHECK(w.count("birds_eye_approved: true") == 1);
  CHECK(w.count("total_paragraphs: 2") == 1);
}

TEST_CASE("a longer thesis revisit forgets what the old outline counted") {
  Argued w;
  w.must("revisit", "step", "1", "reason", "another", "impact", "major");
  CHECK(w.count("total_sections: null") == 2);
  CHECK(w.count("section_index: ") == 0);
}

TEST_CASE("sections to be reviewed that a shorter outline has no more go, and the approval too") {
  Argued w;
  w.must("revisit", "step", "2", "reason", "shorter", "impact", "minor");
  CHECK(w.count("birds_eye_approved: true") == 1);
  w.outline("## 1. Hook\n\n## 2. Body\n", 2);
  CHECK(w.count("total_sections: 2") == 2);
  CHECK(w.count("section_index: ") == 4);
  CHECK(w.count("birds_eye_approved: false") == 1);
  w.must("validate", "paths", words("essays"));
}

TEST_CASE("another claim type and other headings are proposed as major") {
  Argued w;
  w.put("stage-1-thesis.md", "# Thesis\n\nBridges do sing.\n\nClaim type: argument\n");
  CHECK(w.proposed() == "minor");
  w.put("stage-1-thesis.md", "# Thesis\n\nBridges sing.\n\nClaim type: explainer\n");
  CHECK(w.proposed() == "major");
  w.put("stage-1-thesis.md", "# On wind\n\nBridges sing.\n\nClaim type: argument\n");
  CHECK(w.proposed() == "major");
  w.put("stage-1-thesis.md", "# Thesis\n\nBridges sing.\n\nClaim type: argument\n");
  CHECK(w.proposed() == "minor");
  w.must("set", "pairs", words("claim_type=explainer"), "step", "1");
  CHECK(w.proposed() == "major");
}

TEST_CASE("a thesis that names its claim type at last is held against the one it was given") {
  for (const std::string type : {"explainer", "argument"}) {
    CAPTURE(type);
    Argued w;
    w.put("stage-1-thesis.md", "# Thesis\n\nBridges sing.\n");
    w.must("artifact add", "paths", words(w.own + "/stage-1-thesis.md"));
    w.put("stage-1-thesis.md", "# Thesis\n\nBridges sing.\n\nClaim type: " + type + "\n");
    CHECK(w.proposed() == (type == "explainer" ? "major" : "minor"));
  }
}

TEST_CASE("the score of a voice check is given once the section is written") {
  Argued w;
  CHECK(w.session().find(StepId{4}) != nullptr);
  const Answer answer = w.must("done", "words", Value::List{"4.1", "voice_check_score=4"});
  CHECK(answer.text.find("is already done; set essay.voice_check_score = 4") != std::string::npos);
  CHECK(w.count("voice_check_score: 4") == 1);
  CHECK(w.refused("done", "words", Value::List{"4.1", "nonsense=4"}) == ErrorCode::kInvalid);
  CHECK(w.refused("done", "words", words("4.1")) == ErrorCode::kInvalid);
}

TEST_CASE("the source that resolves a claim is in the log of the fact checks") {
  Argued w;
  w.must("claim defer", "claim", "Tacoma fell", "because", "timeout");
  w.must("claim resolve", "claim", "Tacoma fell", "because", "a newsreel of 1940");
  const std::string log = read_text(w.own + "/fact-check-log.md");
  const size_t change = log.find("claim changed");
  REQUIRE(change != std::string::npos);
  CHECK(log.find("- result: a newsreel of 1940", change) != std::string::npos);
  // And comes back with it.
  const size_t events = w.events().size();
  w.must("view accept");
  CHECK(w.events().size() == events);
}

TEST_CASE("the directory and the files in it are named by their whole paths") {
  Argued w;
  CHECK(w.count("session_dir: \"" + w.own + "\"") == 1);
  CHECK(w.count("thesis_file: \"" + w.own + "/stage-1-thesis.md\"") == 1);
  CHECK(w.count("argument_map_file: \"" + w.own + "/stage-3-section-2-arguments.md\"") == 1);
  // A hand edit of something else does not make the path somebody's choice.
  std::string text = w.state();
  text.replace(text.find("audience: \"general\""), 19, "audience: \"expert\"");
  write_text(w.own + "/session-state.yaml", text);
  w.must("note", "text", "edited");
  const Session session = w.session();
  for (const auto& attribute : session.root().attributes) {
    CHECK(attribute.key != "essay.session_dir");
  }
  CHECK(w.count("session_dir: \"" + w.own + "\"") == 1);
}

}  // namespace
}  // namespace clew

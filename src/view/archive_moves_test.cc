// An essay's view: what a revisit archives is put aside on the disk, once, and never over another
// file; sections and paragraphs become steps when their number is known.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

constexpr const char* kOutline = "stage-2-outline.md";

struct Essay {
  explicit Essay(const std::string& dir = "essays") {
    w.must("start", "goal", "Why cities forget", "id", "essay", "dialect", "essay", "dir", dir);
    for (const auto& each : std::filesystem::directory_iterator(w.project() + "/" + dir)) {
      folder = each.path().string();
    }
    REQUIRE_FALSE(folder.empty());
  }

  std::string path(const std::string& name) const { return folder + "/" + name; }
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  std::string state() const { return read_text(path("session-state.yaml")); }
  void keep(const std::string& name, const std::string& text, const std::string& step) {
    write_text(path(name), text);
    w.must("artifact add", "paths", words(path(name)), "step", step);
  }
  // Thesis and outline are there and done.
  void outline(const std::string& text = "# An outline\n") {
    keep("stage-1-thesis.md", "A thesis.\n", "1");
    w.must("done", "words",
           Value::List{"clear_claim=true", "defensible=true", "interesting=true",
                       "claim_type=argument", "user_approved=true"});
    keep(kOutline, text, "2");
    w.must("done", "words",
           Value::List{"total_sections=2", "target_word_count=900", "audience=general",
                       "sections_have_purpose=true", "user_approved=true", "word_target_sum=900"});
  }
  void revisit() { w.must("revisit", "step", "1", "impact", "major"); }

  WorkspaceFixture w;
  std::string folder;
};

TEST_CASE("an archived artifact is put aside, and a new one stays where it is") {
  Essay essay;
  essay.outline();
  CHECK(essay.state().find("/stage-2-outline.md") != std::string::npos);
  essay.revisit();
  CHECK_FALSE(essay.has(kOutline));
  CHECK(read_text(essay.path("stage-2-outline.v1.md")) == "# An outline\n");
  CHECK(essay.state().find("outline_file: null") != std::string::npos);
  CHECK(essay.state().find("- \"stage-2-outline.v1.md\"") != std::string::npos);
  CHECK(essay.has("stage-1-thesis.md"));  // gone back to, not archived

  write_text(essay.path(kOutline), "# Another\n");
  essay.w.must("note", "text", "x");
  CHECK(read_text(essay.path(kOutline)) == "# Another\n");
  essay.keep(kOutline, "# Another\n", "2");
  CHECK(essay.state().find("/stage-2-outline.md") != std::string::npos);
  CHECK(essay.has("stage-2-outline.v1.md"));
  essay.w.must("note", "text", "x");
  CHECK(essay.has(kOutline));
}

TEST_CASE("an essay outside of the project keeps its files as well") {
  Essay essay("../elsewhere");
  essay.outline();
  CHECK(essay.w.must("artifact list").text.find("stage-2-outline.md") != std::string::npos);
  CHECK(essay.state().find("/stage-2-outline.md") != std::string::npos);
  const auto drift = [&] { return essay.w.run("verify")->data.find("drift")->as_list().size(); };
  CHECK(drift() == 0);
  std::filesystem::remove(essay.path(kOutline));
  CHECK(drift() == 1);
  const std::string entry = std::filesystem::path(essay.folder).filename().string();
  essay.w.must("artifact restore", "path", entry + "/" + kOutline);
  CHECK(essay.has(kOutline));
  essay.revisit();
  CHECK(essay.has("stage-2-outline.v1.md"));
  CHECK_FALSE(essay.has(kOutline));
  write_text(essay.w.folder() / "other.md", "x");
  CHECK(essay.w.refused("artifact add", "paths", words("../other.md")) == ErrorCode::kInvalid);
}

TEST_CASE("what was cut off before the renaming is made good by the next command") {
  Essay essay;
  essay.outline();
  essay.revisit();
  std::filesystem::rename(essay.path("stage-2-outline.v1.md"), essay.path(kOutline));
  SUBCASE("when the file is still the same") {
    essay.w.must("note", "text", "x");
    CHECK_FALSE(essay.has(kOutline));
    CHECK(essay.has("stage-2-outline.v1.md"));
  }
  SUBCASE("but not when somebody has written another") {
    write_text(essay.path(kOutline), "# Another\n");
    essay.w.must("note", "text", "x");
    CHECK(read_text(essay.path(kOutline)) == "# Another\n");
    CHECK_FALSE(essay.has("stage-2-outline.v1.md"));
  }
}

TEST_CASE("a version that is there already is never written over") {
  Essay essay;
  essay.outline();
  write_text(essay.path("stage-2-outline.v1.md"), "somebody's\n");
  write_text(essay.path("stage-2-outline.v7.md"), "somebody's too\n");
  const Answer answer = essay.w.must("revisit", "step", "1", "impact", "major");
  CHECK(read_text(essay.path("stage-2-outline.v1.md")) == "somebody's\n");
  CHECK(read_text(essay.path("stage-2-outline.v8.md")) == "# An outline\n");
  CHECK_FALSE(essay.has(kOutline));
  CHECK(answer.text.find("stage-2-outline.v8.md") != std::string::npos);
}

TEST_CASE("what was archived is told under the name it has") {
  Essay essay;
  essay.outline();
  write_text(essay.path("stage-2-outline.v1.md"), "somebody's\n");
  const Answer answer = essay.w.must("revisit", "step", "1", "impact", "major");
  CHECK(essay.state().find("- \"stage-2-outline.v2.md\"") != std::string::npos);
  CHECK(essay.state().find("stage-2-outline.v1.md") == std::string::npos);
  CHECK(answer.text.find("already exists") == std::string::npos);
  CHECK(read_text(essay.path("stage-2-outline.v2.md")) == "# An outline\n");
}

TEST_CASE("what is rewritten after its stage was gone back to stays as the version before") {
  constexpr const char* kThesis = "stage-1-thesis.md";
  Essay essay;
  essay.outline();
  const auto done = [&] {
    essay.w.must("done", "words",
                 Value::List{"1", "clear_claim=true", "defensible=true", "interesting=true",
                             "claim_type=argument", "user_approved=true"});
  };
  essay.revisit();
  SUBCASE("with a number that grows") {
    write_text(essay.path(kThesis), "A better one.\n");
    done();
    CHECK(read_text(essay.path("stage-1-thesis.v1.md")) == "A thesis.\n");
    CHECK(read_text(essay.path(kThesis)) == "A better one.\n");
    essay.revisit();
    std::filesystem::remove(essay.path("stage-1-thesis.v1.md"));
    essay.keep(kThesis, "The best.\n", "1");
    CHECK(read_text(essay.path("stage-1-thesis.v2.md")) == "A better one.\n");
    essay.keep(kThesis, "The best!\n", "1");  // still the same rewriting
    CHECK_FALSE(essay.has("stage-1-thesis.v1.md"));
    CHECK_FALSE(essay.has("stage-1-thesis.v3.md"));
    CHECK(essay.state().find("/stage-1-thesis.md\"") != std::string::npos);
  }
  SUBCASE("not when it is the same still") {
    done();
    CHECK_FALSE(essay.has("stage-1-thesis.v1.md"));
  }
  SUBCASE("never over another file") {
    write_text(essay.path("stage-1-thesis.v1.md"), "somebody's\n");
    write_text(essay.path(kThesis), "A better one.\n");
    done();
    CHECK(read_text(essay.path("stage-1-thesis.v1.md")) == "somebody's\n");
    CHECK(read_text(essay.path("stage-1-thesis.v2.md")) == "A thesis.\n");
  }
  SUBCASE("also when a crash came before the writing, and once it was there no more") {
    write_text(essay.path(kThesis), "A better one.\n");
    done();
    std::filesystem::remove(essay.path("stage-1-thesis.v1.md"));
    essay.w.must("note", "text", "x");
    CHECK(essay.has("stage-1-thesis.v1.md"));
    essay.w.must("note", "text", "x");
    std::filesystem::remove(essay.path("stage-1-thesis.v1.md"));
    essay.w.must("note", "text", "x");
    CHECK_FALSE(essay.has("stage-1-thesis.v1.md"));
  }
}

TEST_CASE("what was rewritten before its stage is gone back to stays as the version before too") {
  Essay essay;
  essay.outline();
  write_text(essay.path("stage-1-thesis.md"), "Reworded by hand.\n");
  essay.revisit();
  CHECK(read_text(essay.path("stage-1-thesis.v1.md")) == "A thesis.\n");
  CHECK(read_text(essay.path("stage-1-thesis.md")) == "Reworded by hand.\n");
  essay.keep("stage-1-thesis.md", "Another.\n", "1");
  CHECK_FALSE(essay.has("stage-1-thesis.v2.md"));
}

TEST_CASE("what nobody had kept is kept when its stage is gone back to") {
  Essay essay;
  essay.w.must("done", "words",
               Value::List{"clear_claim=true", "defensible=true", "interesting=true",
                           "claim_type=argument", "user_approved=true"});
  write_text(essay.path("stage-1-thesis.md"), "A late thesis.\n");
  essay.revisit();
  essay.keep("stage-1-thesis.md", "Another.\n", "1");
  CHECK(read_text(essay.path("stage-1-thesis.v1.md")) == "A late thesis.\n");
}

TEST_CASE("undoing the revisit brings the file back") {
  Essay essay;
  essay.outline();
  essay.revisit();
  essay.w.must("undo");
  CHECK(read_text(essay.path(kOutline)) == "# An outline\n");
  CHECK_FALSE(essay.has("stage-2-outline.v1.md"));
  CHECK(essay.state().find("/stage-2-outline.md") != std::string::npos);
  essay.w.must("note", "text", "x");
  CHECK(essay.has(kOutline));
}

TEST_CASE("an essay whose files do not bear it out is resumed when a person agrees") {
  Essay essay;
  essay.outline();
  essay.w.must("resume");
  std::filesystem::remove(essay.path(kOutline));
  const Error error = essay.w.error("resume");
  CHECK(error.code == ErrorCode::kUsage);
  CHECK(error.message.find("stage-2-outline.md does not exist") != std::string::npos);
  CHECK(error.next == "clew resume essay --yes");
  essay.w.caller.agreed = true;
  essay.w.must("resume");
}

TEST_CASE("sections are called what the outline that was kept last calls them") {
  Essay essay;
  essay.keep(kOutline, "## 1. Old\n\n## 2. Older\n", "2");
  essay.outline("# Outline\n\n## 1. Hook (~300 words)\n\nx\n\n## 2. What stays\n");
  const Session planned = essay.w.session();
  const auto titles = [&](uint32_t stage) {
    std::string out;
    for (const StepId id : planned.find(StepId{stage})->children) {
      out += (out.empty() ? "" : " · ") + planned.find(id)->title;
    }
    return out;
  };
  CHECK(titles(3) == "Hook · What stays");
  CHECK(titles(4) == "Hook · What stays");
}

TEST_CASE("a later outline gives sections their new names, and they keep their work") {
  Essay essay;
  essay.outline("## 1. Hook\n\n## 2. What stays\n");
  const auto titles = [&](uint32_t stage) {
    const Session session = essay.w.session();
    std::string out;
    for (const StepId id : session.find(StepId{stage})->children) {
      out += (out.empty() ? "" : " · ") + session.find(id)->title;
    }
    return out;
  };
  essay.keep("stage-3-section-1-arguments.md", "Because.\n", "3.1");
  essay.w.must("done", "words", words("3.1"));
  const Step before = *essay.w.session().find(essay.w.session().find(StepId{3})->children[0]);
  essay.keep(kOutline, "## 1. Rain\n\n## 2. What stays\n", "2");
  CHECK(titles(3) == "Rain · What stays");
  CHECK(titles(4) == "Rain · What stays");
  const Step after = *essay.w.session().find(before.id);
  CHECK(after.status == StepStatus::kDone);
  CHECK(after.attempts == before.attempts);
  CHECK(after.external == before.external);
  essay.w.must("undo");
  CHECK(titles(3) == "Hook · What stays");

  SUBCASE("an outline of more sections names them once their number is known") {
    essay.keep(kOutline, "## 1. Rain\n\n## 2. Mud\n\n## 3. Sun\n", "2");
    CHECK(titles(3) == "Hook · What stays");
    essay.w.must("set", "pairs", words("total_sections=3"), "step", "2");
    CHECK(titles(3) == "Rain · Mud · Sun");
    CHECK(titles(4) == "Rain · Mud · Sun");
  }
  SUBCASE("a paused session is renamed all the same") {
    essay.w.must("pause", "reason", "lunch");
    essay.keep(kOutline, "## 1. Rain\n\n## 2. Mud\n", "2");
    CHECK(titles(4) == "Rain · Mud");
  }
  SUBCASE("an outline that tells no names leaves them") {
    essay.keep(kOutline, "Just words.\n", "2");
    CHECK(titles(3) == "Hook · What stays");
  }
}

TEST_CASE("a settled outline gives stages 3 and 4 their sections, and a section its paragraphs") {
  Essay essay;
  essay.outline();
  const Session planned = essay.w.session();
  const auto parts = [](const Session& session, uint32_t step) {
    return session.find(StepId{step})->children;
  };
  REQUIRE(parts(planned, 3).size() == 2);
  REQUIRE(parts(planned, 4).size() == 2);
  const Step& argued = *planned.find(parts(planned, 3)[1]);
  const Step& written = *planned.find(parts(planned, 4)[1]);
  CHECK(argued.subject == "section-2");
  CHECK(written.subject == argued.subject);
  CHECK(written.needs == std::vector<StepId>{argued.id});

  // More of them when the outline says so, and none twice.
  essay.w.must("set", "pairs", words("total_sections=3"), "step", "2");
  essay.w.must("set", "pairs", words("total_sections=3"), "step", "2");
  CHECK(parts(essay.w.session(), 3).size() == 3);
  CHECK(parts(essay.w.session(), 4).size() == 3);

  essay.w.must("set", "pairs", words("total_paragraphs=4"), "step", "4.1");
  const Session now = essay.w.session();
  CHECK(now.find(parts(now, 4)[0])->children.size() == 4);
  CHECK(essay.state().find("total_paragraphs: 4") != std::string::npos);
  essay.w.must("undo");
  CHECK(essay.w.session().find(parts(now, 4)[0])->children.empty());

  const size_t before = essay.w.session().steps.size();
  essay.w.must("set", "pairs", words("total_sections=90000"), "step", "2");
  CHECK(essay.w.session().steps.size() == before);
}

}  // namespace
}  // namespace clew

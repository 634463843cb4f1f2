// An essay and the folder of its files: what is set shows there or is refused, and without a view
// it is held against the folder it was imported from.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// Thesis and outline are done; two sections are planned.
struct Outlined : WorkspaceFixture {
  explicit Outlined(const std::string& dir = "essays") {
    must("start", "goal", "Why cities forget", "id", "essay", "dialect", "essay", "dir", dir);
    for (const auto& each : std::filesystem::directory_iterator(project() + "/" + dir)) {
      essay = each.path().string();
    }
    write_text(essay + "/stage-1-thesis.md", "A thesis.\n");
    must("done", "words",
         Value::List{"clear_claim=true", "defensible=true", "interesting=true",
                     "claim_type=argument", "user_approved=true"});
    write_text(essay + "/stage-2-outline.md", "# An outline\n");
    must("done", "words",
         Value::List{"total_sections=2", "target_word_count=900", "audience=general",
                     "sections_have_purpose=true", "user_approved=true", "word_target_sum=900"});
  }
  // The same files as somebody else's, imported without a view.
  void adopt() {
    must("view detach");
    must("close", "abandoned", true);
    const std::string entry = std::filesystem::path(essay).filename().string();
    const std::string other = project() + "/adopted/essay-pipeline-20260101-000000";
    std::filesystem::create_directories(project() + "/adopted");
    std::filesystem::copy(essay, other, std::filesystem::copy_options::recursive);
    std::string state = read_text(other + "/session-state.yaml");
    for (size_t at = state.find(entry); at != std::string::npos; at = state.find(entry)) {
      state.replace(at, entry.size(), "essay-pipeline-20260101-000000");
    }
    write_text(other + "/session-state.yaml", state);
    essay = other;
    const Answer answer = must("import", "paths", words(other));
    adopted = answer.data.find("session")->as_string();
    caller.session = adopted;
  }

  std::string essay;
  std::string adopted;
};

TEST_CASE("a value that the files would not tell is refused, with what to do instead") {
  Outlined w;
  struct Row {
    const char* pair;
    const char* step;
    const char* next;
  };
  const Row rows[] = {
      {"total_sections=3",    "",    "clew set total_sections=3 --step 2"    },
      {"claim_type=hybrid",   "",    "clew set claim_type=hybrid --step 1"   },
      {"total_paragraphs=3",  "",    "clew set total_paragraphs=3 --step 4.1"},
      {"sources_verified=3",  "2",   "clew set sources_verified=3"           },
      {"claim_type=hybrid",   "3",   "clew set claim_type=… --step 1"        },
      {"total_sections=3",    "4",   "clew set total_sections=… --step 2"    },
      {"total_paragraphs=3",  "3.1", "clew set total_paragraphs=… --step 4.1"},
      {"total_sections=1",    "2",   "clew step skip 3.2 --reason \"…\""     },
      {"total_sections=null", "2",   "clew step skip 3.2 --reason \"…\""     },
  };
  for (const auto& row : rows) {
    CAPTURE(row.pair);
    CAPTURE(row.step);
    const Error error = w.error("set", "pairs", words(row.pair), "step", row.step);
    CHECK(error.code == ErrorCode::kInvalid);
    CHECK(error.next == row.next);
  }
  CHECK(w.refused("set", "pairs", words("current_section=2")) == ErrorCode::kInvalid);
  CHECK(w.refused("set", "pairs", words("current_stage=2"), "step", "3") == ErrorCode::kInvalid);
  w.must("set", "pairs", words("total_sections=3"), "step", "3");
  CHECK(w.session().find(StepId{3})->children.size() == 3);
  CHECK(w.session().find(StepId{4})->children.size() == 3);
}

TEST_CASE("an imported essay is held against its folder when it is resumed") {
  Outlined w;
  w.adopt();
  w.must("resume");
  std::filesystem::remove(w.essay + "/stage-1-thesis.md");
  const Error error = w.error("resume");
  CHECK(error.code == ErrorCode::kUsage);
  CHECK(error.message.find("stage-1-thesis.md does not exist") != std::string::npos);
  w.caller.agreed = true;
  w.must("resume");
}

TEST_CASE("an imported essay has the names of its fields and the gates of its stages") {
  Outlined w;
  w.adopt();
  w.must("set", "pairs", words("total_sections=3"), "step", "2");
  for (const char* step : {"3.1", "3.2", "3.3"}) w.must("done", "words", words(step));
  w.must("done", "words", Value::List{"3", "birds_eye_approved=true"});
}

TEST_CASE("an export of a folder's files names those that are missing") {
  Outlined w;
  w.adopt();
  std::filesystem::remove(w.essay + "/stage-2-outline.md");
  const std::string out = w.project() + "/out";
  CHECK(w.refused("export", "sessions", words(w.essay), "to", "essay", "strict", true) ==
        ErrorCode::kInvalid);
  const Answer answer = w.must("export", "sessions", words(w.essay), "to", "essay", "out", out);
  CHECK(answer.text.find("nothing is lost") == std::string::npos);
  CHECK(answer.text.find("referenced files that are missing: stage-2-outline.md") !=
        std::string::npos);
  const Value& missing = *answer.data.find("exported")->as_list().front().find("missing");
  CHECK(missing == Value(Value::List{"stage-2-outline.md"}));
  CHECK(read_text(out + "/essay-pipeline-20260101-000000/stage-1-thesis.md") == "A thesis.\n");
}

TEST_CASE("an export of an imported session has the files that were kept, also a deleted one") {
  Outlined w;
  w.adopt();
  const std::string outline = read_text(w.essay + "/stage-2-outline.md");
  std::filesystem::remove(w.essay + "/stage-2-outline.md");
  const std::string out = w.project() + "/out";
  w.must("export", "sessions", words(w.adopted), "to", "essay", "out", out);
  const std::string folder = out + "/essay-pipeline-20260101-000000";
  CHECK(read_text(folder + "/stage-1-thesis.md") == "A thesis.\n");
  CHECK(read_text(folder + "/stage-2-outline.md") == outline);
}

TEST_CASE("files that are kept already lead to their session, not to another import") {
  WorkspaceFixture w;
  w.surroundings.state_folder = w.folder() / "state";
  w.must("start", "goal", "On birds", "id", "birds", "dialect", "essay");
  CHECK(w.must("list", "found", true).text.find("· session birds") != std::string::npos);
  w.must("close", "abandoned", true);
  CHECK(w.run("resume")->refusal->next == "clew status birds");
  for (const auto& each : std::filesystem::directory_iterator(w.folder() / "state/essay")) {
    write_text(each.path().string() + "/session-state.yaml", "pipeline_id: [");
  }
  CHECK(w.run("resume")->refusal->next.starts_with("clew repair "));
}

}  // namespace
}  // namespace clew

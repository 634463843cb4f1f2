#include <doctest/doctest.h>

#include <string>

#include "dialect/essay/paths.h"
#include "dialect/essay/words.h"

namespace clew::essay {
namespace {

TEST_CASE("every status of a session has a word, and the word means the nearest status") {
  struct Row {
    Lifecycle status;
    std::string word;
    Lifecycle back;
  };
  const Row rows[] = {
      {Lifecycle::kActive,    "in_progress", Lifecycle::kActive   },
      {Lifecycle::kPaused,    "paused",      Lifecycle::kPaused   },
      {Lifecycle::kCompleted, "completed",   Lifecycle::kCompleted},
      {Lifecycle::kFailed,    "abandoned",   Lifecycle::kAbandoned},
      {Lifecycle::kAborted,   "abandoned",   Lifecycle::kAbandoned},
      {Lifecycle::kAbandoned, "abandoned",   Lifecycle::kAbandoned},
  };
  CHECK(std::size(rows) == std::size(EnumNames<Lifecycle>::names));
  for (const auto& row : rows) {
    CHECK(word_of(row.status) == row.word);
    CHECK(lifecycle_from(row.word) == row.back);
    CHECK(is_exact(row.status) == (row.status == row.back));
  }
}

TEST_CASE("every status of a step has a word, and the word means the nearest status") {
  struct Row {
    StepStatus status;
    std::string word;
    StepStatus back;
  };
  const Row rows[] = {
      {StepStatus::kPending,     "not_started",  StepStatus::kPending    },
      {StepStatus::kActive,      "in_progress",  StepStatus::kActive     },
      {StepStatus::kDone,        "completed",    StepStatus::kDone       },
      {StepStatus::kFailed,      "in_progress",  StepStatus::kActive     },
      {StepStatus::kBlocked,     "in_progress",  StepStatus::kActive     },
      {StepStatus::kNeedsReview, "needs_review", StepStatus::kNeedsReview},
      {StepStatus::kSkipped,     "completed",    StepStatus::kDone       },
  };
  CHECK(std::size(rows) == std::size(EnumNames<StepStatus>::names));
  for (const auto& row : rows) {
    CHECK(word_of(row.status) == row.word);
    CHECK(status_from(row.word) == row.back);
    CHECK(is_exact(row.status) == (row.status == row.back));
  }
}

TEST_CASE("ids name stages, sections and paragraphs, and nothing else") {
  for (const char* id : {"stage_1", "stage_3/section-2", "stage_4/section-12/paragraph-3"}) {
    REQUIRE(spot_from(id).has_value());
    CHECK(id_of(*spot_from(id)) == id);
  }
  for (const char* id : {"", "stage_", "stage_5", "stage_0", "stage_3/", "stage_3/section-",
                         "stage_3/section-x", "stage_3/section-01", "stage_4/section-1/paragraph-",
                         "stage_4/section-1/paragraph-1/", "stage_12345678901"}) {
    CHECK_MESSAGE(!spot_from(id).has_value(), id);
  }
  CHECK(to_words({4, 2, 3}) == "Stage 4, Section 2, Paragraph 3");
  CHECK(argument_section("stage-3-section-7-arguments.md") == 7);
  CHECK(!argument_section("stage-3-section--arguments.md"));
  CHECK(!argument_section("stage-3-section-arguments.md"));
  CHECK(!argument_section("stage-3-section-1-arguments.v1.md"));
}

TEST_CASE("archived names put the version before the ending, and versions only grow") {
  CHECK(archived_name("stage-1-thesis.md", 1) == "stage-1-thesis.v1.md");
  CHECK(archived_name("notes", 2) == "notes.v2");
  CHECK(archived_name("a.b/.env", 3) == "a.b/.env.v3");
  CHECK(archived_from("stage-1-thesis.v12.md")->version == 12);
  CHECK(archived_from("stage-1-thesis.v12.md")->name == "stage-1-thesis.md");
  CHECK(archived_from("notes.v2")->name == "notes");
  for (const char* name : {"stage-1-thesis.md", "stage-1.v.md", "stage-1.vx.md", "a.v1/b.md"}) {
    CHECK_MESSAGE(!archived_from(name), name);
  }
  const std::vector<std::string> there{"stage-1-thesis.md", "stage-1-thesis.v1.md",
                                       "stage-1-thesis.v3.md", "stage-2-outline.v9.md"};
  CHECK(next_archived_name("stage-1-thesis.md", there) == "stage-1-thesis.v4.md");
  CHECK(next_archived_name("stage-4-draft.md", there) == "stage-4-draft.v1.md");
}

TEST_CASE("paths are resolved against the folder, wherever it was when they were written") {
  const SessionFolder folder("/srv/old/essay-1/", "essay-1");
  CHECK(folder.inside("/srv/old/essay-1/a.md") == "a.md");
  CHECK(folder.inside("/home/else/essay-1/maps/a.md") == "maps/a.md");
  CHECK(folder.inside("a.md") == "a.md");
  CHECK(folder.inside("./a.md") == "a.md");
  CHECK(folder.inside("essay-1/a.md") == "a.md");
  for (const std::string& path :
       {std::string(), std::string("/srv/old/essay-1"), std::string("/etc/passwd"),
        std::string("../a.md"), std::string("/srv/old/essay-1/../b"), std::string("a\0b", 3)}) {
    CHECK_MESSAGE(!folder.inside(path), path);
  }
  CHECK(folder.reported("a.md") == "/srv/old/essay-1/a.md");
  CHECK(SessionFolder("", "").reported("a.md") == "./a.md");
  CHECK(SessionFolder("", "").inside("./a.md") == "a.md");
  CHECK(SessionFolder("/srv/x", "").name() == "x");
}

}  // namespace
}  // namespace clew::essay

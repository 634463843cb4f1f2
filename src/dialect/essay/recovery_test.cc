#include "dialect/essay/recovery.h"

#include <doctest/doctest.h>

#include "dialect/essay/fixture_test.h"
#include "dialect/essay/position.h"

namespace clew::essay {
namespace {

const std::string kDir = "essay-pipeline-20261104-081500";

FileSet directory(const std::vector<std::pair<std::string, std::string>>& files) {
  FileSet set;
  for (const auto& [name, text] : files) set.files.push_back({kDir + "/" + name, text});
  return set;
}

Session rebuilt(const FileSet& files) {
  const Readings readings = essay_dialect().reconstruct(files);
  REQUIRE(readings.sessions.size() == 1);
  REQUIRE(readings.findings.size() == 1);
  CHECK(readings.findings[0].message == kEssayReconstructed);
  CHECK(readings.findings[0].rule == "essay.reconstructed");
  return readings.sessions[0].session;
}

std::string statuses(const Session& session) {
  std::string out;
  for (int i = 1; i <= 4; ++i) {
    out +=
        std::string(out.empty() ? "" : " ") + name_of(session.steps[static_cast<size_t>(i)].status);
  }
  return out;
}

TEST_CASE("without artifacts there is nothing to go by") {
  CHECK(essay_dialect().reconstruct({}).sessions.empty());
  CHECK(essay_dialect()
            .reconstruct(directory({
                {"notes.txt", "x"}
  }))
            .sessions.empty());
}

TEST_CASE("each artifact says how far its stage has come") {
  CHECK(statuses(rebuilt(directory({
            {"stage-1-thesis.md", "T"}
  }))) == "done pending pending pending");
  CHECK(statuses(rebuilt(directory({
            {"stage-1-thesis.md",  "T"         },
            {"stage-2-outline.md", "1. A\n2. B"}
  }))) ==
        "done done pending pending");
  CHECK(statuses(rebuilt(directory({
            {"stage-1-thesis.md",              "T"         },
            {"stage-2-outline.md",             "1. A\n2. B"},
            {"stage-3-section-1-arguments.md", "M"         },
  }))) == "done done active pending");
  CHECK(statuses(rebuilt(directory({
            {"stage-2-outline.md", "x"}
  }))) == "needs_review done pending pending");
}

TEST_CASE("stage 4 is worked out from the draft") {
  const FileSet files = directory({
      {"stage-1-thesis.md",              "T"                                               },
      {"stage-2-outline.md",             "1. A\n2. B\n3. C"                                },
      {"stage-3-section-1-arguments.md", "M"                                               },
      {"stage-3-section-2-arguments.md", "M"                                               },
      {"stage-4-draft.md",               fixture_text(kDir + "/stage-4-draft.md")          },
      {"stage-1-development-log.md",
       "# Development log\n\n## 2026-11-05T09:00:00.000Z · note · stage_1 · mira\n\nkept\n"},
  });
  const Session session = rebuilt(files);
  CHECK(statuses(session) == "done done active active");
  CHECK(position(session) == Spot{4, 2, 2});
  CHECK(session.find(step_of(session, "stage_4/section-1"))->status == StepStatus::kDone);
  CHECK(session.find(step_of(session, "stage_4/section-1"))->children.size() == 3);
  CHECK(session.find(step_of(session, "stage_3/section-2"))->status == StepStatus::kDone);
  // What the outline counts and no file shows is still to do.
  CHECK(session.find(step_of(session, "stage_3/section-3"))->status == StepStatus::kPending);
  CHECK(session.find(step_of(session, "stage_4/section-3"))->status == StepStatus::kPending);
  CHECK(session.identity.created_at == at("2026-11-04T08:15:00Z"));
  CHECK(session.last_activity == at("2026-11-05T09:00:00Z"));
  REQUIRE(session.notes.items.size() == 1);
  CHECK(session.notes.items[0].text == "kept");

  // What is written from it can be read again without a complaint.
  const FileSet written = fresh_files(session);
  CHECK(brief(essay_dialect().read(written).findings).empty());
  CHECK(fresh_files(read_one(written)) == written);
}

TEST_CASE("claims come back from the log, and what is still open keeps stage 4 shut") {
  const FileSet files = directory({
      {"stage-1-thesis.md", "T"                      },
      {"fact-check-log.md",
       "# Fact-check log\n\n"
       "## 2026-11-05T09:00:00.000Z · claim · stage_1 · mira\n\n- status: verified\n\nsure\n\n"
       "## 2026-11-05T09:01:00.000Z · claim · stage_1 · mira\n\n- status: deferred\n"
       "- reason: no source\n\nlater\n\n"
       "## 2026-11-05T09:02:00.000Z · claim · stage_1 · mira\n\n- status: overridden\n"
       "- result: unclear\n- rationale: known\n\nmine\n\n"
       "## 2026-11-05T09:03:00.000Z · claim · stage_1 · mira\n\n- status: deferred\n\nfound\n\n"
       "## 2026-11-05T09:04:00.000Z · claim changed · stage_1 · mira\n\n- status: resolved\n"
       "- since: 2026-11-05T09:03:00.000Z\n\nfound\n"},
  });
  const Session session = rebuilt(files);
  std::string claims;
  for (const auto& claim : session.claims.items) {
    claims += claim.text + " " + name_of(claim.status) + ", ";
  }
  CHECK(claims == "sure verified, later deferred, mine overridden, found resolved, ");
  const Evidence evidence =
      essay_dialect().step_evidence()->evidence_for(session, session.steps[4]);
  CHECK(*evidence.find("open_deferred_verifications") == Value(1));
  CHECK(*evidence.find("open_user_overrides") == Value(1));
  const FileSet written = fresh_files(session);
  CHECK(fresh_files(read_one(written)) == written);
}

TEST_CASE("a finished essay is finished") {
  const Session session = rebuilt(directory({
      {"stage-1-thesis.md",              "T"                            },
      {"stage-2-outline.md",             "1. A"                         },
      {"stage-3-section-1-arguments.md", "M"                            },
      {"stage-4-draft.md",               "## A\n\none\n\ntwo"           },
      {"final-essay.md",                 "# Essay\n\n## A\n\none\n\ntwo"},
  }));
  CHECK(statuses(session) == "done done done done");
  CHECK(session.lifecycle.status == Lifecycle::kCompleted);
  CHECK(fresh_files(session).files[0].text.find("birds_eye_approved: true") != std::string::npos);
}

TEST_CASE("a finished essay whose parts are not all there is to be looked at") {
  const FileSet files = directory({
      {"stage-1-thesis.md",              "T"             },
      {"stage-2-outline.md",             "1. A\n2. B"    },
      {"stage-3-section-1-arguments.md", "M"             },
      {"stage-4-draft.md",               "## A\n\none"   },
      {"final-essay.md",                 "# Essay\n\none"},
  });
  const Session session = rebuilt(files);
  CHECK(statuses(session) == "done done active needs_review");
  CHECK(session.lifecycle.status == Lifecycle::kActive);
  CHECK(brief(essay_dialect().read(fresh_files(session)).findings).empty());
}

TEST_CASE("all arguments and a draft do not show that the arguments were approved") {
  CHECK(statuses(rebuilt(directory({
            {"stage-1-thesis.md",              "T"          },
            {"stage-2-outline.md",             "1. A"       },
            {"stage-3-section-1-arguments.md", "M"          },
            {"stage-4-draft.md",               "## A\n\none"},
  }))) == "done done active active");
}

TEST_CASE("a person says where to begin again") {
  const FileSet files = directory({
      {"stage-2-outline.md", "1. A\n2. B\n3. C"}
  });
  struct Row {
    const char* step;
    Spot spot;
    const char* statuses;
  };
  const Row rows[] = {
      {"stage 3",                         {3, 1},    "needs_review done active pending"     },
      {"3",                               {3, 1},    "needs_review done active pending"     },
      {"stage_1",                         {1},       "active pending pending pending"       },
      {"stage_3/section-2",               {3, 2},    "needs_review done active pending"     },
      {"Stage 4, Section 2, Paragraph 3", {4, 2, 3}, "needs_review done needs_review active"},
  };
  for (const auto& row : rows) {
    INFO(row.step);
    const auto session = essay_dialect().begin_at(files, row.step);
    REQUIRE(session.ok());
    CHECK(position(*session) == row.spot);
    CHECK(statuses(*session) == row.statuses);
    CHECK(brief(essay_dialect().read(fresh_files(*session)).findings).empty());
  }
  for (const char* step : {"", "stage 5", "stage_3/section-4", "stage_1/section-1", "somewhere"}) {
    INFO(step);
    const auto session = essay_dialect().begin_at(files, step);
    REQUIRE_FALSE(session.ok());
    CHECK(session.error().code == ErrorCode::kInvalid);
    CHECK(session.error().message.find("stage_3/section-1 to stage_3/section-3") !=
          std::string::npos);
  }
  CHECK(essay_dialect().begin_at({}, "stage_2").ok());
}

TEST_CASE("where a person says to begin again, nothing counts as complete without its file") {
  const FileSet files = directory({
      {"stage-1-thesis.md",              "a thesis"  },
      {"stage-2-outline.md",             "1. A\n2. B"},
      {"stage-3-section-1-arguments.md", "arguments" },
  });
  const auto session = essay_dialect().begin_at(files, "stage_3/section-2");
  REQUIRE(session.ok());
  CHECK(statuses(*session) == "done done active pending");
  const auto later = essay_dialect().begin_at(files, "stage_4/section-1");
  REQUIRE(later.ok());
  CHECK(statuses(*later) == "done done needs_review active");
}

}  // namespace
}  // namespace clew::essay

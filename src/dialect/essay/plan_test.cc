#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "dialect/essay/fixture_test.h"
#include "dialect/essay/paths.h"
#include "dialect/essay/position.h"
#include "dialect/resume_protocol.h"
#include "session/progress.h"

namespace clew::essay {
namespace {

TEST_CASE("an essay from its thesis to its end") {
  Fixture fixture;
  CHECK(fresh_files(fixture.session).files[0].path ==
        "essay-pipeline-20261116-090000/session-state.yaml");
  SUBCASE("a gate that is not met leaves the stage open") {
    Evidence half = thesis_shown();
    half.items.pop_back();
    CHECK_FALSE(fixture.done("stage_1", half));
    CHECK_FALSE(fixture.done("stage_1", shown({
                                            {"clear_claim", true}
    })));
    CHECK(fixture.done("stage_1", thesis_shown()));
    Evidence uneven = outline_shown();
    uneven.items.back().value = 1100;
    CHECK_FALSE(fixture.done("stage_2", uneven));
    CHECK(fixture.done("stage_2", outline_shown()));
    const std::string text = state_text(fresh_files(fixture.session));
    CHECK(text.find("claim_type: \"argument\"") != std::string::npos);
    CHECK(text.find("target_word_count: 1200") != std::string::npos);
    CHECK(text.find("audience: \"general\"") != std::string::npos);
    CHECK(text.find("total_sections: 2") != std::string::npos);
  }
  SUBCASE("a section may be written when its arguments are complete, while stage 3 is open") {
    REQUIRE(fixture.done("stage_1", thesis_shown()));
    REQUIRE(fixture.done("stage_2", outline_shown()));
    fixture.add_sections(2);
    Session& session = fixture.session;
    CHECK(readiness(session, step_of(session, "stage_4/section-1")).readiness ==
          Readiness::kWaitsForNeeds);
    REQUIRE(fixture.done("stage_3/section-1"));
    CHECK(readiness(session, step_of(session, "stage_4/section-1")).readiness == Readiness::kReady);
    CHECK(readiness(session, step_of(session, "stage_4/section-2")).readiness ==
          Readiness::kWaitsForNeeds);
    REQUIRE(fixture.done("stage_4/section-1"));
    REQUIRE(fixture.done("stage_3/section-2"));
    CHECK_FALSE(fixture.done("stage_3", fixture.counted("stage_3")));
    REQUIRE(fixture.done("stage_3", fixture.counted("stage_3", {
                                                                   {"birds_eye_approved", true}
    })));
    CHECK(state_text(fresh_files(session)).find("birds_eye_approved: true") != std::string::npos);
    REQUIRE(fixture.done("stage_4/section-2"));

    ClaimMade deferred;
    deferred.text = "not yet";
    deferred.status = ClaimStatus::kDeferred;
    REQUIRE(fixture.tell(RecordFact{deferred, {}}));
    const Seq claim = session.claims.items.back().origin.id;
    CHECK_FALSE(fixture.done("stage_4", fixture.counted("stage_4")));
    REQUIRE(fixture.tell(RecordFact{
        ClaimChanged{claim, ClaimStatus::kResolved, "seen"},
        {}
    }));
    CHECK(fixture.done("stage_4", fixture.counted("stage_4")));
    CHECK(session.lifecycle.status == Lifecycle::kCompleted);
    const FileSet files = fresh_files(session);
    // The reason has become the source, which is none of the format's three words.
    const Findings findings = essay_dialect().read(files).findings;
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].rule == "essay.word");
    CHECK(findings[0].severity == Severity::kWarning);
    CHECK(findings[0].pointer == "/deferred_verifications/0/reason");
    CHECK(fresh_files(read_one(files)) == files);
  }
}

TEST_CASE("stage 4 is not done while a stage before it is open, and says what to do first") {
  Fixture fixture;
  const Session& session = fixture.session;
  REQUIRE(fixture.done("stage_1", thesis_shown()));
  REQUIRE(fixture.done("stage_2", outline_shown()));
  fixture.add_sections(2);
  for (const char* section :
       {"stage_3/section-1", "stage_3/section-2", "stage_4/section-1", "stage_4/section-2"}) {
    REQUIRE(fixture.done(section));
  }
  CHECK_FALSE(fixture.done("stage_4", fixture.counted("stage_4")));
  const Step& last = session.steps[4];
  CHECK(essay_dialect().step_evidence()->settling_commands(session, last, "open_stages") ==
        std::vector<std::string>{"clew done 3 birds_eye_approved=… unplanned_sections=…"});
  const Evidence approved = fixture.counted("stage_3", {
                                                           {"birds_eye_approved", true}
  });
  REQUIRE(fixture.done("stage_3", approved));
  RevisitStep again;
  again.step = StepId{3};
  again.reason = "one argument is weak";
  REQUIRE(fixture.tell(again));
  for (const char* section : {"stage_4/section-1", "stage_4/section-2"}) {
    REQUIRE(fixture.done(section));
  }
  CHECK_FALSE(fixture.done("stage_4", fixture.counted("stage_4")));
  REQUIRE(fixture.done("stage_3", approved));
  CHECK(fixture.done("stage_4", fixture.counted("stage_4")));
  CHECK(session.lifecycle.status == Lifecycle::kCompleted);
}

TEST_CASE("stages 3 and 4 wait for sections that the outline counts and nobody has planned") {
  Fixture fixture;
  const Session& session = fixture.session;
  const auto unplanned = [&](size_t stage) {
    const Evidence shown =
        essay_dialect().step_evidence()->evidence_for(session, session.steps[stage]);
    const Value* counted = shown.find("unplanned_sections");
    return counted == nullptr ? Value() : *counted;
  };
  const auto to_type = [&] {
    return essay_dialect().step_evidence()->settling_commands(session, session.steps[3],
                                                              "unplanned_sections");
  };
  REQUIRE(fixture.done("stage_1", thesis_shown()));
  CHECK(essay_dialect().step_evidence()->evidence_for(session, session.steps[2]).items.empty());
  CHECK(unplanned(3) == Value(1));
  CHECK(to_type() == std::vector<std::string>{"clew set total_sections=… --step 2"});
  REQUIRE(fixture.done("stage_2", outline_shown()));
  CHECK(unplanned(3) == Value(2));
  CHECK(to_type() == std::vector<std::string>{"clew set total_sections=2 --step 2"});
  REQUIRE(fixture.tell(AddSteps{StepId{3}, {}, essay_sections(3, 2, 2)}));
  CHECK(unplanned(3) == Value(1));
  // What is missing in front or between comes to be as well.
  for (const auto& intent : essay_dialect().fixed_plan()->further_steps(session, {}))
    REQUIRE(fixture.tell(intent));
  CHECK(unplanned(3) == Value(0));
  CHECK(unplanned(4) == Value(0));
  CHECK(to_type().empty());
}

TEST_CASE("a revisit is told with what was archived, and the next version is higher") {
  Fixture fixture;
  REQUIRE(fixture.tell(RecordFact{
      ArtifactAdded{StepId{2}, "stage-2-outline.md", {}, 5, 1},
      StepId{2}
  }));
  REQUIRE(fixture.done("stage_1", thesis_shown()));
  REQUIRE(fixture.done("stage_2", outline_shown()));
  std::string text = state_text(fresh_files(fixture.session));
  CHECK(text.find("outline_file: \"essay-pipeline-20261116-090000/stage-2-outline.md\"") !=
        std::string::npos);
  RevisitStep revisit;
  revisit.step = StepId{1};
  revisit.impact = Impact::kMajor;
  revisit.reason = "it became an explainer";
  REQUIRE(fixture.tell(revisit));
  const FileSet files = fresh_files(fixture.session);
  text = state_text(files);
  CHECK(text.find("outline_file: null") != std::string::npos);
  CHECK(text.find("impact: \"major\"") != std::string::npos);
  CHECK(text.find("- \"stage-2-outline.v1.md\"") != std::string::npos);
  const Session back = read_one(files);
  REQUIRE(back.artifacts.items.size() == 1);
  CHECK(back.artifacts.items[0].archived_as == "stage-2-outline.v1.md");
  CHECK(fresh_files(back) == files);
}

TEST_CASE("where a session stands is a sentence, and a line to pick it by") {
  const Session midway = read_one(fixture(kMidway));
  CHECK(essay_dialect().resume_protocol()->position_sentence(midway) ==
        "Session paused at Stage 4, Section 1, Paragraph 3. To resume: clew resume "
        "essay-pipeline-20261104-081500");
  struct Row {
    Duration ago;
    const char* words;
  };
  const Row rows[] = {
      {seconds(59),            "just now"      },
      {minutes(1),             "1 minute ago"  },
      {minutes(59),            "59 minutes ago"},
      {hours(1),               "1 hour ago"    },
      {hours(2) + minutes(59), "2 hours ago"   },
      {hours(47),              "1 day ago"     },
      {days(2),                "2 days ago"    },
      {Duration{-5000},        "just now"      },
  };
  for (const auto& row : rows) {
    CHECK(essay_dialect().resume_protocol()->picker_line(midway, midway.last_activity + row.ago) ==
          "essay-pipeline-20261104-081500 -- Stage 4, Section 1, Paragraph 3 -- Last active: " +
              std::string(row.words));
  }
  Fixture fixture;
  CHECK(essay_dialect().resume_protocol()->position_sentence(fixture.session) ==
        "Session paused at Stage 1. To resume: clew resume tides-7f3a");
}

TEST_CASE("ids are the time they were made at, and the next second when that is taken") {
  const Time now = at("2026-02-14T14:30:59.900Z");
  CHECK(essay_dialect().make_id({}, {now, {}, 0}) == "essay-pipeline-20260214-143059");
  CHECK(essay_dialect().make_id({}, {now, {}, 1}) == "essay-pipeline-20260214-143100");
}

TEST_CASE("names of steps are the same before and after they are written") {
  const Session session = full_session();
  const Session back = read_one(fresh_files(session));
  std::set<std::string> names;
  for (const auto& step : session.steps) {
    const std::string name = essay_dialect().step_name(session, step);
    CHECK(names.insert(name).second);
    if (step.id == kRoot) continue;
    CHECK(essay_dialect().step_name(back, back.steps[step_of(back, name).number]) == name);
  }
}

TEST_CASE("steps without ids are sections by their subject, else by their place") {
  Fixture fixture;
  std::vector<PlannedStep> plan(3);
  plan[0].title = "Hook";
  plan[1].title = "Turn";
  plan[1].subject = "section-1";
  plan[2].title = "End";
  REQUIRE(fixture.tell(AddSteps{StepId{3}, {}, plan}));
  const auto name = [&](uint32_t id) {
    return essay_dialect().step_name(fixture.session, fixture.session.steps[id]);
  };
  CHECK(name(5) == "stage_3/section-2");
  CHECK(name(6) == "stage_3/section-1");
  CHECK(name(7) == "stage_3/section-3");
  const FileSet files = fresh_files(fixture.session);
  CHECK(fresh_files(read_one(files)) == files);
}

}  // namespace
}  // namespace clew::essay

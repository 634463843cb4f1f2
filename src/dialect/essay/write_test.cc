#include <doctest/doctest.h>

#include <algorithm>

#include "dialect/essay/fixture_test.h"
#include "dialect/essay/shapes.h"
#include "document/shape/check_shape.h"
#include "document/yaml/yaml.h"

namespace clew::essay {
namespace {

const std::string& text_at(const FileSet& files, const std::string& path) {
  const NamedFile* file = files.find(path);
  REQUIRE_MESSAGE(file != nullptr, "no file " << path);
  return file->text;
}

Step& step_in(Session& session, const std::string& id) {
  return session.steps[step_of(session, id).number];
}

TEST_CASE("an unchanged session writes the very bytes it was read from") {
  for (const char* entry : {kFresh, kMidway, kFinished}) {
    const FileSet files = fixture(entry);
    const auto written = essay_dialect().write(read_one(files), files);
    REQUIRE(written.ok());
    for (const auto& file : written->files) {
      INFO(file.path);
      CHECK(file.text == text_at(files, file.path));
    }
    CHECK(written->files[0].write == FileWrite::kBackup);
  }
}

TEST_CASE("facts that only the state file tells do not appear in a log by themselves") {
  const FileSet files = state_file(fixture_text(std::string(kMidway) + "/session-state.yaml"));
  const auto written = essay_dialect().write(read_one(files), files);
  CHECK(written->files.size() == 1);
}

struct Change {
  const char* what;
  void (*change)(Session&);
  const char* from;
  const char* to;
};

TEST_CASE("one change to the session is one change to the text") {
  const Change changes[] = {
      {"activity",                       [](Session& s) { s.last_activity = at("2026-11-16T09:30:00Z"); },
       "'2026-11-10T17:02:45.120+01:00'   # local",                                                                                       "'2026-11-16T09:30:00.000Z'   # local"       },
      {"a pause",                        [](Session& s) { s.lifecycle.status = Lifecycle::kPaused; },
       "status: in_progress\npipeline_id",                                                                                                "status: paused\npipeline_id"                },
      {"a stage in flow style",
       [](Session& s) { step_in(s, "stage_2").status = StepStatus::kNeedsReview; },
       "stage_2: {status: completed",                                                                                                     "stage_2: {status: needs_review"             },
      {"an attribute",
       [](Session& s) {
         set_attribute(step_in(s, "stage_1").attributes, "essay.claim_type", "hybrid");
       },                                                                                                       "claim_type: argument",   "claim_type: hybrid"                         },
      {"a section's score",
       [](Session& s) {
         set_attribute(step_in(s, "stage_4/section-1").attributes, "essay.voice_check_score", 5);
       },                                                                                                       "voice_check_score: 4.5", "voice_check_score: 5"                       },
      {"a claim resolved",               [](Session& s) { s.claims.items[0].status = ClaimStatus::kResolved; },
       "resolved: false   # ask",                                                                                                         "resolved: true   # ask"                     },
      {"an artifact archived",
       [](Session& s) {
         s.artifacts.items[0].archived_as = "stage-1-thesis.v1.md";
         step_in(s, "stage_1").status = StepStatus::kNeedsReview;
       },                                                                                                       "thesis_file: \"/srv/old/essay-pipeline-20261104-081500/stage-1-thesis.md\"\n    status: "
       "completed",                                                                                                              "thesis_file: null\n    status: needs_review"},
      {"an overridden claim of its own",
       [](Session& s) { s.claims.items[2].rationale = "she showed me"; },
       "\"it is what she told me\"",                                                                                                      "\"she showed me\""                          },
  };
  const FileSet files = fixture(kMidway);
  const std::string path = std::string(kMidway) + "/session-state.yaml";
  for (const auto& [what, change, from, to] : changes) {
    INFO(what);
    Session session = read_one(files);
    change(session);
    const auto written = essay_dialect().write(session, files);
    REQUIRE(written.ok());
    std::string expected = with(text_at(files, path), from, to);
    // A resolved claim no longer counts as deferred, and as verified.
    if (std::string(what) == "a claim resolved") {
      expected = with(expected, "verified_claims: 2\n        deferred_claims: 1",
                      "verified_claims: 3\n        deferred_claims: 0");
    }
    CHECK(text_at(*written, path) == expected);
  }
}

TEST_CASE("a paragraph done moves the count on, from whatever was reported") {
  const FileSet files = fixture(kMidway);
  const std::string path = std::string(kMidway) + "/session-state.yaml";
  Session session = read_one(files);
  step_in(session, "stage_4/section-1/paragraph-3").status = StepStatus::kDone;
  step_in(session, "stage_4/section-1").current_child =
      step_of(session, "stage_4/section-1/paragraph-4");
  step_in(session, "stage_4/section-1/paragraph-4").status = StepStatus::kActive;
  std::string expected =
      with(text_at(files, path), "completed_paragraphs: 2", "completed_paragraphs: 3");
  expected = with(expected, "current_paragraph: 3", "current_paragraph: 4");
  CHECK(text_at(*essay_dialect().write(session, files), path) == expected);
}

TEST_CASE("a verified claim adds to the number that was reported, and to the log") {
  const FileSet files = fixture(kMidway);
  Session session = read_one(files);
  Claim claim;
  claim.origin = {Seq{4}, at("2026-11-16T09:30:00Z"), ActorId("checker"),
                  step_of(session, "stage_3/section-1")};
  claim.text = "The harbour is tidal";
  claim.reason = "chart 12";
  session.claims.items.push_back(claim);
  ++session.claims.total;
  const auto written = essay_dialect().write(session, files);
  REQUIRE(written.ok());
  const std::string path = std::string(kMidway) + "/session-state.yaml";
  CHECK(text_at(*written, path) ==
        with(text_at(files, path), "verified_claims: 4", "verified_claims: 5"));
  const std::string log = std::string(kMidway) + "/fact-check-log.md";
  CHECK(text_at(*written, log) ==
        text_at(files, log) +
            "\n## 2026-11-16T09:30:00.000Z · claim · stage_3/section-1 · checker\n\n"
            "- status: verified\n- reason: chart 12\n\nThe harbour is tidal\n");
  CHECK(written->find(log)->write == FileWrite::kAppend);
  // and it is not told twice
  CHECK(text_at(*essay_dialect().write(session, *written), log) == text_at(*written, log));
  CHECK(text_at(*essay_dialect().write(read_one(*written), *written), path) ==
        text_at(*written, path));
}

TEST_CASE("the first note of a log makes the file and its reference") {
  const FileSet files = fixture(kFresh);
  Session session = read_one(files);
  Note note;
  note.origin = {Seq{1}, at("2026-11-16T09:30:00Z"), ActorId("mira"), step_of(session, "stage_1")};
  note.log = "development";
  note.text = "Start from the gauge.";
  session.notes.items.push_back(note);
  const auto written = essay_dialect().write(session, files);
  REQUIRE(written.ok());
  const std::string entry = kFresh;
  CHECK(
      text_at(*written, entry + "/stage-1-development-log.md") ==
      "# Development log\n\n## 2026-11-16T09:30:00.000Z · note · stage_1 · mira\n\nStart from the "
      "gauge.\n");
  const std::string path = entry + "/session-state.yaml";
  CHECK(
      text_at(*written, path) ==
      with(text_at(files, path), "development_log: null",
           "development_log: \"/tmp/essay-pipeline-20261109-193000/stage-1-development-log.md\""));
}

TEST_CASE("sections that are added appear where the template has room for them") {
  const FileSet files = fixture(kFresh);
  Session session = read_one(files);
  const Session after = [&] {
    Fixture fixture;
    fixture.session = session;
    fixture.session.head = Seq{1};
    REQUIRE(fixture.tell(AddSteps{StepId{3}, {}, essay_sections(3, 1, 2)}));
    fixture.session.last_activity = session.last_activity;
    return fixture.session;
  }();
  const auto written = essay_dialect().write(after, files);
  REQUIRE_MESSAGE(written.ok(), written.error().message);
  const auto tree = parse_yaml(written->files[0].text);
  REQUIRE(tree.ok());
  const Value* stage = tree->value.find("stages")->find("stage_3");
  REQUIRE(stage->find("sections")->as_list().size() == 2);
  CHECK(*stage->find("total_sections") == 2);
  CHECK(written->files[0].text.find("# Paragraphs") != std::string::npos);
  CHECK(written->files[0].text.find("thesis_file: null  # once there is one") != std::string::npos);
  CHECK(check_shape(state_shape(), tree->value).empty());
}

TEST_CASE("what a session has let go of stays in the files") {
  const FileSet files = fixture(kMidway);
  Session session = read_one(files);
  session.claims.items.erase(session.claims.items.begin() + 1);  // resolved, long ago
  session.revisions.items.clear();
  session.artifacts.items.clear();
  const auto written = essay_dialect().write(session, files);
  REQUIRE(written.ok());
  CHECK(written->files[0].text == files.files[0].text);
}

TEST_CASE("a session that is not an essay is refused with all it lacks") {
  Session session;
  session.steps.emplace_back();
  const auto written = essay_dialect().write(session, {});
  REQUIRE_FALSE(written.ok());
  CHECK(written.error().code == ErrorCode::kInvalid);
  CHECK(written.error().message ==
        "an essay session has four stages; missing: stage_1 (Thesis Development), stage_2 (Essay "
        "Structuring), stage_3 (Argument Development), stage_4 (Paragraph Writing)");
  CHECK_FALSE(essay_dialect().write(Session(), {}).ok());
}

TEST_CASE(
    "a session that says everything satisfies its shape and rules, and is told the same again") {
  const Session session = full_session();
  const FileSet files = fresh_files(session);
  CHECK(files.files.size() == 5);
  const auto tree = parse_yaml(state_text(files));
  REQUIRE(tree.ok());
  CHECK(check_shape(state_shape(), tree->value).empty());
  const Readings readings = essay_dialect().read(files);
  CHECK(brief(readings.findings).empty());
  REQUIRE(readings.sessions.size() == 1);
  const Session& back = readings.sessions[0].session;
  CHECK(fresh_files(back) == files);
  CHECK(essay_dialect().write(back, files)->files == files.files);

  SUBCASE("down to the words the format lacks") {
    CHECK(back.lifecycle.status == Lifecycle::kAborted);
    for (const auto& step : session.steps) {
      const std::string id = essay_dialect().step_name(session, step);
      if (step.id == kRoot) continue;
      INFO(id);
      CHECK(back.find(step_of(back, id))->status == step.status);
    }
  }
  SUBCASE("facts are the same, claim by claim and note by note") {
    REQUIRE(back.claims.items.size() == session.claims.items.size());
    for (const auto& claim : session.claims.items) {
      const auto& items = back.claims.items;
      const auto found = std::find_if(items.begin(), items.end(),
                                      [&](const Claim& c) { return c.text == claim.text; });
      REQUIRE(found != items.end());
      CHECK(found->status == claim.status);
      CHECK(found->reason == claim.reason);
      CHECK(found->result == claim.result);
      CHECK(found->rationale == claim.rationale);
      CHECK(found->changed_at == claim.changed_at);
      CHECK(found->origin.at == claim.origin.at);
      CHECK(found->origin.actor == claim.origin.actor);
      CHECK(essay_dialect().step_name(back, back.steps[found->origin.step.number]) ==
            essay_dialect().step_name(session, session.steps[claim.origin.step.number]));
    }
    REQUIRE(back.notes.items.size() == session.notes.items.size());
    for (const auto& note : session.notes.items) {
      const auto& items = back.notes.items;
      CHECK(std::any_of(items.begin(), items.end(), [&](const Note& n) {
        return n.text == note.text && n.log == note.log && n.origin.at == note.origin.at;
      }));
    }
    CHECK(back.revisions.items[0].archived == session.revisions.items[0].archived);
  }
}

TEST_CASE("every status of every part comes back, in every combination with its lifecycle") {
  for (size_t i = 0; i < std::size(EnumNames<StepStatus>::names); ++i) {
    for (size_t j = 0; j < std::size(EnumNames<Lifecycle>::names); ++j) {
      Session session = full_session();
      for (auto& step : session.steps) {
        if (step.id != kRoot) step.status = static_cast<StepStatus>(i);
      }
      session.lifecycle.status = static_cast<Lifecycle>(j);
      const FileSet files = fresh_files(session);
      const Session back = read_one(files);
      CHECK(back.lifecycle.status == session.lifecycle.status);
      for (size_t k = 1; k < session.steps.size(); ++k) {
        const std::string id = essay_dialect().step_name(session, session.steps[k]);
        INFO(id << " " << i << " " << j);
        CHECK(back.find(step_of(back, id))->status == session.steps[k].status);
      }
      CHECK(fresh_files(back) == files);
    }
  }
}

TEST_CASE("every cut-off beginning of a file is a finding or a shorter document") {
  for (const char* entry : {kFresh, kMidway, kFinished}) {
    const FileSet files = fixture(entry);
    for (const auto& whole : files.files) {
      for (size_t length = 0; length < whole.text.size(); ++length) {
        FileSet cut = files;
        for (auto& file : cut.files) {
          if (file.path == whole.path) file.text.resize(length);
        }
        const Readings readings = essay_dialect().read(cut);
        if (readings.sessions.empty()) {
          CHECK(has_errors(readings.findings));
          continue;
        }
        if (length % 11 != 0) continue;  // writing takes two more readings
        const Session& session = readings.sessions[0].session;
        const auto written = essay_dialect().write(session, cut);
        INFO(whole.path << " " << length);
        REQUIRE(written.ok());
        CHECK(written->files[0].text == cut.files[0].text);
      }
    }
  }
}

}  // namespace
}  // namespace clew::essay

// stages.stage_1 to stage_4 of session-state.yaml, and the sections of the last two.

#include "base/check.h"
#include "dialect/essay/shapes.h"
#include "dialect/essay/words.h"

namespace clew::essay {
namespace {

constexpr HomeOwner kStep = HomeOwner::kStep;

Shape status_word() { return one_of({"not_started", "in_progress", "completed", "needs_review"}); }

FieldShape status() {
  return required("status", status_word(), "its status", core("steps[].status"));
}

FieldShape completed_at() {
  return optional("completed_at", nullable(time()), "when it was completed",
                  core("steps[].attempts[].ended_at"));
}

FieldShape total_sections() {
  return optional("total_sections", nullable(integer(0)),
                  "number of sections; at least as many as are listed", attribute(kStep));
}

FieldShape current_section() {
  return optional("current_section", nullable(integer()), "the section being worked on",
                  core("steps[].current_child"));
}

Shape section_of_stage_3() {
  return object({
      required("section_index", integer(1, 999'999'999), "counts from 1", core("steps[].external")),
      status(),
      artifact_field("argument_map_file", "its argument map", kStep),
      optional("verified_claims", integer(0), "claims verified in it",
               derived("its claims that are verified or resolved, and what was reported before")),
      optional("deferred_claims", integer(0), "claims deferred in it",
               derived("its claims that are deferred, and what was reported before")),
      completed_at(),
  });
}

Shape section_of_stage_4() {
  return object({
      required("section_index", integer(1, 999'999'999), "counts from 1", core("steps[].external")),
      optional("total_paragraphs", nullable(integer(0)),
               "number of paragraphs; at least as many as are listed", attribute(kStep)),
      optional("completed_paragraphs", integer(0), "paragraphs approved",
               derived("its paragraphs that are done, and what was reported before")),
      status(),
      optional("voice_check_score", nullable(number()), "score of the voice check",
               attribute(kStep)),
  });
}

Shape stage(int number) {
  switch (number) {
    case 1:
      return object({
          status(),
          artifact_field("thesis_file", "the thesis", kStep),
          optional("development_log", nullable(text()), "the log of its development",
                   attribute(kStep)),
          optional("claim_type",
                   nullable(one_of({"argument", "explainer", "prediction", "hybrid"})),
                   "what kind of claim the thesis is", attribute(kStep)),
          completed_at(),
      });
    case 2:
      return object({
          status(),
          artifact_field("outline_file", "the outline", kStep),
          total_sections(),
          optional("target_word_count", nullable(integer(0)), "words agreed on", attribute(kStep)),
          optional("audience", nullable(one_of({"general", "semi-technical", "expert"})),
                   "for whom", attribute(kStep)),
          completed_at(),
      });
    case 3:
      return object({
          status(),
          total_sections(),
          current_section(),
          optional("sections", nullable(list(section_of_stage_3(), "section_index")),
                   "argument development, section by section", core("steps[].children")),
          optional("birds_eye_approved", boolean(), "the arguments as a whole were approved",
                   attribute(kStep)),
          completed_at(),
      });
    default:
      return object({
          status(),
          current_section(),
          optional("current_paragraph", nullable(integer()), "the paragraph being written",
                   core("steps[].current_child")),
          artifact_field("draft_file", "the draft", kStep),
          optional("paragraph_log", nullable(text()), "the log of the paragraphs",
                   attribute(kStep)),
          optional("sections", nullable(list(section_of_stage_4(), "section_index")),
                   "paragraph writing, section by section", core("steps[].children")),
          completed_at(),
      });
  }
}

}  // namespace

FieldShape artifact_field(const char* name, const char* doc, HomeOwner owner) {
  Home home = core(kArtifactWord);
  home.owner = owner;
  return optional(name, nullable(text()), doc, std::move(home));
}

const Shape& stage_shape(int number) {
  static const Shape shapes[] = {stage(1), stage(2), stage(3), stage(4)};
  CLEW_CHECK(number >= 1 && number <= kStageCount);
  return shapes[number - 1];
}

const Shape& section_shape(int stage) {
  static const Shape third = section_of_stage_3();
  static const Shape fourth = section_of_stage_4();
  return stage == 3 ? third : fourth;
}

}  // namespace clew::essay

// Layout of session-state.yaml (docs/dialects/essay.md):
//
//   pipeline_id, started_at, last_activity, status        which session, since when, how it stands
//   style_profile_path … session_dir                      configuration
//   current_stage, current_stage_name                     where
//   stages: {stage_1 … stage_4}                           3 and 4 with a list of sections
//   voice_calibration, deferred_verifications, user_overrides, revision_history, output
//   x-clew                                                exact words the format lacks

#include "dialect/essay/shapes.h"

#include <algorithm>

#include "dialect/essay/words.h"

namespace clew::essay {
namespace {

constexpr HomeOwner kSession = HomeOwner::kSession;

Shape deferred() {
  return object({
      required("claim_text", text(), "what is claimed", core("claims[].text")),
      optional("section", nullable(integer()), "its section", core("claims[].origin.step")),
      optional("paragraph", nullable(integer()), "its paragraph", core("claims[].origin.step")),
      optional("reason", nullable(usually({"timeout", "service_unavailable", "no_results"})),
               "why it could not be verified", core("claims[].reason")),
      optional("added_at", nullable(time()), "when it was deferred", core("claims[].origin.at")),
      optional("resolved", boolean(), "verified since", core("claims[].status")),
  });
}

Shape user_override() {
  return object({
      required("claim_text", text(), "what is claimed", core("claims[].text")),
      optional("fact_checker_result", nullable(text()), "what the checker said",
               core("claims[].result")),
      optional("user_action", nullable(usually({"override"})), "always override",
               fixed("the only action there is")),
      optional("user_rationale", nullable(text()), "why it is kept anyway",
               core("claims[].rationale")),
      optional("logged_at", nullable(time()), "when", core("claims[].origin.at")),
      optional("x-clew",
               object({optional("status", one_of({"reconfirmed"}), "confirmed once more at the end",
                                core("claims[].status"))}),
               "the exact word", core("claims[].status")),
  });
}

Shape revision() {
  return object({
      required("stage_revisited", nullable(integer(1, kStageCount)), "the stage that was revisited",
               core("revisions[].origin.step")),
      required("impact", one_of({"minor", "moderate", "major"}), "how much follows from it",
               core("revisions[].impact")),
      optional("reason", nullable(text()), "why", core("revisions[].reason")),
      optional("downstream_archived", list(text()), "archived artifacts",
               core("revisions[].archived")),
      optional("timestamp", nullable(time()), "when", core("revisions[].origin.at")),
  });
}

Shape state() {
  std::vector<FieldShape> stages;
  for (const auto& words : kStages) {
    stages.push_back(required(words.id, stage_shape(words.number), words.title, core("steps[]")));
  }
  return object({
      required("pipeline_id", text(1, 200), "essay-UUID; derived from the session's id unless set",
               attribute(kSession)),
      required("started_at", time(), "when it began", core("identity.created_at")),
      required("last_activity", time(), "when it was last worked on", core("last_activity")),
      required("status", one_of({"in_progress", "paused", "completed", "abandoned"}), "its status",
               core("lifecycle.status")),
      optional("style_profile_path", nullable(text()), "the author's style profile",
               attribute(kSession)),
      optional("samples_dir_path", nullable(text()), "sample essays", attribute(kSession)),
      optional("pushback_level", one_of({"full", "light", "minimal"}),
               "how hard ideas are challenged; full unless set", attribute(kSession)),
      required("session_dir", text(), "the session directory, as its writer knew it",
               attribute(kSession)),
      required("current_stage", integer(1, kStageCount), "the stage being worked on",
               core("steps[0].current_child")),
      required("current_stage_name",
               one_of({kStages[0].name, kStages[1].name, kStages[2].name, kStages[3].name}),
               "its name", derived("from current_stage")),
      required("stages", object(std::move(stages)), "the four stages", core("steps[]")),
      optional(
          "voice_calibration",
          object({
              optional("first_assessment_user_rating", nullable(integer(1, 5)),
                       "the author's rating of the first assessment", attribute(kSession)),
              optional("calibration_notes", nullable(text()), "what to watch for",
                       attribute(kSession)),
              optional("voice_reference_mode", one_of({"profile", "sample", "hybrid"}),
                       "what the voice is compared with; profile unless set", attribute(kSession)),
          }),
          "how the author's voice is matched", core("attributes")),
      optional("deferred_verifications", nullable(list(deferred())),
               "claims that could not be verified yet", core("claims[]")),
      optional("user_overrides", nullable(list(user_override())),
               "claims kept despite the checker's result", core("claims[]")),
      optional("revision_history", nullable(list(revision())), "stages that were revisited",
               core("revisions[]")),
      optional("output",
               object({
                   artifact_field("final_essay_file", "the essay", kSession),
                   optional("sources_verified", nullable(integer(0)), "how many sources",
                            attribute(kSession)),
                   optional("voice_consistency_score", nullable(number()), "of the whole",
                            attribute(kSession)),
                   optional("total_word_count", nullable(integer(0)), "of the whole",
                            attribute(kSession)),
                   optional("completed_at", nullable(time()), "when the essay was finished",
                            core("lifecycle.ended_at")),
               }),
               "what came of it", core("artifacts[]")),
      optional("x-clew",
               object({optional("status", map(text()),
                                "by step: the exact word where the format has only a near one",
                                core("steps[].status"))}),
               "exact statuses that the format has no word for", core("steps[].status")),
  });
}

}  // namespace

const Shape& deferred_shape() {
  static const Shape shape = deferred();
  return shape;
}

const Shape& override_shape() {
  static const Shape shape = user_override();
  return shape;
}

const Shape& revision_shape() {
  static const Shape shape = revision();
  return shape;
}

const Shape& state_shape() {
  static const Shape shape = state();
  return shape;
}

Value blank(const Shape& shape) {
  Value object = Value::object();
  for (const auto& field : shape.fields) {
    if (field.home.kind == HomeKind::kAttribute && field.shape.null) continue;
    if (field.shape.null) {
      object.set(field.name, nullptr);
    } else if (field.shape.kind == ShapeKind::kObject && field.name != "x-clew") {
      object.set(field.name, blank(field.shape));
    } else if (field.shape.kind == ShapeKind::kList) {
      object.set(field.name, Value::list());
    }
  }
  return object;
}

void put_in_order(const Shape& shape, Value& object) {
  Value::Object& members = object.object_ref();
  const auto rank = [&](const std::string& name) {
    const auto found = std::find_if(shape.fields.begin(), shape.fields.end(),
                                    [&](const FieldShape& field) { return field.name == name; });
    return found - shape.fields.begin();
  };
  std::stable_sort(members.begin(), members.end(),
                   [&](const auto& a, const auto& b) { return rank(a.first) < rank(b.first); });
}

const std::vector<DocumentShape>& document_shapes() {
  static const std::vector<DocumentShape> shapes = [] {
    std::vector<DocumentShape> all;
    all.push_back({"state", std::string("<session>/") + kStateFile, DocumentKind::kYaml,
                   state_shape(), "all progress of the pipeline", FileWrite::kBackup,
                   FileOwner::kSession});
    for (const auto& log : kLogs) {
      all.push_back({log.log, std::string("<session>/") + log.file, DocumentKind::kText, any(),
                     std::string(log.title) + ", entries are only added", FileWrite::kAppend,
                     FileOwner::kSession});
    }
    return all;
  }();
  return shapes;
}

}  // namespace clew::essay

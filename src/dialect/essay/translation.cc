#include "dialect/essay/translation.h"

#include <algorithm>

#include "dialect/essay/express.h"
#include "dialect/essay/interpret.h"
#include "dialect/essay/names.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {
namespace {

constexpr const char* kPipelineId = "essay.pipeline_id";

// The values of a stage or section that are neither its status, its times and place, nor files.
void add_shown(const Value& object, Evidence& evidence) {
  constexpr std::string_view kElsewhere[] = {
      "status",          "completed_at",      "section_index",
      "current_section", "current_paragraph", "session_dir"};
  for (const auto& [name, value] : object.as_object()) {
    if (!value.is_scalar() || value.is_null()) continue;
    if (name.ends_with("_file") || name.ends_with("_log")) continue;
    if (std::find(std::begin(kElsewhere), std::end(kElsewhere), name) != std::end(kElsewhere)) {
      continue;
    }
    evidence.items.push_back({name, value, EvidenceSource::kClaimed});
  }
}

class EssayTranslation final : public Translation {
 public:
  PlanTiers tiers() const override { return PlanTiers::kBoth; }
  bool takes_others() const override { return false; }
  std::string id_in(const Session& session) const override {
    const Value* id = find_attribute(session.root().attributes, kPipelineId);
    return id == nullptr ? entry_of(session) : id->as_string();
  }
  bool takes_id(const std::string& id) const override { return id.starts_with("essay-"); }
  void give_id(Session& session, const std::string& id) const override {
    set_attribute(session.steps[0].attributes, kPipelineId, id);
  }

  // Paragraphs are only counted.
  bool lists(const Session& session, const Step& step) const override {
    return !Names(session).spot(step.id).paragraph;
  }

  Evidence evidence_of(const Session& session, const Step& step) const override {
    Evidence evidence;
    const Spot spot = Names(session).spot(step.id);
    if (spot.stage == 0 || spot.paragraph) return evidence;
    const Documents reported = express_known(session);
    const Value& tree = reported.front().tree;
    const Value& stage = stage_of(tree, spot.stage);
    if (!spot.section) {
      add_shown(stage, evidence);
      if (spot.stage == kStageCount) add_shown(member(tree, "output"), evidence);
      return evidence;
    }
    for (const auto& section : member(stage, "sections").as_list()) {
      if (integer_in(section, "section_index") == spot.section) add_shown(section, evidence);
    }
    return evidence;
  }

  Documents in_part(const Session& session) const override { return express_known(session); }
};

}  // namespace

const Translation& translation() {
  static const EssayTranslation one;
  return one;
}

}  // namespace clew::essay

#include "dialect/essay/essay_plan.h"

#include <fmt/format.h>

#include "dialect/essay/claim_counts.h"
#include "dialect/essay/words.h"

namespace clew {
namespace {

using essay::kDialect;
using essay::Spot;

GateField asks(const char* name, FieldType type, CheckOp op, Value operand,
               const char* description) {
  return {name, type, true, {{op, std::move(operand)}}, description};
}

GateField must_be_true(const char* name, const char* description) {
  return asks(name, FieldType::kBoolean, CheckOp::kEqual, true, description);
}

GateField one_of_words(const char* name, std::vector<const char*> words, const char* description) {
  Value list = Value::list();
  for (const char* word : words) list.push(word);
  return asks(name, FieldType::kString, CheckOp::kOneOf, std::move(list), description);
}

Gate thesis_gate() {
  Gate gate;
  gate.required = {
      must_be_true("clear_claim", "the thesis is a clear, specific claim"),
      must_be_true("defensible", "it can be defended with evidence"),
      must_be_true("interesting", "it answers: so what?"),
      one_of_words("claim_type", {"argument", "explainer", "prediction", "hybrid"},
                   "what kind of claim it is"),
      must_be_true("user_approved", "the author approved it"),
  };
  return gate;
}

Gate outline_gate() {
  Gate gate;
  gate.required = {
      asks("total_sections", FieldType::kInteger, CheckOp::kAtLeast, 1,
           "sections, each with a word target"),
      asks("target_word_count", FieldType::kInteger, CheckOp::kAtLeast, 1,
           "the total agreed with the author"),
      one_of_words("audience", {"general", "semi-technical", "expert"}, "for whom it is"),
      must_be_true("sections_have_purpose", "each section has a purpose"),
      must_be_true("user_approved", "the author approved it"),
      asks("word_target_sum", FieldType::kInteger, CheckOp::kAtLeast, 1,
           "what the sections' word targets add up to"),
  };
  gate.rules = {
      {"word_target_sum", CheckOp::kEqual, "target_word_count"}
  };
  return gate;
}

GateField must_be_none(const char* name, const char* description) {
  return asks(name, FieldType::kInteger, CheckOp::kEqual, 0, description);
}

Gate arguments_gate() {
  Gate gate;
  gate.required = {
      must_be_true("birds_eye_approved", "the arguments as a whole were approved"),
      must_be_none(essay::kUnplannedSections, "every section of the outline is in the plan"),
  };
  return gate;
}

Gate closing_gate() {
  Gate gate;
  gate.required = {
      must_be_none(essay::kOpenDeferred, "every deferred verification is resolved"),
      must_be_none(essay::kOpenOverrides, "every override is reconfirmed"),
      must_be_none(essay::kUnplannedSections, "every section of the outline is in the plan"),
      must_be_none(essay::kOpenStages, "the stages before it are done"),
  };
  gate.overriding = Overriding::kForbidden;
  return gate;
}

PlannedStep part(const Spot& spot, std::string title) {
  PlannedStep step;
  step.key = essay::id_of(spot);
  step.title = std::move(title);
  step.external = {
      {kDialect, step.key}
  };
  return step;
}

}  // namespace

std::vector<PlannedStep> essay_plan() {
  std::vector<PlannedStep> plan;
  for (const auto& words : essay::kStages) plan.push_back(part({words.number}, words.title));
  plan[0].gate = thesis_gate();
  plan[1].gate = outline_gate();
  plan[2].gate = arguments_gate();
  plan[3].gate = closing_gate();
  plan[3].needs = {plan[1].key};
  return plan;
}

std::vector<PlannedStep> essay_sections(int stage, int64_t first, int64_t last,
                                        const std::vector<std::string>& titles) {
  std::vector<PlannedStep> plan;
  for (int64_t index = first; index <= last; ++index) {
    const auto at = static_cast<size_t>(index - 1);
    const bool is_titled = at < titles.size() && !titles[at].empty();
    PlannedStep step =
        part({stage, index}, is_titled ? titles[at] : fmt::format("Section {}", index));
    step.subject = fmt::format("section-{}", index);
    if (stage == 4) step.needs = {essay::id_of({3, index})};
    plan.push_back(std::move(step));
  }
  return plan;
}

std::vector<PlannedStep> essay_paragraphs(int64_t section, int64_t first, int64_t last) {
  std::vector<PlannedStep> plan;
  for (int64_t index = first; index <= last; ++index) {
    plan.push_back(part({4, section, index}, fmt::format("Paragraph {}", index)));
  }
  return plan;
}

std::vector<Attribute> essay_defaults() {
  return {
      {"essay.pushback_level",                         "full"   },
      {"essay.voice_calibration.voice_reference_mode", "profile"}
  };
}

}  // namespace clew

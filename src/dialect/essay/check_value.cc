#include "dialect/essay/check_value.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/essay/names.h"
#include "dialect/essay/shapes.h"
#include "session/progress.h"

namespace clew::essay {
namespace {

// Paragraphs, and what lies deeper, have no fields.
const Shape* shape_of(const Names& names, const Step& step) {
  const Spot spot = names.spot(step.id);
  const Step* found = names.find(spot);
  if (spot.stage == 0 || spot.paragraph || found == nullptr || found->id != step.id) return nullptr;
  return spot.section ? &section_shape(spot.stage) : &stage_shape(spot.stage);
}

bool has_field(const Names& names, const Step& step, const std::string& field) {
  const Shape* shape = shape_of(names, step);
  return shape != nullptr && find_field(*shape, field) != nullptr;
}

Error no_field(const Session& session, const Names& names, const Step& step,
               const std::string& field) {
  const auto owner =
      std::find_if(session.steps.begin(), session.steps.end(), [&](const Step& each) {
        return each.id != kRoot && !each.removed && has_field(names, each, field);
      });
  const std::string label = label_of(session, step.id);
  const std::string next =
      owner == session.steps.end()
          ? std::string("clew status")
          : fmt::format("clew set {}=… --step {}", field, number_of(session, owner->id));
  return make_error(ErrorCode::kInvalid, fmt::format("step {} has no {}", label, field), field,
                    next);
}

Error too_few(const Session& session, const std::string& field, size_t parts, const Step& last) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("there are already {}, and none can be removed", parts), field,
                    fmt::format("clew step skip {} --reason \"…\"", number_of(session, last.id)));
}

Status check_sections(const Session& session, const Names& names, const Value& value) {
  const auto& sections = names.sections(3);
  int64_t highest = 0;
  for (const auto& section : sections) highest = std::max(highest, section.index);
  if (highest > 0 && (!value.is_number() || value.as_int() < highest)) {
    return too_few(session, "total_sections", sections.size(), *sections.back().step);
  }
  const Step* arguments = names.stage(3);
  const bool grows = value.is_number() && value.as_int() > highest;
  if (!grows || arguments == nullptr || !is_complete(*arguments)) return success();
  const std::string label = label_of(session, arguments->id);
  return make_error(ErrorCode::kInvalid,
                    fmt::format("step {} is done; no sections can be added", label),
                    "total_sections",
                    fmt::format("clew revisit {} --impact minor --reason \"…\"",
                                number_of(session, arguments->id)));
}

}  // namespace

Status check_value(const Session& session, const Step& step, const std::string& key,
                   const Value& value) {
  const std::string field = key.substr(std::string_view("essay.").size());
  const Names names(session);
  if (!has_field(names, step, field)) return no_field(session, names, step, field);
  if (field == "total_sections") return check_sections(session, names, value);
  if (field != "total_paragraphs" || !value.is_number()) return success();
  const auto paragraphs = names.paragraphs(step);
  const bool is_less = value.as_int() < static_cast<int64_t>(paragraphs.size());
  if (!is_less) return success();
  return too_few(session, field, paragraphs.size(), *paragraphs.back().step);
}

}  // namespace clew::essay

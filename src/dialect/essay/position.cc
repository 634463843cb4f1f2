#include "dialect/essay/position.h"

#include <fmt/format.h>

#include "dialect/essay/interpret.h"
#include "session/progress.h"

namespace clew::essay {
namespace {

std::optional<int64_t> first_open(const std::vector<Names::Part>& parts) {
  for (const auto& part : parts) {
    if (!is_complete(*part.step)) return part.index;
  }
  return std::nullopt;
}

std::string ago(Duration since) {
  struct Unit {
    Duration length;
    const char* name;
  };
  constexpr Unit kUnits[] = {
      {days(1),    "day"   },
      {hours(1),   "hour"  },
      {minutes(1), "minute"},
  };
  for (const auto& unit : kUnits) {
    const int64_t count = since.ms / unit.length.ms;
    if (count >= 1) return fmt::format("{} {}{} ago", count, unit.name, count == 1 ? "" : "s");
  }
  return "just now";
}

}  // namespace

int current_stage(const Session& session, const Names& names) {
  for (const auto& words : kStages) {
    const Step* stage = names.stage(words.number);
    if (stage != nullptr && session.root().current_child == stage->id) return words.number;
  }
  for (const auto& words : kStages) {
    const Step* stage = names.stage(words.number);
    if (stage != nullptr && !is_complete(*stage)) return words.number;
  }
  return kStageCount;
}

std::optional<int64_t> current_section(const Session& /*session*/, const Names& names, int number) {
  const Step* stage = names.stage(number);
  if (stage == nullptr) return std::nullopt;
  const Value* reported = find_attribute(stage->attributes, kCurrentSection);
  std::optional<int64_t> other;
  if (reported != nullptr && reported->is_int()) other = reported->as_int();
  for (const auto& section : names.sections(number)) {
    if (stage->current_child == section.step->id) return section.index;
    if (other == section.index) other.reset();  // it has come to be: then it is not current
  }
  return other;
}

std::optional<int64_t> current_paragraph(const Session& /*session*/, const Names& names,
                                         const Step& section) {
  for (const auto& paragraph : names.paragraphs(section)) {
    if (section.current_child == paragraph.step->id) return paragraph.index;
  }
  return std::nullopt;
}

Spot position(const Session& session) {
  if (session.steps.empty()) return {};
  const Names names(session);
  Spot spot{current_stage(session, names)};
  if (spot.stage < 3) return spot;
  spot.section = current_section(session, names, spot.stage);
  if (!spot.section) spot.section = first_open(names.sections(spot.stage));
  const Step* section = spot.section ? names.find(spot) : nullptr;
  if (spot.stage != 4 || section == nullptr) return spot;
  spot.paragraph = current_paragraph(session, names, *section);
  if (!spot.paragraph) spot.paragraph = first_open(names.paragraphs(*section));
  return spot;
}

std::string position_sentence(const Session& session) {
  const std::string& id = session.identity.id.text;
  const std::string name = id.empty() ? SessionFolder(session).name() : id;
  return fmt::format("Session paused at {}. To resume: clew resume {}", to_words(position(session)),
                     name);
}

std::string picker_line(const Session& session, Time now) {
  return fmt::format("{} -- {} -- Last active: {}", SessionFolder(session).name(),
                     to_words(position(session)), ago(now - session.last_activity));
}

}  // namespace clew::essay

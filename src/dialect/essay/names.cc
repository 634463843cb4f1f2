#include "dialect/essay/names.h"

#include <algorithm>
#include <set>

#include "dialect/dialect.h"

namespace clew::essay {
namespace {

std::vector<const Step*> living_children(const Session& session, const Step& parent) {
  std::vector<const Step*> out;
  for (const StepId child : parent.children) {
    if (const Step* step = session.find(child)) out.push_back(step);
  }
  return out;
}

// The spot that a step's external id or key names.
std::optional<Spot> named_spot(const Step& step) {
  if (const std::string* id = external_id(step, kDialect)) return spot_from(*id);
  return spot_from(step.key);
}

}  // namespace

Names::Names(const Session& session) : session_(session) {
  if (session.steps.empty()) return;
  find_stages();
  third_ = number_sections(stages_[2]);
  fourth_ = number_sections(stages_[3]);
  for (int number = 1; number <= kStageCount; ++number) {
    if (stage(number) != nullptr) location(*stage(number), {number});
  }
  for (const auto& section : third_) location(*section.step, {3, section.index});
  for (const auto& section : fourth_) {
    location(*section.step, {4, section.index});
    for (const auto& paragraph : paragraphs(*section.step)) {
      location(*paragraph.step, {4, section.index, paragraph.index});
    }
  }
}

void Names::location(const Step& step, const Spot& spot) {
  spots_[step.id.number] = spot;
  ids_[id_of(spot)] = step.id;
}

void Names::find_stages() {
  const auto tops = living_children(session_, session_.root());
  bool any = false;
  for (const Step* step : tops) {
    const auto spot = named_spot(*step);
    if (!spot || spot->section || stages_[spot->stage - 1] != nullptr) continue;
    stages_[spot->stage - 1] = step;
    any = true;
  }
  if (any || tops.size() != kStageCount) return;
  std::copy(tops.begin(), tops.end(), stages_);
}

// First what is named, then what its subject names, then the numbers that are left, in order.
std::vector<Names::Part> Names::number_sections(const Step* stage) const {
  std::vector<Part> parts;
  if (stage == nullptr) return parts;
  const auto children = living_children(session_, *stage);
  std::vector<std::optional<int64_t>> numbers(children.size());
  std::set<int64_t> taken;
  for (size_t i = 0; i < children.size(); ++i) {
    const auto spot = named_spot(*children[i]);
    if (spot && spot->section && !spot->paragraph && taken.insert(*spot->section).second) {
      numbers[i] = spot->section;
    }
  }
  for (size_t i = 0; i < children.size(); ++i) {
    constexpr std::string_view kPrefix = "section-";
    const std::string& subject = children[i]->subject;
    if (numbers[i] || !subject.starts_with(kPrefix)) continue;
    const auto number = small_number(std::string_view(subject).substr(kPrefix.size()));
    if (number && taken.insert(*number).second) numbers[i] = number;
  }
  int64_t next = 1;
  for (size_t i = 0; i < children.size(); ++i) {
    if (!numbers[i]) {
      while (!taken.insert(next).second) ++next;
      numbers[i] = next;
    }
    parts.push_back({*numbers[i], children[i]});
  }
  return parts;
}

std::vector<Names::Part> Names::paragraphs(const Step& section) const {
  std::vector<Part> parts;
  for (const Step* step : living_children(session_, section)) {
    parts.push_back({static_cast<int64_t>(parts.size()) + 1, step});
  }
  return parts;
}

Spot Names::spot(StepId id) const {
  // No longer than there are steps, whatever the parents say.
  for (size_t i = 0; i < session_.steps.size(); ++i) {
    const auto found = spots_.find(id.number);
    if (found != spots_.end()) return found->second;
    if (id == kRoot || id.number >= session_.steps.size()) return {};
    const Step& step = session_.steps[id.number];
    // What was said of a part that is gone is still said of it.
    if (step.removed) return spot_from(step.key).value_or(Spot());
    id = step.parent;
  }
  return {};
}

const Step* Names::find(const Spot& spot) const {
  if (spot.stage == 0) return session_.find(kRoot);
  const auto found = ids_.find(id_of(spot));
  return found == ids_.end() ? nullptr : session_.find(found->second);
}

}  // namespace clew::essay

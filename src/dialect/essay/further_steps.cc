#include "dialect/essay/further_steps.h"

#include <algorithm>

#include "dialect/essay/draft_outline.h"
#include "dialect/essay/essay_plan.h"
#include "dialect/essay/names.h"
#include "dialect/tree_dialect.h"

namespace clew::essay {
namespace {

// A number beyond these is a slip, and stays a number.
constexpr int64_t kMostListedSections = 100;
constexpr int64_t kMostListedParagraphs = 500;

// What was set, else what was shown when the step was completed; 0 when neither tells.
int64_t told_number(const Step& step, const char* name) {
  const Value* told = find_attribute(step.attributes, std::string("essay.") + name);
  const Attempt* passed = step.passed_attempt();
  if (told == nullptr && passed != nullptr) told = passed->evidence.find(name);
  return told == nullptr || !told->is_number() ? 0 : told->as_int();
}

int64_t highest(const std::vector<Names::Part>& parts) {
  int64_t most = 0;
  for (const auto& part : parts) most = std::max(most, part.index);
  return most;
}

std::vector<std::string> titles_in(const FileSet& files, int64_t total) {
  const NamedFile* outline = files.find(kStages[1].artifact);
  return outline == nullptr ? std::vector<std::string>() : titles_of_outline(outline->text, total);
}

void add_sections(const Names& names, int64_t total, const FileSet& files, std::vector<Wish>& out) {
  const auto titles = titles_in(files, total);
  // Those of stage 4 need those of stage 3.
  for (const int stage : {3, 4}) {
    const Step* owner = names.stage(stage);
    const int64_t first = highest(names.sections(stage)) + 1;
    if (owner == nullptr || first > total) continue;
    const bool is_open =
        owner->status != StepStatus::kDone && owner->status != StepStatus::kSkipped;
    if (is_open)
      out.push_back(AddSteps{owner->id, {}, essay_sections(stage, first, total, titles)});
  }
}

// An outline that was kept again after the sections had come to be.
void rename_sections(const Names& names, int64_t total, const FileSet& files,
                     std::vector<Wish>& out) {
  const int64_t most = std::max(highest(names.sections(3)), highest(names.sections(4)));
  auto titles = titles_in(files, total);
  if (titles.empty()) titles = titles_in(files, most);
  for (const int stage : {3, 4}) {
    for (const auto& section : names.sections(stage)) {
      const auto at = static_cast<size_t>(section.index) - 1;
      if (at >= titles.size() || titles[at].empty()) continue;
      if (section.step->title != titles[at]) out.push_back(NameStep{section.step->id, titles[at]});
    }
  }
}

}  // namespace

std::vector<Wish> further_steps(const Session& session, const FileSet& files) {
  std::vector<Wish> out;
  const Names names(session);
  const Step* outline = names.stage(2);
  const int64_t sections = outline == nullptr ? 0 : told_number(*outline, "total_sections");
  if (outline != nullptr && outline->status == StepStatus::kDone &&
      sections <= kMostListedSections) {
    add_sections(names, sections, files, out);
  }
  rename_sections(names, sections, files, out);
  for (const auto& section : names.sections(4)) {
    const int64_t total = told_number(*section.step, "total_paragraphs");
    const int64_t first = highest(names.paragraphs(*section.step)) + 1;
    const bool is_open =
        section.step->status != StepStatus::kDone && section.step->status != StepStatus::kSkipped;
    if (!is_open || total > kMostListedParagraphs || first > total) continue;
    out.push_back(AddSteps{section.step->id, {}, essay_paragraphs(section.index, first, total)});
  }
  return out;
}

}  // namespace clew::essay

#include "dialect/essay/further_steps.h"

#include <algorithm>
#include <map>

#include "dialect/essay/claim_counts.h"
#include "dialect/essay/draft_outline.h"
#include "dialect/essay/essay_plan.h"
#include "dialect/essay/names.h"
#include "dialect/essay/paths.h"
#include "dialect/essay/revisit.h"
#include "dialect/tree_dialect.h"
#include "session/progress.h"

namespace clew::essay {
namespace {

// A number beyond these is a slip, and stays a number.
constexpr int64_t kMaxListedSections = 100;
constexpr int64_t kMaxListedParagraphs = 500;

int64_t highest(const std::vector<Names::Part>& parts) {
  int64_t most = 0;
  for (const auto& part : parts) most = std::max(most, part.index);
  return most;
}

std::vector<std::string> titles_in(const FileSet& files, int64_t total) {
  const NamedFile* outline = files.find(kStages[1].artifact);
  return outline == nullptr ? std::vector<std::string>() : titles_of_outline(outline->text, total);
}

void add_sections(const Names& names, int64_t total, const FileSet& files,
                  std::vector<Intent>& out) {
  const auto titles = titles_in(files, total);
  // Those of stage 4 need those of stage 3.
  for (const int stage : {3, 4}) {
    const Step* owner = names.stage(stage);
    if (owner == nullptr || is_complete(*owner)) continue;
    std::map<int64_t, StepId> present;
    for (const auto& section : names.sections(stage)) present[section.index] = section.step->id;
    for (int64_t first = 1; first <= total; ++first) {
      if (present.contains(first)) continue;
      int64_t last = first;
      while (last < total && !present.contains(last + 1)) ++last;
      // Where others follow, in their place among them.
      const auto before = present.find(first - 1);
      const bool is_gap = last < total && before != present.end();
      out.push_back(AddSteps{owner->id, is_gap ? std::optional(before->second) : std::nullopt,
                             essay_sections(stage, first, last, titles)});
      first = last;
    }
  }
}

// An outline that was kept again after the sections had come to be.
void rename_sections(const Names& names, int64_t total, const FileSet& files,
                     std::vector<Intent>& out) {
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

// The outline was gone back to, or the thesis before it.
bool is_outlined_anew(const Session& session, const Names& names) {
  const auto& revisions = session.revisions.items;
  return std::any_of(revisions.begin(), revisions.end(), [&](const Revision& each) {
    const int stage = names.spot(each.origin.step).stage;
    return stage == 1 || stage == 2;
  });
}

void remove_sections(const Names& names, int64_t total, std::vector<Intent>& out) {
  const size_t before = out.size();
  for (const int stage : {4, 3}) {
    const auto& sections = names.sections(stage);
    for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
      const StepStatus status = section->step->status;
      if (section->index <= total || status == StepStatus::kDone || status == StepStatus::kActive) {
        continue;
      }
      out.push_back(RemoveStep{section->step->id});
    }
  }
  if (out.size() > before) withdraw_approval(names, out);
}

}  // namespace

std::vector<Intent> further_steps(const Session& session, const FileSet& files) {
  std::vector<Intent> out;
  const Names names(session);
  const Step* outline = names.stage(2);
  int64_t sections = outline == nullptr ? 0 : reported_number(*outline, "total_sections");
  if (const Step* arguments = names.stage(3)) {
    sections = std::max(sections, reported_number(*arguments, "total_sections"));
  }
  if (outline != nullptr && outline->status == StepStatus::kDone &&
      sections <= kMaxListedSections) {
    if (sections > 0 && is_outlined_anew(session, names)) remove_sections(names, sections, out);
    add_sections(names, sections, files, out);
  }
  rename_sections(names, sections, files, out);
  for (const auto& section : names.sections(4)) {
    const int64_t total = reported_number(*section.step, "total_paragraphs");
    const int64_t first = highest(names.paragraphs(*section.step)) + 1;
    const bool is_open =
        section.step->status != StepStatus::kDone && section.step->status != StepStatus::kSkipped;
    if (!is_open || total > kMaxListedParagraphs || first > total) continue;
    out.push_back(AddSteps{section.step->id, {}, essay_paragraphs(section.index, first, total)});
  }
  return out;
}

void describe(Session& session, const FileSet& artifacts) {
  std::vector<Intent> names;
  const Names parts(session);
  rename_sections(parts, 0, artifacts, names);
  for (const auto& intent : names) {
    const auto* name = get_if<NameStep>(&intent.any);
    if (name != nullptr) session.steps[name->step.number].title = name->title;
  }
  if (!session.identity.goal.empty()) return;
  for (const char* file : {kStages[0].artifact, kFinalEssay, kStages[3].artifact}) {
    const NamedFile* found = artifacts.find(file);
    if (found == nullptr || !session.identity.goal.empty()) continue;
    session.identity.goal =
        file == kStages[0].artifact ? statement_of(found->text) : title_of_text(found->text);
  }
  if (session.identity.goal.empty()) session.identity.goal = SessionFolder(session).name();
  session.steps[0].title = session.identity.goal;
}

}  // namespace clew::essay

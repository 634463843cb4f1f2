#include "command/plan/propose_impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "dialect/fixed_plan.h"
#include "engine/keep_artifact.h"
#include "engine/project_root.h"
#include "engine/session_view.h"
#include "files/whole_file.h"
#include "session/progress.h"

namespace clew {
namespace {

constexpr double kLittle = 0.1;
constexpr double kMuch = 0.5;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct ArtifactChange {
  double share = 0;  // of the one that differs most
  std::string path;
  std::string upset = {};  // why everything after it is upset; empty: it need not be
};

ArtifactChange largest_change(Workspace& workspace, const Session& session, StepId step) {
  ArtifactChange largest;
  const auto dialect = dialect_of(workspace, session);
  const FixedPlan* plan = dialect && *dialect != nullptr ? (*dialect)->fixed_plan() : nullptr;
  const Step* meant = session.find(step);
  if (plan != nullptr && meant != nullptr) largest.upset = plan->upset_by(session, *meant, "", "");
  const std::string path = project_root_of(workspace, session);
  if (path.empty()) return largest;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.origin.step != step || !artifact.archived_as.empty()) continue;
    const auto root =
        workspace.files().open_folder(artifact_root(workspace, session, path, artifact.path));
    if (!root) continue;
    const auto now = read_whole_file(**root, artifact.path, kMaxArtifact);
    double share = 1;  // gone, or not a file any more
    if (now && sha256(*now) == artifact.content) {
      share = 0;
    } else if (now) {
      const auto kept = workspace.store().blob(artifact.content);
      share = kept ? changed_share(*kept, *now) : 1;
      if (kept && plan != nullptr && meant != nullptr && largest.upset.empty()) {
        largest.upset = plan->upset_by(session, *meant, *kept, *now);
      }
    }
    if (share > largest.share) largest = {share, artifact.path, std::move(largest.upset)};
  }
  return largest;
}

}  // namespace

double changed_share(std::string_view before, std::string_view after) {
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  const size_t most = std::max(old_lines.size(), new_lines.size());
  if (most == 0) return 0;
  std::unordered_map<std::string_view, size_t> left;
  for (const auto line : old_lines) ++left[line];
  size_t same = 0;
  for (const auto line : new_lines) {
    const auto found = left.find(line);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++same;
  }
  return static_cast<double>(most - same) / static_cast<double>(most);
}

ProposedImpact propose_impact(Workspace& workspace, const Session& session, StepId step) {
  RevisitStep intent;
  intent.step = step;
  const auto minor = plan_revisit(session, intent);
  if (!minor || minor->affected.empty()) return {Impact::kMinor, "no later step has been started"};
  const ArtifactChange change = largest_change(workspace, session, step);
  const std::string what =
      change.path.empty() ? "none of its artifacts has changed"
                          : fmt::format("{} differs by {:.0f} %", change.path, change.share * 100);
  if (!change.upset.empty()) return {Impact::kMajor, change.upset};
  if (change.share < kLittle) return {Impact::kMinor, what};
  if (change.share >= kMuch) return {Impact::kMajor, what};
  intent.impact = Impact::kModerate;
  const bool related = plan_revisit(session, intent).ok();
  return {related ? Impact::kModerate : Impact::kMinor, what};
}

}  // namespace clew

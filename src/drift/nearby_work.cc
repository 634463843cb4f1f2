#include "drift/nearby_work.h"

#include <algorithm>

#include "engine/session_list.h"

namespace clew {
namespace {

constexpr size_t kMaxNearby = 4;
constexpr size_t kMaxLooked = 50;

bool is_within(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.starts_with(folder) &&
         (folder.ends_with('/') || path[folder.size()] == '/');
}

// "here", "web/", "above, in /srv/app"; empty when it is somewhere else.
std::string where_from(const std::string& root, const SessionSummary& summary,
                       const Project& project) {
  if (project.is_or_was(summary.project) || summary.project_path == root) return "here";
  if (is_within(summary.project_path, root)) {
    return summary.project_path.substr(root.size() + (root.ends_with('/') ? 0 : 1)) + "/";
  }
  if (is_within(root, summary.project_path)) return "above, in " + summary.project_path;
  return {};
}

}  // namespace

// Open or paused ones of this project and of folders around it, newest first, four at most.
std::vector<NearbyWork> find_nearby_work(Workspace& workspace, const Session& session) {
  std::vector<NearbyWork> out;
  const Project& project = workspace.project();
  if (project.root.empty()) return out;
  ListQuery query;
  query.statuses = {Lifecycle::kActive, Lifecycle::kPaused};
  query.limit = kMaxLooked;
  const auto summaries = workspace.store().list(query);
  if (!summaries) return out;
  for (const auto& summary : *summaries) {
    if (summary.id == session.identity.id || is_put_away(summary, workspace.now())) continue;
    std::string where = where_from(project.root, summary, project);
    if (!where.empty())
      out.push_back({summary.id, summary.goal, std::move(where), summary.touched_at});
    if (out.size() == kMaxNearby) break;
  }
  return out;
}

}  // namespace clew

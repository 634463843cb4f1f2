#include "engine/project/shallow_clone.h"

#include <algorithm>

#include "project/git_ancestry.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr size_t kMaxLookedAt = 50;

bool is_same_repository(FileSystem& files, const GitRepository& checkout, const std::string& path) {
  if (path == checkout.root) return true;
  const auto there = find_repository(files, path);
  return there && *there && (*there)->common_dir == checkout.common_dir;
}

bool has_commit(FileSystem& files, GitAnswers& answers, const GitRepository& checkout,
                const std::string& head, const std::string& commit) {
  if (commit.empty()) return false;
  const auto found = compare_to_head(files, answers, checkout, head, commit);
  return found && *found == Ancestry::kAncestor;
}

}  // namespace

bool is_clone_of_sessions(StoreReader& store, FileSystem& files, GitAnswers& answers,
                          const GitRepository& checkout, const std::vector<std::string>& ids) {
  std::vector<SessionSummary> sessions;
  for (const auto& id : ids) {
    ListQuery query;
    query.project = id;
    query.archived = true;
    query.limit = kMaxLookedAt;
    const auto some = store.list(query);
    if (!some) return false;
    sessions.insert(sessions.end(), some->begin(), some->end());
  }
  if (sessions.empty()) return true;
  const bool is_here = std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
    return is_same_repository(files, checkout, session.project_path);
  });
  if (is_here) return true;
  const std::string head = read_own_commit(files, checkout).value_or("");
  return !head.empty() && std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
    const auto loaded = store.load(session.id);
    return loaded && has_commit(files, answers, checkout, head, loaded->session.identity.commit);
  });
}

}  // namespace clew

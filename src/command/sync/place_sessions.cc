#include "command/sync/place_sessions.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/project/known_projects.h"
#include "engine/view_troubles.h"
#include "project/git_ancestry.h"
#include "project/git_state.h"
#include "project/project_identity.h"

namespace clew {
namespace {

constexpr std::string_view kByRemote = "remote:";
constexpr std::string_view kByRoot = "git:";
constexpr std::string_view kByPath = "path:";

class Placing {
 public:
  Placing(Workspace& workspace, const Arriving& arriving)
      : workspace_(workspace),
        arriving_(arriving),
        answers_(workspace.files(), workspace.surroundings().cache_folder) {}

  Result<std::vector<std::string>> run() {
    if (arriving_.sessions.empty() && arriving_.project.empty()) return std::move(notices_);
    CLEW_TRY(look_here());
    for (const auto& session : arriving_.sessions) {
      CLEW_TRY(place(session));
      for (auto& trouble : view_troubles(workspace_, session)) {
        notices_.push_back(fmt::format("{}: {}", session.text, std::move(trouble)));
      }
    }
    return std::move(notices_);
  }

 private:
  Status look_here() {
    const bool is_named = !arriving_.project.empty();
    const std::string folder =
        is_named ? caller_path(workspace_, arriving_.project) : workspace_.surroundings().cwd;
    auto here = identify_project(workspace_.files(), answers_, folder);
    if (here) here_ = std::move(*here);
    return is_named && !here ? Status(here.error()) : success();
  }

  Status place(const SessionId& session) {
    CLEW_ASSIGN(const SessionSummary summary, workspace_.store().summary(session));
    const std::string there = repository_of(summary.project);
    if (there.empty() || here_.id.empty() || there == here_.repository) return success();
    CLEW_ASSIGN(const bool is_here, is_meant(session, there));
    if (is_here) {
      return transact(workspace_, workspace_.write_deadline(),
                      [&](Transaction& transaction) -> Status {
                        return remember_known_project(transaction, workspace_.surroundings().device,
                                                      here_.repository, there);
                      });
    }
    const auto known =
        known_projects(workspace_.store(), workspace_.surroundings().device, here_.repository, "");
    if (std::find(known.begin(), known.end(), there) != known.end()) return success();
    const bool is_gone =
        there.starts_with(kByPath) && !workspace_.files().info(summary.project_path);
    if (!is_gone) return success();
    notices_.push_back(fmt::format("the project of {} ({}) is not here; to say where it is: {}",
                                   session.text, summary.project_path, arriving_.again(session)));
    return success();
  }

  Result<bool> is_meant(const SessionId& session, const std::string& there) {
    if (!arriving_.project.empty()) return true;
    if (!here_.checkout) return false;
    if (there.starts_with(kByRemote)) return remote_project(*here_.checkout) == there;
    if (!there.starts_with(kByRoot) || !here_.repository.starts_with(kByRemote)) return false;
    CLEW_ASSIGN(const Loaded loaded, workspace_.store().load(session));
    const std::string& commit = loaded.session.identity.commit;
    const auto head = read_own_commit(workspace_.files(), *here_.checkout);
    if (commit.empty() || !head) return false;
    const auto found =
        compare_to_head(workspace_.files(), answers_, *here_.checkout, *head, commit);
    return found && *found == Ancestry::kAncestor;
  }

  Workspace& workspace_;
  const Arriving& arriving_;
  GitAnswersInFolder answers_;
  ProjectIdentity here_;
  std::vector<std::string> notices_;
};

}  // namespace

Status check_project_folder(Workspace& workspace, const std::string& folder) {
  if (folder.empty()) return success();
  const auto info = workspace.files().info(caller_path(workspace, folder));
  if (info && info->kind == FileKind::kFolder) return success();
  return make_error(ErrorCode::kNotFound, "there is no such folder", folder,
                    "clew pull --project DIR   with the folder of a checkout");
}

Result<std::vector<std::string>> place_sessions(Workspace& workspace, const Arriving& arriving) {
  return Placing(workspace, arriving).run();
}

}  // namespace clew

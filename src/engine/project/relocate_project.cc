#include "engine/project/relocate_project.h"

#include "engine/append.h"
#include "engine/project/project_root.h"
#include "view/external_id.h"

namespace clew {

// The view has to have lain in the folder of the project, and to be found at the same place below
// the new one.
Result<std::optional<ViewState>> moved_view(Workspace& workspace, const SessionId& id) {
  const std::optional<ViewState> stays;
  CLEW_ASSIGN(const auto state, load_view(workspace.store(), id));
  if (!state || state->seq.number == 0 || workspace.files().info(state->folder)) return stays;
  CLEW_ASSIGN(const Loaded loaded, workspace.store().load(id, std::nullopt));
  const Identity& identity = loaded.session.identity;
  const std::string& root = state->root.empty() ? identity.project_path : state->root;
  const auto& project = workspace.project();
  const bool lay_in_it = state->folder == root || state->folder.starts_with(root + "/");
  const bool is_here = project_root_of(workspace, loaded.session) == project.root;
  if (root.empty() || !is_here || !lay_in_it) return stays;
  ViewState moved = *state;
  moved.folder = project.root + state->folder.substr(root.size());
  moved.root = project.root;
  return workspace.files().info(moved.folder) ? std::optional(std::move(moved)) : stays;
}

std::optional<IdentityChanged> project_moved(Workspace& workspace, const Session& session) {
  const std::string& before = session.identity.project_path;
  if (before.empty() || workspace.files().info(before)) return std::nullopt;
  const std::string root = project_root_of(workspace, session);
  if (root.empty() || root == before) return std::nullopt;
  IdentityChanged change;
  change.project_path = root;
  return change;
}

std::optional<IdentityChanged> moved_here(Workspace& workspace, const Session& session) {
  auto change = project_moved(workspace, session);
  const std::string& device = workspace.surroundings().device;
  if (device.empty() || device == session.identity.device) return change;
  if (!change) change.emplace();
  change->device = device;
  return change;
}

Status follow_project(Workspace& workspace, const SessionId& id) {
  CLEW_ASSIGN(const auto moved, moved_view(workspace, id));
  if (!moved) return success();
  return transact(workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Status {
    CLEW_TRY(save_view(transaction, id, *moved));
    CLEW_TRY(keep_entry(transaction, id, moved->dialect, moved->entry, moved->folder));
    CLEW_ASSIGN(const Loaded loaded, transaction.load(id));
    const auto change = project_moved(workspace, loaded.session);
    if (change && !is_closed(loaded.session.lifecycle.status)) {
      CLEW_TRY(append_events_in(workspace, transaction, id, {*change}));
    }
    return success();
  });
}

}  // namespace clew

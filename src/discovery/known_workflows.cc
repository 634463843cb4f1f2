#include "discovery/known_workflows.h"

#include "discovery/workflow_folder.h"
#include "engine/write_out.h"
#include "files/relative_path.h"

namespace clew {

Status KnownWorkflows::add(Workspace& workspace, const std::string& folder) {
  if (folder.empty()) return success();
  std::vector<std::string> folders;
  if (!has_plan_file(workspace, folder)) {
    CLEW_ASSIGN(const auto opened, workspace.files().open_folder(caller_path(workspace, folder)));
    CLEW_ASSIGN(const auto names, opened->list());
    for (const auto& name : names) {
      const std::string inside = join_path(folder, name);
      if (has_plan_file(workspace, inside)) folders.push_back(inside);
    }
  }
  // Alone it is the one that is missed.
  if (folders.empty()) folders.push_back(folder);
  for (const auto& each : folders) {
    CLEW_ASSIGN(const PlanText found, read_plan_text(workspace, each));
    CLEW_ASSIGN(auto dialect, found.dialect->plan_folder()->with_plan(found.text));
    dialects_[{found.dialect->name(), found.plan.name}] = std::move(dialect);
  }
  return success();
}

void KnownWorkflows::tell(FoundSession& found) const {
  const PlanFolder* format = found.dialect->plan_folder();
  if (dialects_.empty() || format == nullptr) return;
  for (const auto& file : found.files.files) {
    const auto known = dialects_.find({found.dialect->name(), format->plan_followed(file.text)});
    if (known != dialects_.end()) found.dialect = known->second.get();
  }
}

}  // namespace clew

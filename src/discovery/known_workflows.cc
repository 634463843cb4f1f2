#include "discovery/known_workflows.h"

#include "discovery/workflow_folder.h"
#include "files/relative_path.h"

namespace clew {

// A folder with a plan, or a folder of such folders.
Status KnownWorkflows::add(Context& context, const std::string& folder, const OnRead& on_read) {
  if (folder.empty()) return success();
  std::vector<std::string> folders;
  if (!has_plan_file(context, folder)) {
    CLEW_ASSIGN(const auto opened, context.files().open_folder(caller_path(context, folder)));
    CLEW_ASSIGN(const auto names, opened->list());
    for (const auto& name : names) {
      const std::string inside = join_path(folder, name);
      if (has_plan_file(context, inside)) folders.push_back(inside);
    }
  }
  // Alone it is the one that is missed.
  if (folders.empty()) folders.push_back(folder);
  for (const auto& each : folders) {
    CLEW_ASSIGN(const PlanText found, read_plan_text(context, each, on_read));
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

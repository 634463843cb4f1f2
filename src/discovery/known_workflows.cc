#include "discovery/known_workflows.h"

#include "dialect/tree_dialect.h"
#include "dialect/workflow/workflow_dialect.h"
#include "discovery/workflow_folder.h"
#include "document/json/json.h"
#include "engine/context.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr const char* kMetadataFile = "metadata.json";

}  // namespace

Status KnownWorkflows::add(Context& context, const std::string& folder, const OnRead& on_read) {
  if (folder.empty()) return success();
  const std::string top = caller_path(context, folder);
  std::vector<std::string> folders;
  if (!context.files().info(join_path(top, kMetadataFile))) {
    CLEW_ASSIGN(const auto opened, context.files().open_folder(top));
    CLEW_ASSIGN(const auto names, opened->list());
    for (const auto& name : names) {
      const std::string inside = join_path(folder, name);
      const std::string file = join_path(caller_path(context, inside), kMetadataFile);
      if (context.files().info(file)) folders.push_back(inside);
    }
  }
  // Alone it is the one that is missed.
  if (folders.empty()) folders.push_back(folder);
  for (const auto& each : folders) {
    CLEW_ASSIGN(WorkflowPlan plan, read_workflow_plan(context, each, on_read));
    const std::string name = plan.workflow;
    dialects_[name] = workflow_dialect_with(std::move(plan));
  }
  return success();
}

void KnownWorkflows::tell(FoundSession& found) const {
  if (dialects_.empty() || found.dialect != &workflow_dialect()) return;
  for (const auto& file : found.files.files) {
    const auto tree = parse_json(file.text);
    const auto known = tree ? dialects_.find(text_in(*tree, "workflow_type")) : dialects_.end();
    if (known != dialects_.end()) found.dialect = known->second.get();
  }
}

}  // namespace clew

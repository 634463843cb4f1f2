#include "drift/checkout_index.h"

#include "engine/project_root.h"
#include "files/canonical_path.h"

namespace clew {

IndexPlace index_place(Context& context) {
  const Project& project = context.project();
  return {settled_path(context.files(), project.root), project.checkout,
          context.surroundings().cache_folder};
}

IndexPlace index_place(Workspace& workspace, const std::string& root) {
  if (root == workspace.project().root) return index_place(workspace);
  return {settled_path(workspace.files(), root), checkout_of(workspace, root),
          workspace.surroundings().cache_folder};
}

Result<std::unique_ptr<CodeIndex>> open_index(Context& context) {
  SystemMachine machine;
  return CodeIndex::open(context.files(), machine, index_place(context), own_extractor());
}

Result<std::unique_ptr<CodeIndex>> open_index(Workspace& workspace, const std::string& root) {
  SystemMachine machine;
  return CodeIndex::open(workspace.files(), machine, index_place(workspace, root), own_extractor());
}

Result<std::unique_ptr<CodeIndex>> open_index_as_it_is(Workspace& workspace,
                                                       const std::string& root) {
  SystemMachine machine;
  return CodeIndex::open_as_it_is(workspace.files(), machine, index_place(workspace, root),
                                  own_extractor());
}

}  // namespace clew

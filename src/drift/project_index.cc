#include "drift/project_index.h"

#include "engine/project_root.h"
#include "files/canonical_path.h"

namespace clew {

IndexPlace index_place(Workspace& workspace) {
  return index_place(workspace, workspace.project().root);
}

IndexPlace index_place(Workspace& workspace, const std::string& root) {
  const Project& project = workspace.project();
  return {settled_path(workspace.files(), root),
          root == project.root ? project.checkout : checkout_of(workspace, root),
          workspace.surroundings().cache_folder};
}

Result<std::unique_ptr<CodeIndex>> open_index(Workspace& workspace) {
  return open_index(workspace, workspace.project().root);
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

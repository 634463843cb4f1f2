#include "drift/checkout_index.h"

#include "engine/project/project_root.h"
#include "files/canonical_path.h"

namespace clew {

IndexLocation index_location(Context& context) {
  const Project& project = context.project();
  return {canonical_path(context.files(), project.root), project.checkout,
          context.surroundings().cache_folder};
}

IndexLocation index_location(Workspace& workspace, const std::string& root) {
  if (root == workspace.project().root) return index_location(workspace);
  return {canonical_path(workspace.files(), root), checkout_of(workspace, root),
          workspace.surroundings().cache_folder};
}

Result<std::unique_ptr<CodeIndex>> open_index(Context& context) {
  // An index that is out of date is brought up to date, which may take a while; open_index_as_it_is
  // takes what is there.
  SystemMachine machine;
  return CodeIndex::open(context.files(), machine, index_location(context), own_extractor());
}

Result<std::unique_ptr<CodeIndex>> open_index(Workspace& workspace, const std::string& root) {
  SystemMachine machine;
  return CodeIndex::open(workspace.files(), machine, index_location(workspace, root),
                         own_extractor());
}

Result<std::unique_ptr<CodeIndex>> open_index_as_it_is(Workspace& workspace,
                                                       const std::string& root) {
  SystemMachine machine;
  return CodeIndex::open_as_it_is(workspace.files(), machine, index_location(workspace, root),
                                  own_extractor());
}

std::string name_in_index(Context& context, const std::string& root, const CodeIndex& index,
                          const std::string& name) {
  const size_t colon = name.rfind(':');
  if (colon == std::string::npos || colon == 0) return name;
  const std::string path = name.substr(0, colon);
  if (index.find_file(path) != nullptr) return name;
  const std::string whole = canonical_path(context.files(), caller_path(context, path));
  const std::string within = canonical_path(context.files(), root) + "/";
  if (!whole.starts_with(within)) return name;
  const std::string in_index = whole.substr(within.size());
  return index.find_file(in_index) == nullptr ? name : in_index + name.substr(colon);
}

}  // namespace clew

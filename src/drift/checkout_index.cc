#include "drift/checkout_index.h"

#include "files/canonical_path.h"

namespace clew {

IndexPlace index_place(Context& context) {
  const Project& project = context.project();
  return {settled_path(context.files(), project.root), project.checkout,
          context.surroundings().cache_folder};
}

Result<std::unique_ptr<CodeIndex>> open_index(Context& context) {
  SystemMachine machine;
  return CodeIndex::open(context.files(), machine, index_place(context), own_extractor());
}

}  // namespace clew

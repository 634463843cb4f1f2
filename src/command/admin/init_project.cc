#include "command/admin/init_project.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "engine/append.h"
#include "engine/idempotency.h"
#include "files/guarded_file.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "store/store_factory.h"

namespace clew {
namespace {

// An empty store, durable: from now on it is the one that is found here.
Status make_store(const StoreFactory& stores, const std::string& path, const KeyedAnswer& key,
                  const Answer& answer) {
  StoreLocation location;
  location.address = path;
  CLEW_ASSIGN(const auto store, stores.open(location, StoreOptions{}));
  return transact(*store, {},
                  [&](Transaction& transaction) { return key.keep(transaction, answer); });
}

}  // namespace

Result<Answer> init_project(Workspace& workspace, const NoRequest&) {
  const std::string& root = workspace.project().root;
  const std::string path = join_path(root, kProjectFolder);
  const std::string store = join_path(path, kProjectStore);
  const bool there = workspace.files().info(store).ok();
  const KeyedAnswer key(workspace, {root});
  if (there) {
    CLEW_ASSIGN(const auto seen, key.find());
    if (seen) return *seen;
  }
  const auto folder = make_folders(workspace.files(), path);
  if (!folder) return folder.error();
  if (!(*folder)->info(".gitignore")) {
    CLEW_TRY(replace_guarded(workspace.files(), workspace.surroundings().cache_folder, **folder,
                             ".gitignore", "*\n"));
  }
  Answer answer;
  answer.data.set("folder", path);
  answer.data.set("store", store);
  answer.data.set("changed", !there);
  answer.text =
      there ? fmt::format("{} already exists", store)
            : fmt::format("{} is this project's store; git ignores it\nnext  clew start \"…\"",
                          store);
  const auto elsewhere = there ? std::vector<SessionCard>() : workspace.open_sessions();
  if (!elsewhere.empty()) {
    const std::string& from = workspace.surroundings().store_path;
    answer.text += fmt::format(
        "\nnote: {} of this project {} in {}; clew export --log {} --store {} | clew import -   "
        "brings {} here",
        elsewhere.size() == 1 ? "1 open session"
                              : fmt::format("{} open sessions", elsewhere.size()),
        elsewhere.size() == 1 ? "stays" : "stay", from, elsewhere.front().id.text, shell_word(from),
        elsewhere.size() == 1 ? "it" : "one");
  }
  if (!there) CLEW_TRY(make_store(*workspace.surroundings().stores, store, key, answer));
  return answer;
}

}  // namespace clew

#include "command/admin/init_project.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "engine/append.h"
#include "engine/idempotency.h"
#include "files/guarded_file.h"
#include "files/make_folders.h"
#include "files/open_to_others.h"
#include "files/relative_path.h"
#include "project/trusted_stores.h"
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

// Nothing is put where others could read it or put something else in its place.
Status check_location(Workspace& workspace, const std::string& root) {
  const uint32_t user = workspace.surroundings().user;
  CLEW_ASSIGN(const std::string real, workspace.files().real_path(root));
  if (const std::string open = folder_of_others(workspace.files(), real, user); !open.empty()) {
    return make_error(
        ErrorCode::kNotAllowed,
        fmt::format("others can replace what is in {}, so no store is put here", open), open,
        "chmod go-w " + shell_word(open));
  }
  CLEW_ASSIGN(const auto folder, workspace.files().open_folder(real));
  const auto present = folder->info(kProjectFolder);
  if (!present) return success();
  if (present->kind == FileKind::kSymlink) {
    return make_error(ErrorCode::kNotAllowed, "it is a symbolic link, so no store is put behind it",
                      join_path(real, kProjectFolder), "ls -l " + shell_word(real));
  }
  const bool is_own =
      present->kind != FileKind::kFolder || (present->owner == user && (present->mode & 077) == 0);
  if (is_own) return success();
  return make_error(ErrorCode::kNotAllowed, "others can access this folder",
                    join_path(real, kProjectFolder),
                    "chmod go= " + shell_word(join_path(real, kProjectFolder)));
}

// Why the store that is already there is not believed; empty when it is.
std::string reason_against(TrustedStores& trusted, const std::string& root) {
  const auto facts = trusted.look_at(root);
  return facts ? trusted.reason_against(*facts).value_or("") : facts.error().message;
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
  if (!there) CLEW_TRY(check_location(workspace, root));
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
  TrustedStores trusted(workspace.files(), workspace.surroundings().state_folder,
                        workspace.surroundings().user);
  const std::string against = there ? reason_against(trusted, root) : std::string();
  if (!there) {
    answer.text =
        fmt::format("{} is this project's store; git ignores it\nnext  clew start \"…\"", store);
  } else if (against.empty()) {
    answer.text = fmt::format("{} already exists", store);
  } else {
    answer.text = fmt::format("{} already exists and is not used: {}\nnext  clew trust {}", store,
                              against, shell_word(root));
  }
  const auto elsewhere = there ? std::vector<SessionSummary>() : workspace.open_sessions();
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
  if (there) return answer;
  CLEW_TRY(make_store(*workspace.surroundings().stores, store, key, answer));
  CLEW_TRY(trusted.add(root, to_hex(workspace.random(16))));
  return answer;
}

}  // namespace clew

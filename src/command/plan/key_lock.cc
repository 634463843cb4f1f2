#include "command/plan/key_lock.h"

#include <fmt/format.h>

#include "engine/context.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/relative_path.h"
#include "store/store_location.h"

namespace clew {
namespace {

// Beside the store: whoever shares it shares its keys. A database has no such place; there the
// user's cache stands in, which all processes of one user share. Empty: there is none.
std::string lock_location(Workspace& workspace) {
  const Surroundings& around = workspace.surroundings();
  const auto location =
      parse_location(around.store_url.empty() ? around.store_path : around.store_url);
  if (location && location->backend == StoreLocation::Backend::kSqlite) {
    const std::string path = caller_path(workspace, location->address);
    return workspace.files().real_path(path).value_or(path);
  }
  return around.cache_folder.empty() ? std::string() : join_path(around.cache_folder, "keys");
}

}  // namespace

Result<std::unique_ptr<KeyTurn>> KeyTurn::take(Workspace& workspace) {
  const std::string& key = workspace.caller().key;
  const std::string location = key.empty() ? std::string() : lock_location(workspace);
  if (location.empty()) return std::unique_ptr<KeyTurn>();
  CLEW_ASSIGN(auto folder, make_folders(workspace.files(), parent_of(location)));
  const std::string name = lock_name_of(
      fmt::format("{}.key-{}", last_part_of(location), sha256(key).hex().substr(0, 32)));
  SystemMachine machine;
  auto lock = take_lock(*folder, name, machine);
  if (!lock) {
    Error error = lock.error();
    if (error.code == ErrorCode::kConflict) {
      error.message =
          fmt::format("a command with the key \"{}\" is still running: {}", key, error.message);
      error.subject = key;
    }
    return error;
  }
  return std::make_unique<KeyTurn>(std::move(folder), name, std::move(*lock));
}

}  // namespace clew

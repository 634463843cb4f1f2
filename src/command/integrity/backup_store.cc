#include "command/integrity/backup_store.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/log/damaged_log.h"
#include "files/relative_path.h"
#include "project/trusted_stores.h"
#include "store/store_factory.h"

namespace clew {
namespace {

// The folder whose .clew/store.db this is; empty for any other store.
std::string project_of_store(const std::string& path) {
  const std::string folder = parent_of(path);
  const bool is_projects =
      last_part_of(path) == kProjectStore && last_part_of(folder) == kProjectFolder;
  return is_projects ? parent_of(folder) : std::string();
}

bool is_trusted(TrustedStores& stores, const std::string& project) {
  const auto facts = stores.look_at(project);
  return facts && !stores.reason_against(*facts);
}

}  // namespace

Result<Answer> backup_store(Workspace& workspace, const BackupRequest& request) {
  const std::string path = caller_path(workspace, request.path);
  CLEW_TRY(workspace.store().backup(path));
  CLEW_ASSIGN(const FileInfo info, workspace.files().info(path));
  Answer answer;
  answer.data.set("file", path);
  answer.data.set("bytes", static_cast<int64_t>(info.size));
  answer.text = fmt::format(
      "{} is a full backup of {}, {} bytes\nnext  clew restore {} --yes   restores it",
      request.path, workspace.surroundings().store_path, info.size, shell_word(request.path));
  return answer;
}

Result<Answer> restore_backup(Workspace& workspace, const RestoreRequest& request) {
  const std::string path = caller_path(workspace, request.path);
  const Surroundings& around = workspace.surroundings();
  CLEW_ASSIGN(const StoreLocation location, parse_location(around.store_url));
  const KeyedAnswer key(workspace);
  const auto seen = key.find();
  // A damaged store has no answers; that is what is to be mended.
  if (!seen && seen.error().code != ErrorCode::kCorrupt) return seen.error();
  if (seen && *seen) return **seen;
  CLEW_TRY(workspace.files().info(path));
  CLEW_TRY(agree(workspace,
                 fmt::format("replace everything in {} with {}?", around.store_path, request.path),
                 request.path, "clew restore " + shell_word(request.path)));
  TrustedStores trusted(workspace.files(), around.state_folder, around.user);
  const std::string project = project_of_store(location.address);
  const bool was_trusted = !project.empty() && is_trusted(trusted, project);
  CLEW_ASSIGN(const std::string kept, around.stores->restore(location, StoreOptions{}, path));
  // What cannot be read is moved aside, and another file takes its place.
  if (was_trusted) CLEW_TRY(trusted.add(project, to_hex(workspace.random(16))));
  // Opened anew: it may be another file than before.
  CLEW_ASSIGN(const auto restored, around.stores->open(location, StoreOptions{}));
  CLEW_ASSIGN(const VerifyReport report, restored->verify(std::nullopt));
  Answer answer;
  answer.data = report_fields(report);
  answer.data.set("restored_from", path);
  answer.data.set("kept", kept);
  answer.data.set("changed", true);
  answer.text =
      fmt::format("restored {} from {}: {}, {} events\nnote: the previous store is kept at {}",
                  around.store_path, request.path, counted(report.sessions, "session", "sessions"),
                  report.events, kept);
  if (!report.problems.empty()) {
    Error error = corruption(report, nullptr);
    error.next = fmt::format("clew restore {} --yes   undoes this", shell_word(kept));
    answer.refusal = std::move(error);
  }
  CLEW_TRY(key.keep_alone(answer));  // in the store as it is now
  return answer;
}

}  // namespace clew

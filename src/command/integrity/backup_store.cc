#include "command/integrity/backup_store.h"

#include <fmt/format.h>

#include "brief/standing.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/damaged_log.h"
#include "engine/idempotency.h"
#include "store/store_factory.h"

namespace clew {

Result<Answer> backup_store(Workspace& workspace, const BackupRequest& request) {
  const std::string path = caller_path(workspace, request.path);
  CLEW_TRY(workspace.store().backup(path));
  CLEW_ASSIGN(const FileInfo info, workspace.files().info(path));
  Answer answer;
  answer.data.set("file", path);
  answer.data.set("bytes", static_cast<int64_t>(info.size));
  answer.text =
      fmt::format("{} is a full backup of {}, {} bytes\nnext  clew restore {} --yes   restores it",
                  request.path, workspace.surroundings().store_path, info.size, request.path);
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
                 request.path, "clew restore " + request.path));
  CLEW_ASSIGN(const std::string kept, around.stores->restore(location, StoreOptions{}, path));
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(std::nullopt));
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
    error.next = fmt::format("clew restore {} --yes   undoes this", kept);
    answer.refusal = std::move(error);
  }
  CLEW_TRY(key.keep_alone(answer));  // in the store as it is now
  return answer;
}

}  // namespace clew

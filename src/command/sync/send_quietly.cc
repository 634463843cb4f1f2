#include "command/sync/send_quietly.h"

#include "base/shell_word.h"
#include "command/sync/own_device.h"
#include "engine/remote/remote_state.h"
#include "files/file_lock.h"
#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr const char* kTurnLock = ".background-lock";
constexpr const char* kTurnMark = "look-again";

Status leave_mark(Folder& folder) {
  const auto made = folder.open(kTurnMark, OpenMode::kAppend);
  return made ? success() : Status(made.error());
}

// Whether there was one.
Result<bool> take_mark(Folder& folder) {
  const Status removed = folder.remove(kTurnMark);
  if (removed) return true;
  if (removed.error().code == ErrorCode::kNotFound) return false;
  return removed.error();
}

Result<SyncReport> send_once(Workspace& workspace, const std::string& name) {
  // As it is now: another process may have moved it on.
  CLEW_ASSIGN(const RemoteRecord record, chosen_remote(workspace, name));
  CLEW_ASSIGN(const auto remote, OpenRemote::open(workspace, record));
  SyncScope scope;
  scope.takes = false;
  scope.again = "clew sync " + shell_word(name);
  auto report = RemoteSync(workspace, *remote, std::move(scope)).run();
  return report ? std::move(report) : about_remote(report.error(), record);
}

}  // namespace

Result<Answer> send_quietly(Workspace& workspace, const RemoteRecord& record) {
  CLEW_ASSIGN(const std::string state, own_state_folder(workspace));
  CLEW_ASSIGN(const auto folder,
              make_folders(workspace.files(), join_path(state, "remotes/" + record.remote)));
  Answer answer;
  answer.data.set("remote", record.name);
  answer.data.set("changed", false);
  // The mark first: whoever holds the lock looks for it after letting go of that.
  CLEW_TRY(leave_mark(*folder));
  while (folder->info(kTurnMark)) {
    const auto turn = take_lock(*folder, kTurnLock, machine_of(workspace), Duration{0});
    if (!turn) {
      if (turn.error().code != ErrorCode::kConflict) return turn.error();
      answer.text = record.name + "  another process is sending; it looks once more";
      return answer;
    }
    CLEW_ASSIGN(const bool marked, take_mark(*folder));
    if (!marked) continue;
    const auto report = send_once(workspace, record.name);
    if (!report) {
      keep_last_error(workspace, record.name, report.error().message);
      CLEW_ASSIGN(const size_t queued, RemoteSync::count_queued(workspace, record));
      CLEW_TRY(change_remote_state(workspace, record.name, [&](RemoteState& standing) {
        note_failure(standing, report.error(), workspace.now());
        standing.queued = static_cast<int64_t>(queued);
      }));
      return report.error();
    }
    // What another device is ahead of is told by what is newer there.
    for (const auto& session : report->sessions) {
      if (!session.error || session.error->code == ErrorCode::kConflict) continue;
      CLEW_TRY(change_remote_state(workspace, record.name, [&](RemoteState& standing) {
        standing.waiting_since = to_iso(workspace.now());
        standing.why = session.session + ": " + session.error->message;
        standing.next = session.error->next;
      }));
      break;
    }
    if (report->changed) answer.data.set("changed", true);
    answer.text = record.name + (report->changed ? "  sent" : "  up to date");
  }
  return answer;
}

}  // namespace clew

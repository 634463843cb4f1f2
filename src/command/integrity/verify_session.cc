#include "command/integrity/verify_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "brief/standing.h"
#include "brief/status_rows.h"
#include "drift/check.h"
#include "drift/measured_content.h"
#include "engine/log/damaged_log.h"
#include "engine/point_in_time.h"
#include "engine/session_list.h"
#include "files/relative_path.h"
#include "view/open_view.h"

namespace clew {
namespace {

Answer with_refusal(Answer answer, Error error) {
  answer.refusal = std::move(error);
  return answer;
}

Result<Answer> verify_all(Workspace& workspace) {
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(std::nullopt));
  Answer answer;
  answer.data = report_fields(report);
  if (!report.problems.empty()) {
    return with_refusal(std::move(answer), corruption(report, nullptr));
  }
  answer.text = fmt::format("{}, {} events, {} snapshots, {} contents: all intact",
                            counted(report.sessions, "session", "sessions"), report.events,
                            report.snapshots, report.blobs);
  return answer;
}

// What of the session's view nobody may take for what was recorded.
Result<std::vector<Drift>> view_drift(Workspace& workspace, const SessionId& id) {
  std::vector<Drift> drift;
  std::vector<std::string> notices;
  CLEW_ASSIGN(const auto view, OpenView::open(workspace.store(), workspace.files(),
                                              workspace.surroundings().cache_folder, id,
                                              workspace.now(), seconds(2), notices));
  CLEW_ASSIGN(const auto last, load_view(workspace.store(), id));
  if (view == nullptr) {
    // Files that cannot be looked at are not known to match.
    for (const auto& notice : notices) {
      drift.push_back({"view_damaged", last ? last->own_path() : "", "", notice, notice});
    }
    return drift;
  }
  for (const auto& file : view->seen()) {
    const std::string path = join_path(view->state().folder, file.path);
    const auto add = [&](const char* kind, const std::string& words) {
      drift.push_back({kind, path, "", words, path + ": " + words});
    };
    if (file.lost.any()) add("view_damaged", lost_words(file.lost));
    if (file.verdict == FileVerdict::kDamaged) add("view_damaged", "cannot be read");
    if (file.verdict == FileVerdict::kConflict) add("view_damaged", "has merge conflict markers");
    if (file.verdict == FileVerdict::kRefused || file.ends_early) {
      add("view_damaged", file.trouble);
    }
    const bool is_gone =
        file.verdict == FileVerdict::kMissing && view->state().find(file.path) != nullptr;
    if (is_gone) add("view_damaged", "is gone");
  }
  const std::string& judged = view->state().held;
  const std::string held = judged.empty() && last && view->has_edits() ? last->held : judged;
  if (drift.empty() && !held.empty()) {
    drift.push_back({"view_damaged", view->state().own_path(), "", held,
                     "the view was left unchanged: " + held});
  }
  return drift;
}

// Every difference between what was recorded and what is now.
Status add_drift(Workspace& workspace, const SessionRef& ref, Answer& answer) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  World world = look_at_world(workspace, loaded, LookDepth::kFull);
  CLEW_ASSIGN(const auto of_view, view_drift(workspace, ref.id));
  world.drift.insert(world.drift.end(), of_view.begin(), of_view.end());
  answer.data.set("looked", world.looked);
  answer.data.set("drift", drift_value(world.drift));
  answer.data.set("stale_evidence", stale_value(world.stale));
  for (const auto& difference : world.drift) answer.text += "\ndrift  " + difference.text;
  for (const auto& each : world.stale) answer.text += "\nstale  " + stale_sentence(each);
  if (!world.stale.empty()) {
    answer.text += "\nrun it again: " + world.worded("clew recheck " + ref.id.text);
  }
  if (!world.drift.empty()) answer.exit = kExitDrift;
  if (!world.looked) {
    answer.text += "\nnot checked: the project is not on this machine";
    return success();
  }
  const auto elsewhere = static_cast<size_t>(
      std::count_if(world.files.begin(), world.files.end(),
                    [](const FileCheck& file) { return file.state == FileState::kUnchecked; }));
  if (world.drift.empty()) {
    answer.text += elsewhere == 0 ? "\nfiles, artifacts and commit match what was recorded"
                                  : "\nwhat was checked here matches what was recorded";
  }
  if (elsewhere > 0) {
    answer.text += fmt::format("\nnot checked: {}, recorded in another worktree",
                               counted(elsewhere, "file", "files"));
    answer.data.set("elsewhere", static_cast<int64_t>(elsewhere));
  }
  return success();
}

Result<Answer> verify_one(Workspace& workspace, const SessionRef& ref,
                          const VerifyRequest& request) {
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(ref.id));
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(ref.id));
  Answer answer;
  answer.data = report_fields(report);
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", summary.head.seq.number);
  answer.data.set("hash", summary.head.hash.hex());
  if (!report.problems.empty()) {
    return with_refusal(std::move(answer), corruption_of(workspace, report, summary));
  }
  answer.text =
      fmt::format("{}  {} of {} events, head {} · {} snapshots, {} contents intact", ref.id.text,
                  report.intact_to.value_or(summary.head.seq).number, summary.head.seq.number,
                  summary.head.hash.brief(), report.snapshots, report.blobs);
  if (summary.forgotten) {
    answer.text += "\nforgotten: only the hash chain is left, and it is intact";
    answer.data.set("forgotten", true);
  } else if (!request.no_drift) {
    CLEW_TRY(add_drift(workspace, ref, answer));
  }
  return answer;
}

// Several are open and none was named: each in turn, and the worst of it decides how it ends. What
// was asked for is checked; a list of names would look like success.
Result<Answer> verify_each(Workspace& workspace, const std::vector<SessionSummary>& open,
                           const VerifyRequest& request) {
  Answer all;
  Value list = Value::list();
  for (const auto& summary : open) {
    CLEW_ASSIGN(Answer one, verify_one(workspace, SessionRef{summary.id, {}}, request));
    list.push(std::move(one.data));
    if (!one.text.empty()) all.text += (all.text.empty() ? "" : "\n") + one.text;
    all.exit = std::max(all.exit, one.exit);
    if (!one.refusal) continue;
    if (!all.refusal) {
      all.refusal = std::move(one.refusal);
    } else {
      all.refusal->message += "\n" + one.refusal->message;
    }
  }
  all.data.set("sessions", std::move(list));
  return all;
}

}  // namespace

Result<Answer> verify_session(Workspace& workspace, const VerifyRequest& request) {
  if (request.all) return verify_all(workspace);
  const auto found = workspace.find_session(Effect::kReads);
  if (found) {
    CLEW_TRY(
        refuse_past(*found, "verify always checks the whole log", "clew verify " + found->id.text));
    return verify_one(workspace, *found, request);
  }
  const auto open = several_open(workspace, found.error());
  if (!open.empty()) return verify_each(workspace, open, request);
  Error error = found.error();
  if (error.code == ErrorCode::kNotFound && workspace.caller().session.empty()) {
    error.next = "clew verify --all";
  }
  return error;
}

}  // namespace clew

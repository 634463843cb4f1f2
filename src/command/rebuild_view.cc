#include "command/rebuild_view.h"

#include <algorithm>

#include "command/finding_words.h"
#include "command/foreign_lock.h"
#include "command/view_state.h"

namespace clew {
namespace {

class Rebuilding {
 public:
  Rebuilding(Workspace& workspace, const FoundSession& found, const FileRepair& repair)
      : workspace_(workspace),
        found_(found),
        repair_(repair),
        desk_(workspace, found, mode_of(repair)) {}

  // What breaks a rule is left alone by other commands; here it is put aside, so that the file is
  // missing and made anew.
  Result<Answer> run(const SessionId& id) {
    const auto wrong = breaking_rules();
    if (repair_.dry_run) {
      CLEW_TRY(put_aside(wrong));
      return said(nullptr);
    }
    CLEW_ASSIGN(Done done, workspace_.execute_unkeyed(id, {}));
    CLEW_ASSIGN(auto state, load_view(workspace_.store(), id));
    if (state && !state->held.empty() && !wrong.empty()) {
      CLEW_TRY(put_aside(wrong));
      CLEW_ASSIGN(done, workspace_.execute_unkeyed(id, {}));
      CLEW_ASSIGN(state, load_view(workspace_.store(), id));
    }
    if (state && !state->held.empty()) {
      return make_error(ErrorCode::kInvalid, "the view is left as it is: " + state->held,
                        repair_.path, "clew validate " + repair_.path);
    }
    if (state && state->seq != done.head.seq) {
      return make_error(ErrorCode::kConflict,
                        done.notices.empty() ? "the view is behind" : done.notices.front(),
                        repair_.path, "clew repair " + repair_.path);
    }
    return said(&done);
  }

 private:
  Answer said(const Done* done) const {
    Answer answer = repair_answer(desk_, 0, "rebuilt from the log; nothing is lost");
    if (done == nullptr) return answer;
    Value data = done_fields(*done);
    for (const auto& [name, value] : answer.data.as_object()) data.set(name, value);
    answer.data = std::move(data);
    return answer;
  }

  Status put_aside(const std::vector<const NamedFile*>& files) {
    ForeignLock lock;
    if (!repair_.dry_run && !files.empty()) CLEW_TRY(lock.take(workspace_, found_));
    for (const NamedFile* file : files) CLEW_TRY(desk_.take_away(*file));
    return success();
  }

  // Of the session's own files; one that several share is not put right by one of them.
  std::vector<const NamedFile*> breaking_rules() const {
    const auto findings = found_.dialect->read(found_.files).findings;
    std::vector<const NamedFile*> out;
    for (const auto& file : found_.files.files) {
      const bool wrong = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
        return each.file == file.path && each.severity == Severity::kError;
      });
      if (wrong && !is_index(*found_.dialect, file.path)) out.push_back(&file);
    }
    return out;
  }

  Workspace& workspace_;
  const FoundSession& found_;
  const FileRepair& repair_;
  RepairDesk desk_;
};

}  // namespace

RepairMode mode_of(const FileRepair& repair) {
  return repair.dry_run ? RepairMode::kTried : RepairMode::kDone;
}

Result<std::optional<Answer>> rebuild_from_log(Workspace& workspace, const FoundSession& found,
                                               const FileRepair& repair) {
  for (const auto& finding : found.dialect->read(found.files).findings) {
    if (!finding.rule.ends_with("-conflict")) continue;
    return make_error(ErrorCode::kInvalid, finding_line(finding), repair.path,
                      "choose one side in an editor, then  clew validate " + repair.path);
  }
  CLEW_ASSIGN(const auto sessions, sessions_with_views(workspace.store()));
  for (const auto& id : sessions) {
    CLEW_ASSIGN(const auto state, load_view(workspace.store(), id));
    if (!state || state->dialect != found.dialect->name() || state->folder != found.folder)
      continue;
    const bool ours =
        std::any_of(state->files.begin(), state->files.end(),
                    [&](const ViewFile& file) { return file.path == found.place.files.front(); });
    if (!ours) continue;
    CLEW_ASSIGN(Answer answer, Rebuilding(workspace, found, repair).run(id));
    return std::optional(std::move(answer));
  }
  return std::optional<Answer>();
}

}  // namespace clew

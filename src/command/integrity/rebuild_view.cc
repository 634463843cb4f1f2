#include "command/integrity/rebuild_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/integrity/file_repair.h"
#include "dialect/registry.h"
#include "discovery/claimed_files.h"
#include "document/finding_text.h"
#include "engine/context.h"
#include "engine/project/relocate_project.h"
#include "engine/reply.h"
#include "files/canonical_path.h"
#include "files/document_limit.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "view/foreign_lock.h"
#include "view/open_view.h"
#include "view/view_record.h"

namespace clew {
namespace {

using FileList = std::vector<const NamedFile*>;

bool is_in(const FileList& list, const NamedFile* file) {
  return std::find(list.begin(), list.end(), file) != list.end();
}

class Rebuilding {
 public:
  Rebuilding(Workspace& workspace, const SessionId& id, const ViewState& state,
             const FoundSession& found, const FileRepair& repair)
      : workspace_(workspace),
        id_(id),
        state_(state),
        found_(found),
        repair_(repair),
        fixture_(workspace, found, mode_of(repair)) {}

  Result<Answer> run() {
    CLEW_TRY(look());
    CLEW_ASSIGN(summary_, workspace_.store().summary(id_));
    if (repair_.dry_run) return tried();
    CLEW_TRY(have_folder());
    auto answer = rebuild();
    if (!answer) CLEW_TRY(fixture_.give_back());
    return answer;
  }

 private:
  Result<Answer> rebuild() {
    // What can still be read of a list that several share is kept by who writes it.
    FileList lost = damaged_;
    std::erase_if(lost,
                  [&](const NamedFile* file) { return is_index(*found_.dialect, file->path); });
    CLEW_TRY(put_aside(lost));
    for (const auto& error : found_.unread) CLEW_TRY(fixture_.take_link_away(error.subject));
    CLEW_TRY(bring_lines_back());
    CLEW_TRY(write_view());
    // What keeps the files from being written is left alone by other commands; here it is put
    // aside, so that it is missing and made anew: what breaks a rule, or else the edits.
    for (const FileList* in_the_way : {&wrong_, &edited_}) {
      if (held_.empty()) break;
      if (in_the_way->empty()) continue;
      CLEW_TRY(put_aside(*in_the_way));
      CLEW_TRY(write_view());
    }
    if (!held_.empty()) {
      return make_error(ErrorCode::kInvalid, "the view was left unchanged: " + held_, repair_.path,
                        "clew validate " + shell_word(repair_.path));
    }
    CLEW_TRY(look_again());
    return said();
  }

  Status look() {
    const auto findings = found_.dialect->read(found_.files).findings;
    for (const auto& file : found_.files.files) {
      if (is_append_only(*found_.dialect, file.path)) continue;  // no line of it is taken away
      const bool breaks = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
        return each.file == file.path && each.severity == Severity::kError;
      });
      CLEW_ASSIGN(const bool is_ours, was_ours(file));
      if (is_damaged(*found_.dialect, file)) {
        damaged_.push_back(&file);
      } else if (breaks && !is_index(*found_.dialect, file.path)) {
        wrong_.push_back(&file);  // one that several share is not put right by one of them
      } else if (!is_ours && !is_folder_text(*found_.dialect, file.path)) {
        edited_.push_back(&file);
      }
    }
    return success();
  }

  Result<bool> was_ours(const NamedFile& file) {
    const Hash digest = sha256(file.text);
    const ViewFile* known = state_.find(file.path);
    if (known != nullptr && known->digest == digest) return true;
    CLEW_ASSIGN(const auto earlier, written_at(workspace_.store(), id_, file.path, digest));
    if (earlier) return true;
    return was_written(workspace_.store(), state_.folder + "/" + file.path, digest);
  }

  // What clew wrote last, or of a shared file ever, needs no writing.
  bool is_current(const NamedFile& file) const {
    const ViewFile* known = state_.find(file.path);
    return is_index(*found_.dialect, file.path) ||
           (known != nullptr && known->digest == sha256(file.text));
  }

  Result<Answer> tried() {
    CLEW_TRY(put_aside(damaged_));
    CLEW_TRY(put_aside(wrong_));
    for (const auto& error : found_.unread) CLEW_TRY(fixture_.take_link_away(error.subject));
    CLEW_TRY(bring_lines_back());
    for (const auto& path : found_.location.files) {
      const NamedFile* file = found_.files.find(path);
      if (file == nullptr || !is_current(*file)) fixture_.note_written(path);
    }
    for (const auto& file : found_.files.files) {
      if (is_append_only(*found_.dialect, file.path)) after_.files.push_back(file);
    }
    if (state_.seq < summary_.head.seq && fixture_.written().empty()) {
      fixture_.note_written(found_.location.files.front());
    }
    return said();
  }

  // The view's own folder may be gone with its files; what it lay in says whether it was moved.
  Status have_folder() {
    const auto present = open_real_folder(workspace_.files(), state_.folder);
    if (present) return success();
    if (present.error().code != ErrorCode::kNotFound) return present.error();
    const std::string above = state_.root.empty() ? parent_of(state_.folder) : state_.root;
    if (!workspace_.files().info(above)) {
      return make_error(ErrorCode::kNotFound,
                        fmt::format("the view's folder is gone, and {} with it", above),
                        state_.folder, "clew view detach -s " + id_.text);
    }
    CLEW_TRY(make_real_folders(workspace_.files(), state_.folder));
    return success();
  }

  Status put_aside(const FileList& files) {
    ForeignLock lock;
    if (!repair_.dry_run && !files.empty()) CLEW_TRY(lock.take(workspace_, found_));
    for (const NamedFile* file : files) CLEW_TRY(fixture_.take_away(*file));
    return success();
  }

  // Of files that are only ever added to: as they were, then what was added since.
  Status bring_lines_back() {
    std::vector<NamedFile> whole;
    if (!workspace_.files().info(state_.own_path())) return success();  // opening would make it
    {
      std::vector<std::string> unheard;
      CLEW_ASSIGN(const auto view, OpenView::open(workspace_.store(), workspace_.files(),
                                                  workspace_.surroundings().cache_folder, id_,
                                                  workspace_.now(), seconds(2), unheard));
      if (!view) return success();  // write_view says why
      for (const auto& file : view->seen()) {
        if (file.lost.any()) whole.push_back({file.path, file.lost.whole});
      }
    }
    for (const auto& file : whole)
      CLEW_TRY(fixture_.put(file.path, file.text, Quarantined::kAlways));
    return success();
  }

  Status write_view() {
    CLEW_ASSIGN(done_, workspace_.execute_unkeyed(id_, {}));
    if (!done_.view_behind.empty()) return is_behind(done_.view_behind);
    CLEW_ASSIGN(const auto state, load_view(workspace_.store(), id_));
    held_ = state ? state->held : std::string();
    if (held_.empty() && state && state->seq != done_.head.seq) {
      return is_behind(kBehindWords);
    }
    return success();
  }

  Status is_behind(const std::string& why) const {
    return make_error(ErrorCode::kConflict, why, repair_.path,
                      "clew repair " + shell_word(repair_.path));
  }

  // What the files say now is what counts, not what was meant to be written.
  Status look_again() {
    Session after = done_.after;
    set_external_id(after.steps[0], state_.dialect, state_.entry);
    for (const auto& path : found_.dialect->files_of(after)) {
      if (state_.find(path) == nullptr) continue;
      const auto text =
          read_whole_file(workspace_.files(), join_path(found_.folder, path), document_limit(path));
      const bool is_added_to = is_append_only(*found_.dialect, path);
      if (!text || (!is_added_to && is_damaged(*found_.dialect, {path, *text}))) {
        return is_behind(path + " could not be rebuilt; view files are out of date");
      }
      after_.files.push_back({path, *text});
      const NamedFile* before = found_.files.find(path);
      if (before == nullptr || before->text != *text) fixture_.note_written(path);
    }
    const FileSet agreed = found_.dialect->in_agreement(after_);
    for (const auto& file : agreed.files) {
      if (after_.find(file.path)->text != file.text) CLEW_TRY(fixture_.put(file.path, file.text));
    }
    after_ = agreed;
    return success();
  }

  bool renews_index() const {
    const auto& written = fixture_.written();
    return std::any_of(written.begin(), written.end(), [&](const std::string& path) {
      const NamedFile* file = found_.files.find(path);
      return is_index(*found_.dialect, path) &&
             (file == nullptr || is_in(damaged_, file) || is_in(edited_, file));
    });
  }

  Answer said() const {
    const bool took_in = !repair_.dry_run && done_.head.seq != summary_.head.seq;
    const bool differs = took_in || !fixture_.written().empty();
    std::string sentence = "nothing to repair: the files match the log";
    if (differs) sentence = "rebuilt from the log; nothing is lost";
    if (differs && renews_index()) {
      sentence =
          "rebuilt from the log, and the folder's index from every session in it; anything only "
          "the index contained may be missing";
    }
    if (took_in) sentence += "\nhand edits were applied";
    Findings left = errors_left(*found_.dialect, after_, {});
    if (!differs && !left.empty()) sentence = "none of this can be rebuilt";
    Answer answer = with_errors_left(repair_answer(fixture_, differs ? 0 : -1, sentence), left,
                                     found_, FileSet(), repair_);
    if (repair_.dry_run) return answer;
    Value data = done_fields(done_);
    for (const auto& [name, value] : answer.data.as_object()) data.set(name, value);
    answer.data = std::move(data);
    return with_notices(std::move(answer), done_);
  }

  Workspace& workspace_;
  const SessionId& id_;
  const ViewState& state_;
  const FoundSession& found_;
  const FileRepair& repair_;
  RepairFixture fixture_;
  SessionSummary summary_;  // as it was before
  FileList damaged_;
  FileList wrong_;   // breaks a rule
  FileList edited_;  // by hand or by another program
  Done done_;
  std::string held_;
  FileSet after_;  // as they are now; on trial, those that would stay
};

// The files of a view as clew knows them, whatever is left of them; its own come first.
Result<FoundSession> files_of_view(Workspace& workspace, const SessionId& id,
                                   const ViewState& state) {
  const Dialect* dialect = find_dialect(state.dialect);
  if (dialect == nullptr) {
    return make_error(ErrorCode::kInvalid,
                      "the view's dialect is not supported by this version of clew", state.dialect,
                      "clew view list");
  }
  Location location{state.entry, {}};
  for (const auto& file : state.files) location.files.push_back(file.path);
  std::stable_partition(location.files.begin(), location.files.end(),
                        [&](const std::string& path) { return !is_index(*dialect, path); });
  if (location.files.empty()) {
    return make_error(ErrorCode::kInvalid, "the view was never written", state.entry,
                      "clew view list");
  }
  const auto folder = open_real_folder(workspace.files(), state.folder);
  if (!folder && folder.error().code == ErrorCode::kNotAllowed) {
    Error error = folder.error();
    error.next = "clew view detach -s " + id.text;
    return error;
  }
  if (!folder) return FoundSession{dialect, state.folder, std::move(location), {}};
  return read_claim(**folder, {dialect, state.folder, std::move(location)});
}

}  // namespace

RepairMode mode_of(const FileRepair& repair) {
  return repair.dry_run ? RepairMode::kTried : RepairMode::kDone;
}

Result<std::optional<SessionId>> view_at(Workspace& workspace, const std::string& path) {
  const std::string whole = caller_path(workspace, path);
  const std::string wanted = canonical_path(workspace.files(), whole);
  // A link that somebody put in a file's place is not where it leads.
  const std::string named =
      join_path(canonical_path(workspace.files(), parent_of(whole)), last_part_of(whole));
  CLEW_ASSIGN(const auto sessions, sessions_with_views(workspace.store()));
  for (const auto& id : sessions) {
    CLEW_ASSIGN(auto state, load_view(workspace.store(), id));
    if (!state || state->files.empty()) continue;
    state->folder = canonical_path(workspace.files(), state->folder);
    const bool is_its =
        std::any_of(state->files.begin(), state->files.end(), [&](const ViewFile& file) {
          const std::string at = join_path(state->folder, file.path);
          return at == wanted || at == named;
        });
    if (is_its || state->own_path() == wanted) return std::optional(id);
  }
  return std::optional<SessionId>();
}

Result<Answer> rebuild_view(Workspace& workspace, const SessionId& id, const FileRepair& repair) {
  CLEW_ASSIGN(auto state, moved_view(workspace, id));
  if (!state) {
    CLEW_ASSIGN(state, load_view(workspace.store(), id));
  }
  CLEW_ASSIGN(const FoundSession found, files_of_view(workspace, id, *state));
  CLEW_TRY(refuse_to_touch(found, repair, &id));
  return Rebuilding(workspace, id, *state, found, repair).run();
}

Result<std::optional<Answer>> rebuild_from_log(Workspace& workspace, const FoundSession& found,
                                               const FileRepair& repair) {
  CLEW_TRY(refuse_to_touch(found, repair, nullptr));
  CLEW_ASSIGN(const auto sessions, sessions_with_views(workspace.store()));
  for (const auto& id : sessions) {
    CLEW_ASSIGN(const auto state, load_view(workspace.store(), id));
    if (!state || state->dialect != found.dialect->name()) continue;
    if (canonical_path(workspace.files(), state->folder) != found.folder) continue;
    if (state->find(found.location.files.front()) == nullptr) continue;
    CLEW_ASSIGN(Answer answer, rebuild_view(workspace, id, repair));
    return std::optional(std::move(answer));
  }
  return std::optional<Answer>();
}

}  // namespace clew

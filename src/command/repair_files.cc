#include "command/repair_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/finding_words.h"
#include "command/keyed_answer.h"
#include "command/view_state.h"
#include "command/workspace.h"
#include "command/write_out.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMostSideFile = uint64_t{1} << 20;

bool is_damage(const Finding& finding) { return finding.rule.ends_with(".syntax"); }

// The markers of a merge. Both sides are somebody's work: a person chooses.
bool is_conflict(const Finding& finding) { return finding.rule.ends_with("-conflict"); }

bool is_damaged(const Dialect& dialect, const NamedFile& file) {
  const auto findings = dialect.read(FileSet{{file}}).findings;
  return std::any_of(findings.begin(), findings.end(), is_damage);
}

class Ladder {
 public:
  Ladder(Workspace& workspace, const FoundSession& found, const FileRepair& repair)
      : workspace_(workspace), found_(found), repair_(repair) {}

  Result<Answer> climb() {
    for (const auto& finding : found_.dialect->read(found_.files).findings) {
      if (!is_conflict(finding)) continue;
      return make_error(ErrorCode::kInvalid, finding.message,
                        join_path(found_.folder, finding.file), finding.next);
    }
    CLEW_ASSIGN(const bool rebuilt, from_log());
    if (rebuilt) return answer(0, "rebuilt from the log; nothing is lost");
    if (damaged().empty() && repair_.at.empty() && !primary_missing()) {
      return answer(-1, "nothing to repair: every file can be read");
    }
    if (repair_.at.empty()) {
      CLEW_ASSIGN(const bool restored, from_backup());
      if (restored) {
        return answer(1, "Session state recovered from backup. Last state update may be lost.");
      }
      CLEW_ASSIGN(const std::string told, from_other_files());
      if (!told.empty()) return answer(2, told);
      return nothing_helps();
    }
    CLEW_ASSIGN(Session fresh, found_.dialect->begin_at(everything(), repair_.at));
    CLEW_TRY(write_fresh(std::move(fresh)));
    return answer(3, fmt::format("a fresh state was begun at {}; what came before it is not known",
                                 repair_.at));
  }

 private:
  Answer answer(int level, const std::string& sentence) const {
    Answer out;
    if (rebuilt_) out.data = done_fields(*rebuilt_);
    out.data.set("changed", level >= 0 && !repair_.dry_run);
    out.data.set("level", level < 0 ? Value() : Value(level));
    out.data.set("said", sentence);
    out.data.set("written", texts_of(written_));
    out.data.set("kept_aside", texts_of(aside_));
    out.text = repair_.dry_run && level >= 0 ? "would do this: " + sentence : sentence;
    for (const auto& name : written_) out.text += "\n  written     " + name;
    for (const auto& name : aside_) out.text += "\n  kept aside  " + name;
    return out;
  }

  static Value texts_of(const std::vector<std::string>& names) {
    Value list = Value::list();
    for (const auto& name : names) list.push(name);
    return list;
  }

  Result<Answer> nothing_helps() const {
    std::string names;
    for (const auto& file : everything().files) names += "\n  " + file.path;
    return make_error(
        ErrorCode::kInvalid,
        "Session state could not be automatically recovered. There are these files:" + names,
        repair_.path, "clew repair " + repair_.path + " --at STEP");
  }

  std::vector<const NamedFile*> damaged() const {
    std::vector<const NamedFile*> out;
    for (const auto& file : found_.files.files) {
      if (is_damaged(*found_.dialect, file)) out.push_back(&file);
    }
    return out;
  }

  bool primary_missing() const {
    return !found_.place.files.empty() && found_.files.find(found_.place.files.front()) == nullptr;
  }

  Result<bool> from_log() {
    CLEW_ASSIGN(const auto sessions, sessions_with_views(workspace_.store()));
    for (const auto& id : sessions) {
      CLEW_ASSIGN(const auto state, load_view(workspace_.store(), id));
      if (!state || state->dialect != found_.dialect->name() || state->folder != found_.folder) {
        continue;
      }
      const bool ours =
          std::any_of(state->files.begin(), state->files.end(),
                      [&](const ViewFile& f) { return f.path == found_.place.files.front(); });
      if (!ours) continue;
      CLEW_TRY(render(id));
      return true;
    }
    return false;
  }

  // What breaks a rule is left alone by other commands; here it is put aside, so that the file is
  // missing and made anew.
  Status render(const SessionId& id) {
    const auto wrong = breaking_rules();
    if (repair_.dry_run) {
      for (const NamedFile* file : wrong) {
        written_.push_back(file->path);
        aside_.push_back(damaged_name(last_part_of(file->path), workspace_.now()));
      }
      return success();
    }
    CLEW_ASSIGN(rebuilt_, workspace_.execute_unkeyed(id, {}));
    CLEW_ASSIGN(auto state, load_view(workspace_.store(), id));
    if (state && !state->held.empty() && !wrong.empty()) {
      for (const NamedFile* file : wrong) CLEW_TRY(set_aside(*file));
      CLEW_ASSIGN(rebuilt_, workspace_.execute_unkeyed(id, {}));
      CLEW_ASSIGN(state, load_view(workspace_.store(), id));
    }
    if (!state || state->held.empty()) return success();
    return make_error(ErrorCode::kInvalid, "the view is left as it is: " + state->held,
                      repair_.path, "clew validate " + repair_.path);
  }

  // Of the session's own files; one that several share is not put right by one of them.
  std::vector<const NamedFile*> breaking_rules() const {
    const auto findings = found_.dialect->read(found_.files).findings;
    std::vector<const NamedFile*> out;
    for (const auto& file : found_.files.files) {
      const auto has = [&](auto&& test) {
        return std::any_of(findings.begin(), findings.end(),
                           [&](const Finding& f) { return f.file == file.path && test(f); });
      };
      const bool wrong = has([](const Finding& f) { return f.severity == Severity::kError; });
      if (wrong && !has(is_conflict) && !is_shared(file.path)) out.push_back(&file);
    }
    return out;
  }

  bool is_shared(const std::string& path) const {
    const auto& documents = found_.dialect->documents();
    return std::any_of(documents.begin(), documents.end(), [&](const DocumentShape& document) {
      return document.owner == FileOwner::kFolder &&
             last_part_of(document.path) == last_part_of(path);
    });
  }

  Status set_aside(const NamedFile& file) {
    const std::string whole = join_path(found_.folder, file.path);
    const std::string aside = damaged_name(last_part_of(whole), workspace_.now());
    CLEW_ASSIGN(const auto folder, workspace_.files().open_folder(parent_of(whole)));
    CLEW_TRY(write_out(workspace_, *folder, aside, file.text));
    written_.push_back(file.path);
    aside_.push_back(aside);
    return folder->remove(last_part_of(whole));
  }

  Result<bool> from_backup() {
    bool any = false;
    for (const NamedFile* file : damaged()) {
      const std::string whole = join_path(found_.folder, file->path);
      const std::string name = last_part_of(whole);
      const auto opened = workspace_.files().open_folder(parent_of(whole));
      if (!opened) continue;
      const auto backup = read_whole_file(**opened, backup_name_of(name));
      if (!backup || is_damaged(*found_.dialect, {file->path, *backup})) return false;
      CLEW_TRY(put(file->path, *backup));
      any = true;
    }
    return any;
  }

  // All small files around, also those that are no documents of the dialect.
  FileSet everything() const {
    FileSet set = found_.files;
    const std::string primary = found_.place.files.empty() ? "" : found_.place.files.front();
    const size_t slash = primary.rfind('/');
    const std::string below = slash == std::string::npos ? "" : primary.substr(0, slash + 1);
    const auto opened = workspace_.files().open_folder(found_.folder + "/" + below);
    const auto names =
        opened ? (*opened)->list() : Result<std::vector<std::string>>(opened.error());
    if (!names) return set;
    for (const auto& name : *names) {
      if (set.find(below + name) != nullptr) continue;
      if (auto text = read_whole_file(**opened, name, kMostSideFile)) {
        set.files.push_back({below + name, std::move(*text)});
      }
    }
    return set;
  }

  Result<std::string> from_other_files() {
    const Readings readings = found_.dialect->reconstruct(everything());
    if (readings.sessions.empty()) return std::string();
    CLEW_TRY(write_fresh(readings.sessions.front().session));
    return readings.findings.empty() ? std::string("reconstructed from the other files")
                                     : readings.findings.front().message;
  }

  Status write_fresh(Session session) {
    // Where nothing tells when it was, it begins now.
    if (session.identity.created_at == Time()) session.identity.created_at = workspace_.now();
    if (session.last_activity == Time()) session.last_activity = session.identity.created_at;
    FileSet base;
    for (const auto& file : found_.files.files) {
      if (!is_damaged(*found_.dialect, file)) base.files.push_back(file);
    }
    CLEW_ASSIGN(const FileSet files, found_.dialect->write(session, base));
    for (const auto& file : files.files) {
      const NamedFile* present = found_.files.find(file.path);
      if (present != nullptr && present->text == file.text) continue;
      CLEW_TRY(put(file.path, file.text));
    }
    return success();
  }

  Status put(const std::string& path, const std::string& text) {
    written_.push_back(path);
    const NamedFile* present = found_.files.find(path);
    const std::string whole = join_path(found_.folder, path);
    const std::string name = last_part_of(whole);
    const std::string aside = damaged_name(name, workspace_.now());
    const bool keep = present != nullptr && is_damaged(*found_.dialect, *present);
    if (keep) aside_.push_back(aside);
    if (repair_.dry_run) return success();
    CLEW_ASSIGN(const auto opened, workspace_.files().open_folder(parent_of(whole)));
    if (keep) CLEW_TRY(write_out(workspace_, *opened, aside, present->text));
    return write_out(workspace_, *opened, name, text);
  }

  Workspace& workspace_;
  const FoundSession& found_;
  const FileRepair& repair_;
  std::optional<Done> rebuilt_;  // from the log, by a command of the session
  std::vector<std::string> written_;
  std::vector<std::string> aside_;
};

}  // namespace

Result<Answer> repair_files(Workspace& workspace, const FileRepair& repair) {
  const Dialect* only = nullptr;
  if (!repair.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(repair.dialect));
  }
  CLEW_ASSIGN(const auto found, find_dialect_files(workspace, repair.path, only));
  if (found.size() > 1) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("{} holds {} sessions; repair one at a time", repair.path, found.size()),
        repair.path, "clew validate " + repair.path);
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(Answer answer, Ladder(workspace, found.front(), repair).climb());
  if (!repair.dry_run) CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew

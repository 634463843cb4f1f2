#include "command/open_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/load_whole.h"
#include "command/write_out.h"
#include "dialect/json.h"
#include "dialect/registry.h"
#include "dialect/text_position.h"
#include "files/append_file.h"
#include "files/make_folders.h"
#include "files/replace_file.h"
#include "files/whole_file.h"
#include "session/merge_edit.h"

namespace clew {
namespace {

// Texts of files that sessions share are remembered for all of them.
const SessionId kAnySession("*");

std::pair<std::string, std::string> split(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// Opens a folder beneath another, making what is missing.
Result<std::unique_ptr<Folder>> open_below(FileSystem& files, Folder& top,
                                           const std::string& path) {
  if (path.empty()) return files.open_folder(top.path());
  auto opened = top.open_folder(path);
  if (opened || opened.error().code != ErrorCode::kNotFound) return opened;
  const auto [parent, name] = split(path);
  CLEW_ASSIGN(const auto above, open_below(files, top, parent));
  const auto made = above->make_folder(name);
  if (!made && made.error().code != ErrorCode::kConflict) return made.error();
  return top.open_folder(path);
}

bool is_syntax(const Finding& finding) { return finding.rule.ends_with(".syntax"); }

// Errors of `findings` that `known` does not have: what an edit brought.
std::vector<std::string> new_errors(const Findings& findings, const Findings& known) {
  std::vector<std::string> errors;
  for (const auto& finding : findings) {
    if (finding.severity != Severity::kError) continue;
    const bool old = std::any_of(known.begin(), known.end(), [&](const Finding& each) {
      return each.rule == finding.rule && each.pointer == finding.pointer &&
             each.message == finding.message;
    });
    if (!old) errors.push_back(finding.message);
  }
  return errors;
}

const Reading* reading_of(const Readings& readings, const std::string& entry) {
  for (const auto& reading : readings.sessions) {
    if (reading.entry == entry) return &reading;
  }
  return readings.sessions.size() == 1 ? &readings.sessions.front() : nullptr;
}

std::string aside_name(const std::string& name, Time now) {
  std::string stamp = to_iso(now).substr(0, 19);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  std::replace(stamp.begin(), stamp.end(), 'T', '-');
  return name + ".damaged-" + stamp;
}

// How much of `after` is there already, in whole lines; npos when `after` is no continuation. A
// last line without its end counts as one when `after` gives it its end; otherwise it is a torn
// one.
size_t kept_lines(const std::string& present, const std::string& after) {
  if (present.empty() || present.ends_with('\n')) {
    return after.starts_with(present) ? present.size() : std::string::npos;
  }
  if (after.starts_with(present + "\n")) return present.size() + 1;
  const size_t whole = present.rfind('\n') == std::string::npos ? 0 : present.rfind('\n') + 1;
  return after.starts_with(present.substr(0, whole)) ? whole : std::string::npos;
}

// A line that another program is just adding is there as a whole a moment later.
Result<Bytes> read_settled(Folder& folder, const std::string& name, Machine& machine) {
  auto text = read_whole_file(folder, name);
  for (int i = 0; i < 5 && text && name.ends_with(".jsonl"); ++i) {
    if (text->empty() || text->ends_with('\n')) break;
    machine.sleep(Duration{2});
    text = read_whole_file(folder, name);
  }
  return text;
}

}  // namespace

OpenView::OpenView(EventStore& store, FileSystem& files, std::string cache, SessionId session,
                   ViewState state, Time now)
    : store_(store),
      files_(files),
      cache_(std::move(cache)),
      session_(std::move(session)),
      state_(std::move(state)),
      now_(now),
      dialect_(find_dialect(state_.dialect)) {}

Result<std::unique_ptr<OpenView>> OpenView::open(EventStore& store, FileSystem& files,
                                                 const std::string& cache, const SessionId& session,
                                                 Time now, Duration deadline,
                                                 std::vector<std::string>& notices) {
  CLEW_ASSIGN(auto state, load_view(store, session));
  if (!state) return std::unique_ptr<OpenView>();
  std::unique_ptr<OpenView> view(
      new OpenView(store, files, cache, session, std::move(*state), now));
  if (view->dialect_ == nullptr) {
    notices.push_back("the view's dialect " + view->state_.dialect + " is not known to this clew");
    return std::unique_ptr<OpenView>();
  }
  const bool is_new = view->state_.seq.number == 0;
  auto folder =
      is_new ? make_folders(files, view->state_.folder) : files.open_folder(view->state_.folder);
  if (!folder) {
    notices.push_back(fmt::format("the view's folder {} cannot be opened ({}); the view is behind",
                                  view->state_.folder, folder.error().message));
    return std::unique_ptr<OpenView>();
  }
  view->folder_ = std::move(*folder);
  CLEW_TRY(view->load_shown());
  std::vector<std::string> paths = view->dialect_->files_of(view->shown_);
  for (const auto& file : view->state_.files) paths.push_back(file.path);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  const auto had = view->guard(paths, deadline);
  if (!had) {
    notices.push_back(
        fmt::format("{}; the view is behind until the next change", had.error().message));
    return std::unique_ptr<OpenView>();
  }
  // Whoever held the locks before may have written since the state was read.
  CLEW_ASSIGN(auto latest, load_view(store, session));
  if (!latest) return std::unique_ptr<OpenView>();
  view->state_ = std::move(*latest);
  CLEW_TRY(view->load_shown());
  CLEW_TRY(view->look());
  return view;
}

// The session as the files show it; before the first writing, as it is.
Status OpenView::load_shown() {
  const bool is_new = state_.seq.number == 0;
  CLEW_ASSIGN(Loaded shown,
              store_.load(session_, is_new ? std::nullopt : std::optional(state_.seq)));
  shown_ = std::move(shown.session);
  set_external_id(shown_.steps[0], state_.dialect, state_.entry);
  return success();
}

Status OpenView::guard(const std::vector<std::string>& paths, Duration deadline) {
  const ViewLock habit = dialect_->lock_of(state_.entry);
  if (habit.habit == LockHabit::kPidFile) {
    const auto [below, name] = split(habit.path);
    CLEW_ASSIGN(foreign_folder_, open_below(files_, *folder_, below));
    CLEW_ASSIGN(PidLock lock, take_pid_lock(*foreign_folder_, name, machine_, deadline));
    foreign_lock_.emplace(std::move(lock));
  }
  for (const auto& path : paths) {
    const auto [below, name] = split(path);
    CLEW_ASSIGN(auto folder, open_below(files_, *folder_, below));
    CLEW_ASSIGN(FileLock lock, lock_file(files_, cache_, *folder, name, machine_, deadline));
    guarded_.push_back({path, name, std::move(folder), std::move(lock)});
  }
  return success();
}

const OpenView::Guarded* OpenView::guarded(const std::string& path) const {
  for (const auto& each : guarded_) {
    if (each.path == path) return &each;
  }
  return nullptr;
}

Status OpenView::look() {
  for (const auto& each : guarded_) {
    SeenFile file;
    file.path = each.path;
    auto text = read_settled(*each.folder, each.name, machine_);
    if (!text && text.error().code != ErrorCode::kNotFound) {
      hold(fmt::format("{} cannot be read: {}", each.path, text.error().message));
      continue;
    }
    if (text) {
      file.text = std::move(*text);
      file.digest = sha256(file.text);
      CLEW_TRY(judge(file, each));
    }
    seen_.push_back(std::move(file));
  }
  return success();
}

Status OpenView::judge(SeenFile& file, const Guarded& /*guarded*/) {
  const ViewFile* known = state_.find(file.path);
  if (known != nullptr && (file.digest == known->digest || file.digest == known->previous)) {
    file.verdict = FileVerdict::kOurs;
    return success();
  }
  CLEW_ASSIGN(const auto earlier, written_at(store_, session_, file.path, file.digest));
  if (earlier) {
    file.verdict = FileVerdict::kPutBack;
    file.put_back_to = *earlier;
    notices_.push_back(fmt::format(
        "{} was put back to seq {} by git; left as it is, and rewritten with the next change",
        file.path, earlier->number));
    return success();
  }
  // A file that sessions share: another of them wrote it, or git put such a text back.
  CLEW_ASSIGN(const auto shared,
              written_at(store_, kAnySession, state_.folder + "/" + file.path, file.digest));
  if (shared) {
    file.verdict = FileVerdict::kOurs;
    return success();
  }
  file.verdict = FileVerdict::kEdited;
  if (find_conflict(file.text)) {
    file.verdict = FileVerdict::kConflict;
    return success();
  }
  const Readings readings = dialect_->read(FileSet{{{file.path, file.text}}});
  if (std::any_of(readings.findings.begin(), readings.findings.end(), is_syntax)) {
    file.verdict = FileVerdict::kDamaged;
  }
  return success();
}

bool OpenView::has_edits() const {
  return std::any_of(seen_.begin(), seen_.end(),
                     [](const SeenFile& file) { return file.verdict == FileVerdict::kEdited; });
}

FileSet OpenView::present() const {
  FileSet set;
  for (const auto& file : seen_) {
    if (file.verdict == FileVerdict::kMissing || file.verdict == FileVerdict::kDamaged) continue;
    set.files.push_back({file.path, file.text});
  }
  return set;
}

void OpenView::hold(std::string why) {
  if (!state_.held.empty()) return;
  state_.held = std::move(why);
  notices_.push_back(fmt::format(
      "the view is left as it is: {}\nnext: mend the file, or  clew view accept", state_.held));
}

// What clew wrote at state_.seq: the text taken in last, brought to that event.
Result<FileSet> OpenView::written_last() const {
  FileSet bases;
  for (const auto& file : state_.files) {
    if (file.base.empty()) continue;
    CLEW_ASSIGN(Bytes text, store_.blob(file.base));
    bases.files.push_back({file.path, std::move(text)});
  }
  // With every fact: a file that lists them all would seem to have gained the older ones.
  CLEW_ASSIGN(Session shown, load_whole(store_, session_, state_.seq));
  set_external_id(shown.steps[0], state_.dialect, state_.entry);
  return dialect_->write(shown, bases);
}

Result<Drafts> OpenView::take_in(const Session& now, PutBack put_back) {
  state_.held.clear();
  Drafts none;
  for (const auto& file : seen_) {
    if (file.verdict == FileVerdict::kConflict) {
      hold(file.path + " has the markers of a merge conflict");
      return none;
    }
    if (file.verdict == FileVerdict::kDamaged) {
      CLEW_TRY(keep_aside(file));
    }
  }
  const bool taken = has_edits() || put_back == PutBack::kTake;
  if (!taken || state_.seq.number == 0) return none;

  CLEW_ASSIGN(const FileSet last, written_last());
  FileSet edited = last;
  for (const auto& file : seen_) {
    const bool counts = file.verdict == FileVerdict::kEdited ||
                        (file.verdict == FileVerdict::kPutBack && put_back == PutBack::kTake);
    if (!counts) continue;
    const auto found = std::find_if(edited.files.begin(), edited.files.end(),
                                    [&](const NamedFile& each) { return each.path == file.path; });
    if (found == edited.files.end()) {
      edited.files.push_back({file.path, file.text});
    } else {
      found->text = file.text;
    }
  }
  const Readings before = dialect_->read(last);
  const Readings after = dialect_->read(edited);
  const auto errors = new_errors(after.findings, before.findings);
  if (!errors.empty()) {
    hold(errors.front());
    return none;
  }
  const Reading* base = reading_of(before, state_.entry);
  const Reading* wanted = reading_of(after, state_.entry);
  if (base == nullptr || wanted == nullptr) {
    hold("it no longer tells of " + state_.entry);
    return none;
  }
  auto merged = merge_edit(base->session, wanted->session, now,
                           [this](const Session& session, const Step& step) {
                             return dialect_->step_name(session, step);
                           });
  for (auto& clash : merged.clashes) notices_.push_back(std::move(clash));
  return std::move(merged.drafts);
}

Status OpenView::keep_aside(const SeenFile& file) {
  const Guarded* place = guarded(file.path);
  const std::string aside = aside_name(place->name, now_);
  CLEW_ASSIGN(const auto copy, place->folder->open(aside, OpenMode::kCreateNew));
  CLEW_TRY(write_all(*copy, file.text));
  CLEW_TRY(copy->sync(SyncKind::kData));
  notices_.push_back(fmt::format(
      "recovered: {} was damaged; restored from the log, nothing lost. The damaged file is kept "
      "as {}",
      file.path, aside));
  return success();
}

Status OpenView::render(const Session& session, Seq seq, WriteTurn& turn) {
  if (!state_.held.empty()) return save_view(store_, turn, session_, state_);
  Session told = session;
  set_external_id(told.steps[0], state_.dialect, state_.entry);
  FileSet base = present();
  for (const auto& file : state_.files) {
    if (file.base.empty() || base.find(file.path) != nullptr) continue;
    if (auto text = store_.blob(file.base)) base.files.push_back({file.path, std::move(*text)});
  }
  auto files = dialect_->write(told, base);
  if (!files) {
    hold(files.error().message);
    return save_view(store_, turn, session_, state_);
  }
  rendered_ = std::move(*files);
  for (const auto& file : rendered_.files) {
    ViewFile& known = state_.file(file.path);
    const Hash digest = sha256(file.text);
    for (const auto& seen : seen_) {
      const bool foreign = seen.path == file.path && seen.verdict == FileVerdict::kEdited &&
                           file.owner == FileOwner::kSession;
      if (!foreign) continue;
      CLEW_TRY(turn.put_blob({seen.digest, seen.text}, session_));
      known.base = seen.digest;
      known.digest = seen.digest;
    }
    if (digest == known.digest) continue;
    known.previous = known.digest;
    known.digest = digest;
    const bool own = file.owner == FileOwner::kSession;
    CLEW_TRY(remember_text(turn, own ? session_ : kAnySession,
                           own ? file.path : state_.folder + "/" + file.path, digest, seq));
  }
  state_.seq = seq;
  return save_view(store_, turn, session_, state_);
}

Status OpenView::write() {
  if (!state_.held.empty()) return success();
  for (const auto& file : rendered_.files) CLEW_TRY(write_one(file));
  return success();
}

Status OpenView::write_one(const NamedFile& file) {
  const auto seen = std::find_if(seen_.begin(), seen_.end(),
                                 [&](const SeenFile& each) { return each.path == file.path; });
  const bool there = seen != seen_.end() && seen->verdict != FileVerdict::kMissing;
  if (there && seen->text == file.text) return success();
  const Guarded* place = guarded(file.path);
  if (place == nullptr) {
    CLEW_TRY(guard({file.path}, seconds(2)));
    place = guarded(file.path);
  }
  const size_t kept = there ? kept_lines(seen->text, file.text) : std::string::npos;
  if (file.write == FileWrite::kAppend && kept != std::string::npos) {
    AppendRequest request;
    request.name = place->name;
    const std::string rest = file.text.substr(kept);
    request.lines = rest;
    request.is_whole = [](BytesView line) { return parse_json(line).ok(); };
    request.now = now_;
    const auto done = append_lines(*place->folder, request, *place->lock);
    return done ? success() : Status(done.error());
  }
  ReplaceRequest request;
  request.name = place->name;
  request.content = file.text;
  request.durability = Durability::kDerived;
  if (file.write == FileWrite::kBackup) {
    request.is_valid = [&](BytesView present) {
      const Readings readings = dialect_->read(FileSet{{{file.path, std::string(present)}}});
      return std::none_of(readings.findings.begin(), readings.findings.end(), is_syntax);
    };
  }
  const auto done = replace_file(*place->folder, request, machine_, *place->lock);
  return done ? success() : Status(done.error());
}

}  // namespace clew

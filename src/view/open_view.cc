#include "view/open_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/registry.h"
#include "document/finding_text.h"
#include "document/text_position.h"
#include "document/tree_builder.h"
#include "files/document_limit.h"
#include "files/guarded_file.h"
#include "files/machine.h"
#include "files/real_folder.h"
#include "files/whole_file.h"
#include "view/repair_writer.h"
#include "view/travel_of_session.h"

namespace clew {
namespace {

std::pair<std::string, std::string> split(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

bool is_all_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Is another program just writing it? Lines that are added have no end yet, and what is written
// anew in place is empty for a moment.
bool is_unsettled(const std::string& name, std::string_view text) {
  if (name.ends_with(".jsonl")) return !text.empty() && !text.ends_with('\n');
  return (name.ends_with(".yaml") || name.ends_with(".json")) && is_all_blank(text);
}

// Up to five more reads, two milliseconds apart; after that the text counts as it is.
Result<Bytes> read_settled(Folder& folder, const std::string& name, Machine& machine) {
  auto text = read_whole_file(folder, name, document_limit(name));
  for (int i = 0; i < 5 && text && is_unsettled(name, *text); ++i) {
    machine.sleep(Duration{2});
    text = read_whole_file(folder, name, document_limit(name));
  }
  return text;
}

}  // namespace

// Opens the folder at `path` below `top`, and makes the missing ones. Each part is opened beneath
// the folder above it, never by a joined path, so a link that was put in its place is not followed.
// Another process may make the folder first; that is the same success.
Result<std::unique_ptr<Folder>> open_below(FileSystem& files, Folder& top,
                                           const std::string& path) {
  if (path.empty()) return open_real_folder(files, top.path());
  auto opened = top.open_folder(path);
  if (opened || opened.error().code != ErrorCode::kNotFound) return opened;
  const auto [parent, name] = split(path);
  CLEW_ASSIGN(const auto above, open_below(files, top, parent));
  const auto made = above->make_folder(name);
  if (!made && made.error().code != ErrorCode::kConflict) return made.error();
  return top.open_folder(path);
}

OpenView::OpenView(StoreReader& store, FileSystem& files, std::string cache, SessionId session,
                   ViewState state, Time now)
    : store_(store),
      files_(files),
      cache_(std::move(cache)),
      session_(std::move(session)),
      state_(std::move(state)),
      now_(now),
      dialect_(find_dialect(state_.dialect)) {}

// No view at all, an unknown dialect, a folder that cannot be opened and a lock that is not free
// are no errors: the answer is null, a notice says why, and the command goes on without the view.
// Locks are taken in the order of the paths, so that two commands cannot deadlock. The view's
// record is read again under the locks, because the one read before only says which files to lock.
Result<std::unique_ptr<OpenView>> OpenView::open(StoreReader& store, FileSystem& files,
                                                 const std::string& cache, const SessionId& session,
                                                 Time now, Duration deadline,
                                                 std::vector<std::string>& notices) {
  CLEW_ASSIGN(auto state, load_view(store, session));
  if (!state) return std::unique_ptr<OpenView>();
  std::unique_ptr<OpenView> view(
      new OpenView(store, files, cache, session, std::move(*state), now));
  if (view->dialect_ == nullptr) {
    notices.push_back("the view's dialect " + view->state_.dialect +
                      " is not supported by this version of clew");
    return std::unique_ptr<OpenView>();
  }
  const bool is_new = view->state_.seq.number == 0;
  auto folder = is_new ? make_real_folders(files, view->state_.folder)
                       : open_real_folder(files, view->state_.folder);
  if (!folder) {
    notices.push_back(fmt::format(
        "the view's folder {} cannot be opened ({}), and its files are out of date; if it was "
        "moved,  clew view detach -s {}  and  clew view attach {} --dir WHERE  keep its id",
        view->state_.folder, folder.error().message, session.text, view->state_.dialect));
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
    // Who holds a lock is said by name; anything else is about the files.
    const bool is_locked = had.error().code == ErrorCode::kConflict;
    const std::string where = is_locked ? std::string() : view->state_.own_path() + ": ";
    notices.push_back(fmt::format("{}: {}{}", kBehindWords, where, had.error().message));
    return std::unique_ptr<OpenView>();
  }
  // Whoever held the locks before may have written since the state was read.
  CLEW_ASSIGN(auto latest, load_view(store, session));
  if (!latest) return std::unique_ptr<OpenView>();
  view->state_ = std::move(*latest);
  view->state_.held.clear();  // judged anew
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

void OpenView::tell_surroundings(Session& session) const {
  set_external_id(session.steps[0], state_.dialect, state_.entry);
  dialect_->set_folder(session, state_.folder);
  if (state_.travel) dialect_->set_travel(session, *state_.travel);
  if (!state_.project.empty()) session.identity.project_path = state_.project;
}

// What the files are to say about where they lie. The project is named anew only when it was moved:
// the recorded path is gone, another root is known, and the session did not come from files of its
// own.
Status OpenView::look_around(const Session& session, Seq seq, StoreReader& store) {
  CLEW_ASSIGN(state_.travel, travel_of_session(store, session_, seq));
  // What somebody's files said stays as they said it.
  const std::string& recorded = session.identity.project_path;
  const bool is_elsewhere = session.root().external.empty() && !state_.root.empty() &&
                            !recorded.empty() && state_.root != recorded && !files_.info(recorded);
  state_.project = is_elsewhere ? state_.root : std::string();
  return success();
}

// The dialect's own lock comes first, as its other programs expect it, then clew's lock per file.
// With a foreign lock held, a lock is taken on the file itself too.
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
    std::optional<FileLock> own;
    if (foreign_lock_) {
      CLEW_ASSIGN(own, take_lock_on(*folder, name, machine_, deadline));
    }
    guarded_.push_back({path, name, std::move(folder), std::move(lock), std::move(own)});
  }
  return success();
}

const OpenView::Guarded* OpenView::guarded(const std::string& path) const {
  for (const auto& each : guarded_) {
    if (each.path == path) return &each;
  }
  return nullptr;
}

const SeenFile* OpenView::seen_file(const std::string& path) const {
  for (const auto& each : seen_) {
    if (each.path == path) return &each;
  }
  return nullptr;
}

// Reads and judges every guarded file. A file that cannot be read holds the view, so it is never
// overwritten unseen.
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
      if (const auto info = each.folder->info(each.name)) {
        file.stood = fmt::format("{}:{}", info->id.inode, info->modified_ns);
      }
      CLEW_TRY(judge(file));
    }
    seen_.push_back(std::move(file));
  }
  return doubt_put_back();
}

// Git puts all of a session's files back. One that is only ever added to, and alone has an earlier
// text, has lost what was added since.
Status OpenView::doubt_put_back() {
  const auto is_put_back = [](const SeenFile& file) {
    return file.verdict == FileVerdict::kPutBack;
  };
  const bool is_all = std::any_of(seen_.begin(), seen_.end(), [&](const SeenFile& file) {
    return is_put_back(file) && !grows_as(*dialect_, file.path);
  });
  if (is_all) return success();
  for (auto& file : seen_) {
    if (!is_put_back(file) || !grows_as(*dialect_, file.path)) continue;
    file.verdict = FileVerdict::kEdited;
    CLEW_TRY(find_lost(file));
  }
  return success();
}

// The order of the questions matters: each one is cheaper and more certain than the next.
//   digest of the last write                   kOurs
//   digest and place of what it replaced       kBehind    a crash came between commit and rename
//   digest of any earlier write                kPutBack   git restored it
//   a shared file as any session wrote it      kOurs, or kPutBack for this session's part of it
//   conflict markers                           kConflict
//   an error that no parser gets past          kDamaged, or kRefused when nothing is damaged
//   anything else                              kEdited
Status OpenView::judge(SeenFile& file) {
  const ViewFile* known = state_.find(file.path);
  if (known != nullptr && file.digest == known->digest) {
    file.verdict = FileVerdict::kOurs;
    return success();
  }
  if (known != nullptr && file.digest == known->previous && file.stood == known->stood) {
    file.verdict = FileVerdict::kBehind;
    return success();
  }
  CLEW_ASSIGN(const auto earlier, written_at(store_, session_, file.path, file.digest));
  if (earlier) {
    file.verdict = FileVerdict::kPutBack;
    file.put_back_to = *earlier;
    return success();
  }
  // A file that sessions share: another of them wrote it, or git put such a text back.
  CLEW_ASSIGN(const auto shared, was_written(store_, state_.folder + "/" + file.path, file.digest));
  if (shared && !is_list_of_sessions(*dialect_, file.path)) {
    file.verdict = FileVerdict::kOurs;
    return success();
  }
  if (shared) {
    // The text as a whole is ours; whoever wrote it last kept what it said of this session.
    CLEW_ASSIGN(const auto own,
                written_at(store_, session_, file.path, own_part({file.path, file.text})));
    file.verdict = own && *own >= state_.seq ? FileVerdict::kOurs : FileVerdict::kPutBack;
    if (own) {
      file.put_back_to = *own;
      return success();
    }
  }
  file.verdict = FileVerdict::kEdited;
  if (find_conflict(file.text)) {
    file.verdict = FileVerdict::kConflict;
    return success();
  }
  if (is_append_only(*dialect_, file.path)) return find_lost(file);
  const Readings readings = dialect_->read(FileSet{{{file.path, file.text}}});
  const auto is_error = [](const Finding& each) { return each.severity == Severity::kError; };
  // An empty text can be parsed and is no document: a crash leaves such a file, and no hand.
  const bool is_unread =
      std::any_of(readings.findings.begin(), readings.findings.end(), is_syntax) ||
      (is_all_blank(file.text) &&
       std::any_of(readings.findings.begin(), readings.findings.end(), is_error));
  if (!is_unread) {
    CLEW_TRY(find_cut(file));
    return find_lost(file);
  }
  file.verdict = FileVerdict::kDamaged;
  for (Finding finding : readings.findings) {
    if (!is_syntax(finding) || !names_no_damage(finding.message)) continue;
    if (!finding.position) finding.position = take_position(finding.message);
    file.verdict = FileVerdict::kRefused;
    file.trouble = finding_line(finding);
    break;
  }
  return success();
}

// A file that lists sessions changes with each of them. Only the part that belongs to this view's
// id is hashed, so that others' entries make no edit of this one.
Hash OpenView::own_part(const NamedFile& file) const {
  const FileSet own = dialect_->without_others(FileSet{{file}}, state_.entry);
  return own.files.empty() ? Hash() : sha256(own.files.front().text);
}

bool OpenView::has_edits() const {
  return std::any_of(seen_.begin(), seen_.end(),
                     [](const SeenFile& file) { return file.verdict == FileVerdict::kEdited; });
}

// The texts to edit: what is there, but for damaged ones, which give nothing to keep.
FileSet OpenView::present() const {
  FileSet set;
  for (const auto& file : seen_) {
    if (file.verdict == FileVerdict::kMissing || file.verdict == FileVerdict::kDamaged) continue;
    set.files.push_back({file.path, file.text});
  }
  return set;
}

// The first reason wins: the view is left as it is for the rest of the command, whatever else is
// found.
void OpenView::hold(std::string why, std::string next) {
  if (!state_.held.empty()) return;
  state_.held = std::move(why);
  if (next.empty()) next = "fix the file, or  clew repair " + state_.own_path();
  notices_.push_back(fmt::format("the view was left unchanged: {}; next: {}", state_.held, next));
}

}  // namespace clew

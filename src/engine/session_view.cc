#include "engine/session_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/shell_word.h"
#include "dialect/registry.h"
#include "dialect/resume_protocol.h"
#include "discovery/found_session.h"
#include "discovery/import_record.h"
#include "engine/append.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/work_files/referenced_files.h"
#include "engine/work_files/structural_file.h"
#include "files/canonical_path.h"
#include "files/open_to_others.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "session/progress.h"
#include "view/external_id.h"
#include "view/index_files.h"
#include "view/repair_writer.h"
#include "view/view_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

// The dialect knows its files by their names within the folder only; a person stands elsewhere.
Error with_folder(Workspace& workspace, Error error, const std::string& folder) {
  const std::string name = " " + error.subject;
  if (error.subject.empty() || !error.next.starts_with("clew ") || !error.next.ends_with(name)) {
    return error;
  }
  error.subject = shown_path(real_here(workspace), join_path(folder, error.subject));
  error.next.replace(error.next.size() - name.size() + 1, std::string::npos,
                     shell_word(error.subject));
  // What is written beside the old file becomes the session's only when it is taken in.
  if (error.next.starts_with("clew migrate ")) {
    error.next += ", then  clew import " + shell_word(migrated_name(error.subject));
  }
  return error;
}

// Somebody else may make a folder of that name just before: that is asked about like one that was
// there. What was asked about before is not asked again.
Status make_own_folders(Workspace& workspace, const std::string& folder, const std::string& again) {
  FileSystem& files = workspace.files();
  const uint32_t user = workspace.surroundings().user;
  const std::string before = folder_of_others(files, folder, user);
  CLEW_TRY(make_real_folders(files, folder));
  const std::string open = folder_of_others(files, folder, user);
  if (open.empty() || (open == before && open != folder)) return success();
  return agree(workspace, fmt::format("{}; use it all the same?", edits_of_others(open)), open,
               again);
}

// A view that is to be made: its record, and the files that stand there already.
struct NewView {
  ViewState state;
  Head head;
  FileSet there;
  FileSet written;  // what they are to say
};

// Everything that may stand in its way, before anything is changed.
Result<NewView> plan_view(Workspace& workspace, StoreReader& store, const SessionId& id,
                          const Dialect& dialect, const std::string& folder) {
  CLEW_ASSIGN(const auto present, load_view(store, id));
  if (present) {
    return make_error(ErrorCode::kInvalid, "the session already has a view: " + present->in_words(),
                      id.text, "clew view detach -s " + id.text);
  }
  CLEW_ASSIGN(Loaded loaded, store.load(id));
  NewView view;
  view.head = loaded.head;
  view.state.dialect = dialect.name();
  view.state.folder = folder;
  const auto& project = workspace.project();
  if (project.is_or_was(loaded.session.identity.project)) view.state.root = project.root;
  CLEW_ASSIGN(view.state.entry, choose_entry(workspace, loaded.session, dialect, folder));
  set_external_id(loaded.session.steps[0], view.state.dialect, view.state.entry);
  dialect.set_folder(loaded.session, folder);
  const auto paths = dialect.files_of(loaded.session);
  CLEW_TRY(check_unshared(workspace, id, dialect, folder, paths));
  view.there = read_present(workspace, folder, paths);
  auto written = dialect.write(loaded.session, view.there);
  if (!written) return with_folder(workspace, written.error(), folder);
  view.written = std::move(*written);
  CLEW_TRY(check_view_folder(workspace, folder));
  return view;
}

Status record_view(Transaction& transaction, const SessionId& id, const Dialect& dialect,
                   NewView& view) {
  for (const auto& file : view.there.files) {
    const NamedFile* after = view.written.find(file.path);
    const bool is_shared = after == nullptr ? SharedFiles::is_shared(dialect, file.path)
                                            : after->owner == FileOwner::kFolder;
    if (is_shared) continue;
    ViewFile& known = view.state.file(file.path);
    // As it will be written: what was redacted may still stand in the file.
    const std::string& base = after == nullptr ? file.text : after->text;
    known.digest = sha256(file.text);
    known.base = sha256(base);
    CLEW_TRY(transaction.put_blob({known.base, base}, id));
    CLEW_TRY(remember_text(transaction, id, file.path, known.digest, view.head.seq));
  }
  CLEW_TRY(save_view(transaction, id, view.state));
  return keep_entry(transaction, id, view.state.dialect, view.state.entry, view.state.folder);
}

// Of files that hold several sessions, only the own part counts.
std::string own_text(const Dialect& dialect, const std::string& path, const std::string& text,
                     const std::string& entry) {
  const FileSet own = dialect.without_others(FileSet{{{path, text}}}, entry);
  return own.files.empty() ? text : own.files.front().text;
}

// What clew last knew of a file: as it was imported, or as a view of the session wrote it there.
class KnownTexts {
 public:
  static Result<KnownTexts> load(Workspace& workspace, const SessionId& id, const NewView& view) {
    KnownTexts known(workspace, id, view);
    CLEW_ASSIGN(known.imports_, known_imports(workspace.store(), import_setting(view.state.dialect,
                                                                                view.state.entry)));
    std::erase_if(known.imports_, [&](const KnownImport& each) { return each.session != id; });
    CLEW_ASSIGN(const auto entries, kept_entries(workspace.store()));
    known.was_view_ = std::any_of(entries.begin(), entries.end(), [&](const DialectEntry& each) {
      return each.session == id && each.dialect == view.state.dialect &&
             known.real(each.folder) == known.real(view.state.folder);
    });
    return known;
  }

  bool was_imported() const { return !imports_.empty(); }

  // Somebody has changed it since, and nobody took the change in.
  Result<bool> is_changed(const Dialect& dialect, const NamedFile& file) const {
    const Hash digest = sha256(file.text);
    const KnownFile* imported = find(file.path);
    if (imported == nullptr && !was_view_) return false;
    if (imported != nullptr && imported->digest == digest) return false;
    CLEW_ASSIGN(const auto written, written_at(workspace_.store(), id_, file.path, digest));
    if (written || imported == nullptr) return !written;
    if (!is_list_of_sessions(dialect, file.path)) return true;
    CLEW_ASSIGN(const Bytes text, workspace_.store().blob(imported->kept()));
    return own_text(dialect, file.path, file.text, view_.state.entry) !=
           own_text(dialect, file.path, text, view_.state.entry);
  }

 private:
  KnownTexts(Workspace& workspace, const SessionId& id, const NewView& view)
      : workspace_(workspace), id_(id), view_(view) {}

  std::string real(const std::string& path) const {
    return canonical_path(workspace_.files(), path);
  }

  const KnownFile* find(const std::string& path) const {
    const std::string wanted = real(join_path(view_.state.folder, path));
    for (const auto& each : imports_) {
      for (const auto& file : each.files) {
        if (real(join_path(each.folder, file.path)) == wanted) return &file;
      }
    }
    return nullptr;
  }

  Workspace& workspace_;
  const SessionId& id_;
  const NewView& view_;
  std::vector<KnownImport> imports_;
  bool was_view_ = false;
};

// A view writes what the session says: what others wrote into its files since clew last knew them
// would be gone.
Status ask_before_replacing(Workspace& workspace, const SessionId& id, const Dialect& dialect,
                            const NewView& view) {
  CLEW_ASSIGN(const KnownTexts known, KnownTexts::load(workspace, id, view));
  for (const auto& file : view.there.files) {
    const DocumentShape* document = dialect.document_of(file.path);
    // A folder's list is edited at one entry, and a log only gains lines.
    const bool is_own = document != nullptr && document->owner == FileOwner::kSession &&
                        document->kind != DocumentKind::kText;
    if (!is_own) continue;
    CLEW_ASSIGN(const bool changed, known.is_changed(dialect, file));
    if (!changed) continue;
    const std::string path =
        shown_path(real_here(workspace), join_path(view.state.folder, file.path));
    const Status agreed =
        agree(workspace,
              fmt::format("{} was changed since clew {} it; write over the change?", path,
                          known.was_imported() ? "imported" : "wrote"),
              path, attach_words(dialect, view.state.folder, id));
    if (agreed) continue;
    Error error = agreed.error();
    if (known.was_imported()) {
      error.next = fmt::format("clew import {}   takes the change in{}{}", shell_word(path),
                               error.next.empty() ? "" : "      or  ", error.next);
    }
    return error;
  }
  return success();
}

std::string named_folder(Workspace& workspace, const Dialect& dialect, const std::string& given) {
  if (!given.empty()) return caller_path(workspace, given);
  const std::string usual = dialect.default_folder();
  if (usual.empty()) return join_path(workspace.surroundings().state_folder, dialect.name());
  const std::string& root = workspace.project().root;
  return usual == "." ? root : join_path(root, usual);
}

}  // namespace

Answer attached_answer(const SessionId& id, const Head& head, const ViewState& state) {
  Answer answer;
  answer.data.set("session", id.text);
  answer.data.set("seq", head.seq.number);
  answer.data.set("hash", head.hash.hex());
  answer.data.set("changed", true);
  answer.data.set("view", view_fields(state));
  answer.text = fmt::format("{} now writes {}", id.text, state.in_words());
  return answer;
}

Result<const Dialect*> dialect_of(Workspace& workspace, const Session& session) {
  CLEW_ASSIGN(const auto state, workspace.view_record(session.identity.id));
  if (state) return find_dialect(state->dialect);
  for (const auto& step : session.steps) {
    for (const auto& each : step.external) {
      if (const Dialect* dialect = find_dialect(each.dialect)) return dialect;
    }
  }
  return nullptr;
}

Result<std::string> view_position(Workspace& workspace, const Session& session) {
  CLEW_ASSIGN(const Dialect* dialect, dialect_of(workspace, session));
  const ResumeProtocol* protocol = dialect == nullptr ? nullptr : dialect->resume_protocol();
  if (protocol == nullptr) return std::string();
  // Several may be at work; it is told of whoever asks.
  Session seen = session;
  for (StepId at = current_step(session, workspace.caller().actor); at != kRoot;) {
    const StepId parent = session.steps[at.number].parent;
    seen.steps[parent.number].current_child = at;
    at = parent;
  }
  return protocol->position_sentence(seen);
}

std::string view_folder(Workspace& workspace, const Dialect& dialect, const std::string& given) {
  return canonical_path(workspace.files(), named_folder(workspace, dialect, given));
}

Result<std::string> agreed_view_folder(Workspace& workspace, const Dialect& dialect,
                                       const std::string& given, const std::string& again) {
  CLEW_ASSIGN(std::string folder,
              agreed_path(workspace, named_folder(workspace, dialect, given), again));
  const std::string open =
      folder_of_others(workspace.files(), folder, workspace.surroundings().user);
  if (!open.empty()) {
    CLEW_TRY(agree(workspace,
                   fmt::format("{}; use {} all the same?", edits_of_others(open), folder), open,
                   again));
  }
  return folder;
}

std::string attach_words(const Dialect& dialect, const std::string& dir, const SessionId& id) {
  return fmt::format("clew view attach {}{} -s {}", dialect.name(),
                     dir.empty() ? "" : " --dir " + shell_word(dir), shell_word(id.text));
}

Status check_view(Workspace& workspace, Session session, const Dialect& dialect,
                  const std::string& folder) {
  CLEW_TRY(check_view_folder(workspace, folder));
  CLEW_ASSIGN(const std::string entry, choose_entry(workspace, session, dialect, folder));
  set_external_id(session.steps[0], dialect.name(), entry);
  const FileSet there = read_present(workspace, folder, dialect.files_of(session));
  const auto written = dialect.write(session, there);
  return written ? success() : Status(with_folder(workspace, written.error(), folder));
}

Result<Done> attach(Workspace& workspace, const SessionId& id, const Dialect& dialect,
                    const std::string& folder, const KeyedAnswer* key) {
  // Somebody else may take the place meanwhile: whether that stands in its way is said in the
  // transaction, where another is chosen.
  const auto planned = plan_view(workspace, workspace.store(), id, dialect, folder);
  if (!planned && planned.error().code != ErrorCode::kConflict) return planned.error();
  if (planned) CLEW_TRY(ask_before_replacing(workspace, id, dialect, *planned));
  CLEW_TRY(make_own_folders(workspace, folder, attach_words(dialect, folder, id)));
  CLEW_TRY(transact(workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Status {
    CLEW_ASSIGN(NewView view, plan_view(workspace, transaction, id, dialect, folder));
    CLEW_TRY(record_view(transaction, id, dialect, view));
    if (key == nullptr) return success();
    return key->keep(transaction, attached_answer(id, view.head, view.state));
  }));
  CLEW_ASSIGN(Done done, workspace.execute_unkeyed(id, {}));
  CLEW_ASSIGN(auto brought, bring_files_of_view(workspace, id));
  std::move(brought.begin(), brought.end(), std::back_inserter(done.notices));
  CLEW_ASSIGN(const auto state, load_view(workspace.store(), id));
  const std::string open = state ? view_open_to_others(workspace, *state) : std::string();
  const bool is_agreed = open.size() <= folder.size();  // the folder, or one above it
  if (!is_agreed) done.notices.push_back(edits_of_others(open));
  return done;
}

}  // namespace clew
